/* `agentchess report` as its users meet it. */
#include "tests/program.h"
#include "tests/run_support.h"

static char *published_folder(void)
{
    return g_test_build_filename(G_TEST_DIST, "..", "results", "published", NULL);
}

/* A folder with the run "m" of a match. */
static char *make_match(const char *player, const char *opponent, const char *games)
{
    char *folder = make_folder();
    g_auto(ProgramResult) result = program_run_in(
        folder, "",
        (const char *const[]){"match", player, opponent, "--games", games, "--output", "m", NULL});

    g_assert_cmpint(result.status, ==, 0);
    return folder;
}

static ProgramResult report_in(const char *folder, const char *against)
{
    return program_run_in(
        folder, "",
        (const char *const[]){"report", "m", against != NULL ? "--against" : NULL, against, NULL});
}

static void test_a_pairing_stands_beside_the_thesis_seen_from_its_first_player(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:3,even-trade=on", "level:1", "50");
    g_auto(ProgramResult) result = report_in(folder, published);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_true(g_regex_match_simple(
        "^\\S+ \\S+ [0-9.]+-[0-9.]+-[0-9.]+ of 50 thesis 68-1-31 p [01]\\.[0-9]{3} (in|out)side\n"
        "inside the 95 % region of our results: [01] of 1 pairings\n$",
        result.out, 0, 0));
    remove_folder(folder);
}

static void test_what_cannot_be_so_lies_outside(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:1", "level:1,even-trade=on", "10");
    g_auto(ProgramResult) same = report_in(folder, published);
    g_autofree char *other = make_match("level:8-backup-move-attack", "level:7", "100");
    g_auto(ProgramResult) result = report_in(other, published);

    program_assert_refused(&same, 1, "none of the pairings"); /* a level against itself */
    g_assert_nonnull(strstr(result.out, " of 100 thesis 15-18-67 p 0.000 outside\n"
                                        "inside the 95 % region of our results: 0 of 1 pairings"));
    remove_folder(folder);
    remove_folder(other);
}

static void test_without_the_thesis_it_is_the_cross_table(void)
{
    g_autofree char *folder = make_match("level:1", "random", "4");
    g_auto(ProgramResult) result = report_in(folder, NULL);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "X"));
    remove_folder(folder);
}

static void test_what_is_no_run_or_no_table_is_refused(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:1", "random", "4");
    g_auto(ProgramResult) levels = report_in(folder, published);
    g_auto(ProgramResult) table = report_in(folder, "no-such-folder");
    g_auto(ProgramResult) run = PROGRAM_RUN("", "report", "no-such-folder");
    g_auto(ProgramResult) missing = PROGRAM_RUN("", "report");

    program_assert_refused(&levels, 1, "table_3_1.csv has none of the pairings");
    program_assert_refused(&table, 1, "no-such-folder");
    program_assert_refused(&run, 1, "no-such-folder");
    program_assert_refused(&missing, 2, "DIR");
    remove_folder(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/cli/report/a-pairing-stands-beside-the-thesis-seen-from-its-first-player",
                    test_a_pairing_stands_beside_the_thesis_seen_from_its_first_player);
    g_test_add_func("/cli/report/what-cannot-be-so-lies-outside",
                    test_what_cannot_be_so_lies_outside);
    g_test_add_func("/cli/report/without-the-thesis-it-is-the-cross-table",
                    test_without_the_thesis_it_is_the_cross_table);
    g_test_add_func("/cli/report/what-is-no-run-or-no-table-is-refused",
                    test_what_is_no_run_or_no_table_is_refused);
    return g_test_run();
}
