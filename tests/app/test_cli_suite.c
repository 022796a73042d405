/* `agentchess suite` as its users meet it. */
#include <glib/gstdio.h>

#include "tests/program.h"
#include "tests/test.h"

static char *data_path(const char *name)
{
    return g_test_build_filename(G_TEST_DIST, "data", name, NULL);
}

TEST(each_file_and_player_has_a_line)
{
    g_autofree char *plain = data_path("suite.epd");
    g_auto(ProgramResult) result =
        PROGRAM_RUN("", "suite", "--player", "level:1", "--player", "level:2-backup", "--draws",
                    "3", "--seed", "5", plain, plain);
    g_auto(ProgramResult) standard = PROGRAM_RUN("", "suite", plain);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.out, ==,
                    "suite.epd level:1 2.0 of 3 66.7 %\n"
                    "suite.epd level:2-backup 2.0 of 3 66.7 %\n"
                    "suite.epd level:1 2.0 of 3 66.7 %\n"
                    "suite.epd level:2-backup 2.0 of 3 66.7 %\n");
    g_assert_true(g_str_has_prefix(result.err, "agentchess suite: "));
    g_assert_nonnull(strstr(result.err, "suite.epd:4: castling 'q' "));
    g_assert_true(g_str_has_prefix(standard.out, "suite.epd level:7 "));
}

TEST(lines_that_cannot_be_read_are_named_and_the_others_counted)
{
    g_autofree char *plain = data_path("suite.epd"), *faulty = data_path("suite_faulty.epd");
    g_auto(ProgramResult) result = PROGRAM_RUN("", "suite", "--player", "level:1", faulty, plain);

    g_assert_cmpint(result.status, ==, 1);
    g_assert_cmpstr(result.out, ==,
                    "suite_faulty.epd level:1 2.0 of 2 100.0 %\n"
                    "suite.epd level:1 2.0 of 3 66.7 %\n");
    g_assert_nonnull(strstr(result.err, "suite_faulty.epd:2: "));
    g_assert_nonnull(strstr(result.err, "suite_faulty.epd:3: bm: 'Rb8' is not a legal move here"));
    g_assert_nonnull(strstr(result.err, "suite_faulty.epd:4: there is neither bm nor am"));
    g_assert_nonnull(strstr(result.err, "suite_faulty.epd:5: "));
}

TEST(a_table_is_written_once_and_the_same_on_any_number_of_threads)
{
    g_autofree char *suite = data_path("suite.epd");
    g_autofree char *folder = g_dir_make_tmp("agentchess-test-XXXXXX", NULL);
    g_autofree char *middle = g_build_filename(folder, "a", NULL);
    g_autofree char *one = g_build_filename(folder, "a", "b", NULL);
    g_autofree char *two = g_build_filename(folder, "c", NULL);
    g_autofree char *first = g_build_filename(one, "suites.csv", NULL);
    g_autofree char *second = g_build_filename(two, "suites.csv", NULL);
    g_autofree char *text = NULL, *again = NULL;
    g_auto(ProgramResult) result =
        PROGRAM_RUN("", "suite", "-p", "random", "-j", "1", "-o", one, suite);
    g_auto(ProgramResult) threads =
        PROGRAM_RUN("", "suite", "-p", "random", "-j", "3", "-o", two, suite);
    g_auto(ProgramResult) refused = PROGRAM_RUN("", "suite", "-o", one, suite);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpint(threads.status, ==, 0);
    g_assert_cmpstr(result.out, ==, threads.out);
    g_assert_true(g_file_get_contents(first, &text, NULL, NULL));
    g_assert_true(g_file_get_contents(second, &again, NULL, NULL));
    g_assert_cmpstr(text, ==, again);
    g_assert_true(g_str_has_prefix(text, "file,line,id,player,draws,share\nsuite.epd,3,"));
    program_assert_refused(&refused, 2, "suites.csv");
    g_unlink(first);
    g_unlink(second);
    g_rmdir(one);
    g_rmdir(two);
    g_rmdir(middle);
    g_rmdir(folder);
}

TEST(what_makes_no_sense_is_refused)
{
    g_autofree char *suite = data_path("suite.epd");
    g_auto(ProgramResult) missing = PROGRAM_RUN("", "suite");
    g_auto(ProgramResult) file = PROGRAM_RUN("", "suite", suite, "no-such-file.epd");
    g_auto(ProgramResult) player = PROGRAM_RUN("", "suite", "--player", "level:14", suite);
    g_auto(ProgramResult) draws = PROGRAM_RUN("", "suite", "--draws", "0", suite);
    g_auto(ProgramResult) seed = PROGRAM_RUN("", "suite", "--seed", "x", suite);
    g_auto(ProgramResult) jobs = PROGRAM_RUN("", "suite", "--jobs", "0", suite);
    g_auto(ProgramResult) empty = PROGRAM_RUN("", "suite", "/dev/null");

    program_assert_refused(&missing, 2, "FILE");
    program_assert_refused(&file, 1, "no-such-file.epd");
    program_assert_refused(&player, 2, "level:14");
    program_assert_refused(&draws, 2, "'0'");
    program_assert_refused(&seed, 2, "'x'");
    program_assert_refused(&jobs, 2, "'0'");
    program_assert_refused(&empty, 1, "there is no position in it");
}
