/* agentchess tune: what it prints, and what becomes of the check. */
#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define TUNING                                                                              \
    "[experiment]\nname=tiny\nformat=tune\ngames=2\n[tune]\nplayer=search:depth=1,hash=1\n" \
    "iterations=3\ncheck-games=4\n[parameters]\nknight-value=325; 100; 600; 100\n"          \
    "tempo-end=6; -20; 40; 10\n[rules]\nmax-plies=150\n[openings]\nrandom-plies=4\n"

#define TUNE(place, ...) \
    program_run_in(      \
        place, "",       \
        (const char *const[]){"tune", "spec.ini", "--output", "run", __VA_ARGS__, NULL})

static void assert_finished(const ProgramResult *result)
{
    g_assert_cmpint(result->status, ==, 0);
    g_assert_nonnull(strstr(result->out, "What was found\n"));
    g_assert_nonnull(strstr(result->out, "\nknight-value "));
}

TEST(the_same_is_printed_and_written_again)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) first = {0}, again = {0}, anew = {0};
    g_autofree char *games = NULL, *games_anew = NULL, *path = NULL;

    write_file(place, "spec.ini", TUNING);
    first = TUNE(place, "--jobs", "1", "--set", "tune.gain=3");
    assert_finished(&first);
    g_assert_nonnull(strstr(first.out, "tuned player: search:depth=1,"));
    g_assert_nonnull(strstr(first.out, "4 games each that the tuning has not seen\n"));
    games = read_file(place, "run/check/games.csv");
    again = TUNE(place, "--resume", "--set", "tune.gain=3");
    g_assert_cmpstr(again.out, ==, first.out);
    /* The check is thrown away too. */
    write_file(place, "run/check/games.csv", "not a check\n");
    anew = TUNE(place, "--force", "--jobs", "2", "--set", "tune.gain=3");
    g_assert_cmpstr(anew.out, ==, first.out);
    games_anew = read_file(place, "run/check/games.csv");
    g_assert_cmpstr(games_anew, ==, games);
    remove_folder(place);
}

TEST(the_start_is_not_checked_against_itself)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) result = {0};
    g_autofree char *check = g_build_filename(place, "run", "check", NULL);

    write_file(place, "spec.ini", TUNING);
    result = TUNE(place, "--set", "tune.gain=0");
    assert_finished(&result);
    g_assert_nonnull(strstr(result.out, "there is nothing to check.\n"));
    g_assert_false(g_file_test(check, G_FILE_TEST_EXISTS));
    remove_folder(place);
}

/* So that whoever draws it needs no other file. */
TEST(the_way_is_in_steps_from_the_start)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) result = {0};
    g_autofree char *csv = NULL;
    g_auto(GStrv) rows = NULL;

    write_file(place, "spec.ini", TUNING);
    result = TUNE(place, "--set", "tune.gain=3");
    assert_finished(&result);
    csv = read_file(place, "run/tuning.csv");
    rows = g_strsplit(csv, "\n", -1);
    g_assert_cmpstr(rows[0], ==, "iteration,parameter,direction,plus,minus,value,way");
    g_assert_cmpstr(rows[1], !=, "");
    for (int i = 1; *rows[i] != '\0'; i++) {
        g_auto(GStrv) cells = g_strsplit(rows[i], ",", -1);
        const bool is_knight = g_str_equal(cells[1], "knight-value");
        const double value = g_ascii_strtod(cells[5], NULL), way = g_ascii_strtod(cells[6], NULL);
        g_assert_cmpfloat_with_epsilon(is_knight ? 325 + 100 * way : 6 + 10 * way, value, 0.01);
    }
    remove_folder(place);
}
