#include "experiments/run/suite.h"

#include <string.h>

#include "board/movegen.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "tests/run_support.h"
#include "tests/test.h"

static Suite *suite_from_data(const char *name)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", name, NULL);
    g_autoptr(GError) error = NULL;
    Suite *suite = suite_read(path, &error);

    g_assert_no_error(error);
    if (suite == NULL)
        g_error("there is no %s", path);
    return suite;
}

/* @text as a suite, or NULL with @error. */
static Suite *suite_from_text(const char *text, gssize length, GError **error)
{
    g_autofree char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "test.epd", NULL);
    Suite *suite;

    g_assert_true(g_file_set_contents(path, text, length, NULL));
    suite = suite_read(path, error);
    remove_folder(folder);
    return suite;
}

static const char *const PLAYERS[] = {"level:1", "random"};

static SuiteOptions options_for(int draws, int jobs)
{
    return (SuiteOptions){
        .players = PLAYERS,
        .player_count = G_N_ELEMENTS(PLAYERS),
        .seed = 1,
        .draws = draws,
        .jobs = jobs,
    };
}

static SuiteAnswer *run_suite(const Suite *suite, const SuiteOptions *options)
{
    g_autoptr(GError) error = NULL;
    SuiteAnswer *answers = suite_run(suite, options, &error);

    g_assert_no_error(error);
    return answers;
}

TEST(positions_keep_the_lines_they_came_from)
{
    g_autoptr(Suite) suite = suite_from_data("suite.epd");

    g_assert_cmpstr(suite->name, ==, "suite.epd");
    g_assert_cmpint(suite_count(suite), ==, 3);
    g_assert_cmpuint(suite->faults->len, ==, 0);
    for (int i = 0; i < suite_count(suite); i++)
        g_assert_cmpint(suite_position(suite, i)->line, ==, i + 3);
}

TEST(dropped_castling_letters_are_a_warning)
{
    g_autoptr(Suite) suite = suite_from_data("suite.epd");

    g_assert_cmpuint(suite->warnings->len, ==, 1);
    g_assert_nonnull(strstr(suite->warnings->pdata[0], "suite.epd:4: castling right 'q' "));
}

TEST(a_line_that_cannot_be_read_does_not_stop_the_others)
{
    static const char *const faults[] = {":2: ", ":3: bm: 'Rb8'", ":4: bm and am are both missing",
                                         ":5: the operation 'id \"not closed;' has a quote"};
    g_autoptr(Suite) suite = suite_from_data("suite_faulty.epd");

    g_assert_cmpint(suite_count(suite), ==, 2);
    if (suite_count(suite) == 2)
        g_assert_cmpint(suite_position(suite, 1)->line, ==, 6);
    g_assert_cmpuint(suite->faults->len, ==, G_N_ELEMENTS(faults));
    for (guint i = 0; i < MIN(suite->faults->len, G_N_ELEMENTS(faults)); i++)
        g_assert_nonnull(strstr(suite->faults->pdata[i], faults[i]));
}

TEST(lines_may_end_in_any_way_and_be_empty)
{
    g_autoptr(Suite) suite = suite_from_text("\r\n# nothing\r\n  \n"
                                             "7k/8/6K1/8/8/8/8/R7 b - - bm Kg8;\r\n"
                                             "7k/8/6K1/8/8/8/8/R7 b - - bm Kg8;  ",
                                             -1, NULL);
    g_autoptr(Suite) empty = suite_from_text("", -1, NULL);

    g_assert_cmpint(suite_count(suite), ==, 2);
    g_assert_cmpuint(suite->faults->len, ==, 0);
    g_assert_cmpint(suite_count(empty), ==, 0);
}

TEST(a_file_that_is_none_is_refused)
{
    g_autoptr(GError) missing = NULL;

    g_assert_null(suite_read("no-such-file.epd", &missing));
    g_assert_error(missing, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

TEST(a_nul_spoils_its_line_only)
{
    static const char text[] = "\xef\xbb\xbf"
                               "7k/8/6K1/8/8/8/8/R7 b - - bm Kg8;\r"
                               "7k/8/6K1/8/8/8/8/R7 b - - bm Kg8; id \"\0\";\r"
                               "7k/8/6K1/8/8/8/8/R7  b\t- -   0 bm Kg8";
    g_autoptr(Suite) suite = suite_from_text(text, sizeof text - 1, NULL);

    g_assert_cmpint(suite_count(suite), ==, 2);
    g_assert_cmpint(suite_position(suite, 1)->line, ==, 3);
    g_assert_cmpuint(suite->faults->len, ==, 1);
    g_assert_true(
        g_str_has_suffix(suite->faults->pdata[0], ":2: the line contains a NUL character"));
}

TEST(a_position_is_solved_as_often_as_its_moves_are_played)
{
    g_autoptr(Suite) suite = suite_from_data("suite.epd");
    const SuiteOptions options = options_for(1000, 1);
    g_autofree SuiteAnswer *answers = run_suite(suite, &options);

    /* Level 1 takes the queen, gives the check that is to be avoided, and has one move. */
    g_assert_cmpfloat_with_epsilon(answers[0].share, 1, 1e-9);
    g_assert_cmpfloat(answers[1].share, ==, 0);
    g_assert_cmpfloat_with_epsilon(answers[2].share, 1, 1e-9);
    /* Of n moves the random player finds one in n: within 4 standard deviations. */
    for (int i = 0; i < 2; i++) {
        const int count = movegen_count(&suite_position(suite, i)->record.position);
        const double share = i == 0 ? 1.0 / count : 1 - 1.0 / count;
        const double difference = answers[3 + i].share - share;
        g_assert_cmpfloat(difference * difference, <, 16 * share * (1 - share) / 1000);
    }
    g_assert_cmpfloat_with_epsilon(answers[5].share, 1, 1e-9);
}

TEST(any_number_of_threads_gives_the_same_answers)
{
    g_autoptr(Suite) suite = suite_from_data("suite.epd");
    const SuiteOptions one = options_for(50, 1), many = options_for(50, 7);
    g_autofree SuiteAnswer *first = run_suite(suite, &one);
    g_autofree SuiteAnswer *second = run_suite(suite, &many);

    g_assert_cmpmem(first, 6 * sizeof *first, second, 6 * sizeof *second);
}

TEST(an_empty_suite_has_an_empty_answer)
{
    g_autoptr(Suite) suite = suite_from_text("# nothing\n", -1, NULL);
    const SuiteOptions options = options_for(5, 2);
    g_autofree SuiteAnswer *answers = run_suite(suite, &options);
    g_autofree char *summary = suite_summary(suite, &options, answers, 0);

    g_assert_cmpstr(summary, ==, "test.epd level:1 0.0 of 0 0.0 %");
}

TEST(a_player_that_is_none_is_refused)
{
    static const char *const unknown[] = {"level:1", "unknown"};
    g_autoptr(Suite) suite = suite_from_data("suite.epd");
    g_autoptr(GError) error = NULL;
    SuiteOptions options = options_for(5, 2);

    options.players = unknown;
    g_assert_null(suite_run(suite, &options, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
}

TEST(the_summary_and_the_table_say_the_same)
{
    static const SuiteAnswer answers[] = {{1, 0}, {0.5, 0}, {0.375, 0}, {1, 8}, {1, 8}, {1, 8}};
    g_autoptr(Suite) suite = suite_from_data("suite.epd");
    const SuiteOptions options = options_for(8, 1);
    g_autofree char *first = suite_summary(suite, &options, answers, 0);
    g_autofree char *second = suite_summary(suite, &options, answers, 1);
    g_autoptr(GString) csv = g_string_new(NULL);

    table_append_head(csv, &TABLE_SUITES);
    suite_append_rows(csv, suite, &options, answers);
    g_assert_cmpstr(first, ==, "suite.epd level:1 1.9 of 3 62.5 %");
    g_assert_cmpstr(second, ==, "suite.epd random 3.0 of 3 100.0 %");
    g_assert_cmpstr(csv->str, ==,
                    "file,line,id,player,draws,share\n"
                    "suite.epd,3,a queen for nothing,level:1,0,1.000000\n"
                    "suite.epd,4,no check,level:1,0,0.500000\n"
                    "suite.epd,5,\"the only move, really\",level:1,0,0.375000\n"
                    "suite.epd,3,a queen for nothing,random,8,1.000000\n"
                    "suite.epd,4,no check,random,8,1.000000\n"
                    "suite.epd,5,\"the only move, really\",random,8,1.000000\n");
}
