/* events_per_game.csv says of every quantity what events.csv says game by game. */
#include <math.h>

#include "experiments/tools/csv_table.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define GAMES 30
#define EXPERIMENT                                                      \
    "[players]\nA=level:7\nB=level:5\n[experiment]\nseed=5\ngames=30\n" \
    "[openings]\nrandom-plies=3\n[record]\nevents=on\n"

/* The events that a quantity is made of. */
static const struct {
    const char *what, *events;
} QUANTITIES[] = {
    {"attack_requests", "attack-request"},
    {"defence_requests", "defence-request"},
    {"own_moves", "own-move"},
    {"own_attacks", "own-attack"},
    {"offers_rejected", "offer-rejected"},
    {"planned", "move-attack-planned move-attack-planned-on-king"},
    {"planned_on_king", "move-attack-planned-on-king"},
    {"performed", "move-attack-performed"},
    {"captured", "captured captured-unthreatened mover-captured mover-captured-unthreatened"},
    {"unthreatened", "captured-unthreatened mover-captured-unthreatened"},
    {"movers", "mover-captured mover-captured-unthreatened"},
    {"movers_unthreatened", "mover-captured-unthreatened"},
};

static int row_of(const CsvTable *table, const char *player, const char *what)
{
    for (int row = 1; row <= csv_table_last(table); row++)
        if (g_str_equal(csv_table_text(table, row, "player"), player) &&
            g_str_equal(csv_table_text(table, row, "what"), what))
            return row;
    return 0;
}

static void assert_cell(const CsvTable *table, int row, const char *column, double expected)
{
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(csv_table_text(table, row, column), NULL),
                                   expected, 1e-6);
}

static void assert_quantity(const CsvTable *events, const CsvTable *table, const char *player,
                            const char *what, const char *names)
{
    g_auto(GStrv) kinds = g_strsplit(names, " ", -1);
    const int row = row_of(table, player, what);
    double in_game[GAMES] = {0}, sum = 0, squares = 0;

    for (int i = 1; i <= csv_table_last(events); i++)
        if (g_str_equal(csv_table_text(events, i, "player"), player) &&
            g_strv_contains((const char *const *)kinds, csv_table_text(events, i, "event")))
            in_game[g_ascii_strtoll(csv_table_text(events, i, "game"), NULL, 10) - 1]++;
    for (int i = 0; i < GAMES; i++)
        sum += in_game[i];
    for (int i = 0; i < GAMES; i++)
        squares += (in_game[i] - sum / GAMES) * (in_game[i] - sum / GAMES);
    assert_cell(table, row, "games", GAMES);
    assert_cell(table, row, "count", sum);
    assert_cell(table, row, "mean", sum / GAMES);
    assert_cell(table, row, "sd", sqrt(squares / (GAMES - 1)));
    /* Student's t of 29 degrees of freedom. */
    assert_cell(table, row, "high", sum / GAMES + 2.0452296421 * sqrt(squares / 29 / GAMES));
}

TEST(the_means_are_those_of_the_events)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Spec) spec = spec_of(EXPERIMENT);
    g_auto(RunnerResult) result = {0};
    g_autoptr(CsvTable) events = NULL, table = NULL;

    g_assert_true(
        runner_run(spec, &(RunnerOptions){.jobs = 2, .folder = folder, .program = &TEST_PROGRAM},
                   &result, NULL));
    events = csv_table_read(folder, "events.csv", NULL);
    table = csv_table_read(folder, "events_per_game.csv", NULL);
    g_assert_nonnull(events);
    g_assert_nonnull(table);
    for (size_t i = 0; i < G_N_ELEMENTS(QUANTITIES); i++) {
        assert_quantity(events, table, "A", QUANTITIES[i].what, QUANTITIES[i].events);
        assert_quantity(events, table, "B", QUANTITIES[i].what, QUANTITIES[i].events);
    }
    g_assert_cmpint(csv_table_last(table), ==, 2 * PER_GAME_COUNT);
}
