/* Results as text for people. */
#include "experiments/report/report.h"
#include "tests/run_support.h"
#include "tests/test.h"

static Totals *totals_of(const Spec *spec, const int (*results)[3])
{
    Totals *totals = totals_new_for(spec);

    for (int i = 0; i < totals->count; i++) {
        totals->pairings[i].score.wins = results[i][0];
        totals->pairings[i].score.losses = results[i][1];
        totals->pairings[i].score.draws = results[i][2];
    }
    return totals;
}

/* The cells are the thesis' own, table 3.1. */
TEST(the_cross_table_is_the_thesis_table)
{
    static const int results[][3] = {{0, 8, 92}, {1, 68, 31}, {3, 68, 29}};
    g_autoptr(Spec) spec = spec_of("[players]\nL1=random\nL2=random\nL3=random\n");
    g_autoptr(Totals) totals = totals_of(spec, results);
    g_autofree char *table = report_cross_table(spec, totals);

    g_assert_cmpstr(table, ==,
                    "    L1      L2       L3\n"
                    "L1   X  0-8-92  1-68-31\n"
                    "L2   -       X  3-68-29\n"
                    "L3   -       -        X\n");
}

TEST(pairings_that_are_not_played_are_empty)
{
    static const int results[][3] = {{1, 0, 0}};
    g_autoptr(Spec) spec = spec_of("[players]\nA=random\nB=random\nC=random\n"
                                   "[experiment]\nformat=pairs\npairs=C:A\n");
    g_autoptr(Totals) totals = totals_of(spec, results);
    g_autofree char *table = report_cross_table(spec, totals);

    g_assert_cmpstr(table, ==,
                    "       A  B  C\n"
                    "A      X     -\n"
                    "B         X\n"
                    "C  1-0-0     X\n");
}

TEST(factors_without_a_hero_have_a_row_a_cell_and_a_column_a_pairing)
{
    g_autoptr(Spec) spec =
        spec_of("[experiment]\nformat=pairs\npairs=A:B;B:C\n[players]\nA=level:1\n"
                "B=level:3\nC=level:5\n[factors]\nrules.repetition=on;off\n");
    g_autoptr(Totals) totals = totals_new_for(spec);
    g_autofree char *table = NULL;

    totals->pairings[0].score.wins = 1;
    totals->pairings[3].score.draws = 2;
    table = report_cross_table(spec, totals);
    g_assert_cmpstr(table, ==,
                    "             A - B  B - C\n"
                    "reference    1-0-0  0-0-0\n"
                    "-repetition  0-0-0  0-0-2\n");
}

TEST(names_of_any_script_are_aligned)
{
    static const int results[][3] = {{1, 2, 3}};
    g_autoptr(Spec) spec = spec_of("[players]\nÄgir=random\nB=random\n");
    g_autoptr(Totals) totals = totals_of(spec, results);
    g_autofree char *table = report_cross_table(spec, totals);

    g_assert_cmpstr(table, ==,
                    "      Ägir      B\n"
                    "Ägir     X  1-2-3\n"
                    "B        -      X\n");
}

TEST(progress_says_games_rate_time_and_score)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    const RunnerProgress progress = {
        .done = 50, .total = 100, .done_before = 30, .seconds = 2, .score = {4, 5, 41}};
    g_autofree char *line = report_progress(spec, &progress);

    g_assert_cmpstr(line, ==, "50/100 games  10 games/s  0:05 left  A - B 4-5-41");
}

TEST(progress_without_a_game_makes_no_guess)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    const RunnerProgress progress = {.total = 100, .seconds = 1};
    g_autofree char *line = report_progress(spec, &progress);

    g_assert_cmpstr(line, ==, "0/100 games");
}
