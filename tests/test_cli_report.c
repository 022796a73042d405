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
        "^Table 3.1: wins-losses-draws in per cent of the games\n"
        " +ours  games   thesis  games      p  deviance\n"
        "A B +[0-9.]+-[0-9.]+-[0-9.]+ +50  68-1-31    100  "
        "[01]\\.[0-9]{3} +[0-9.]+  +(in|out)side\n"
        "Table 3.1: [01] of 1 inside the 95 % region of our results, deviance [0-9.]+\n"
        "\n"
        "All tables: [01] of 1 inside the 95 % region of our "
        "results, deviance [0-9.]+\n$",
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

    program_assert_refused(&same, 1, "have none of these pairings"); /* a level against itself */
    g_assert_true(g_regex_match_simple("  15-18-67    100  0\\.000 +[0-9.]+  outside\n"
                                       "Table 3.1: 0 of 1 inside the 95 % region",
                                       result.out, 0, 0));
    remove_folder(folder);
    remove_folder(other);
}

static void test_runs_and_suites_are_compared_at_once(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:7", "level:6", "50");
    g_autofree char *suite = g_test_build_filename(G_TEST_DIST, "data", "suite.epd", NULL);
    g_autofree char *text = NULL;
    g_auto(ProgramResult) answers = {0}, result = {0};

    g_file_get_contents(suite, &text, NULL, NULL);
    write_file(folder, "VA.epd", text);
    answers =
        program_run_in(folder, "", (const char *const[]){"suite", "VA.epd", "--output", "s", NULL});
    result = program_run_in(
        folder, "", (const char *const[]){"report", "m", "s", "--against", published, NULL});
    g_assert_cmpint(answers.status, ==, 0);
    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "Table 3.1: wins"));
    g_assert_nonnull(strstr(result.out, "\n\nTable 3.2: draw wins"));
    g_assert_nonnull(strstr(result.out, "\n\nTable 3.10: solved"));
    g_assert_true(g_regex_match_simple("\nVA level:7 +[0-9.]+          3     9.1         55  ",
                                       result.out, 0, 0));
    g_assert_nonnull(strstr(result.out, " of 3 inside the 95 % region of our results, deviance "));
    remove_folder(folder);
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
    g_auto(ProgramResult) several = PROGRAM_RUN("", "report", "a", "b");
    g_auto(ProgramResult) neither = PROGRAM_RUN("", "report", "--against", published, published);

    program_assert_refused(&levels, 1, "have none of these pairings");
    program_assert_refused(&table, 1, "no-such-folder");
    program_assert_refused(&run, 1, "no-such-folder");
    program_assert_refused(&missing, 2, "DIR");
    program_assert_refused(&several, 2, "several folders need --against");
    program_assert_refused(&neither, 1, "neither the run.json of a finished run nor a suites.csv");
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
    g_test_add_func("/cli/report/runs-and-suites-are-compared-at-once",
                    test_runs_and_suites_are_compared_at_once);
    g_test_add_func("/cli/report/without-the-thesis-it-is-the-cross-table",
                    test_without_the_thesis_it_is_the_cross_table);
    g_test_add_func("/cli/report/what-is-no-run-or-no-table-is-refused",
                    test_what_is_no_run_or_no_table_is_refused);
    return g_test_run();
}
