/* The levels solve as much of the shared test suites as tests/data/suite_figures.tsv says.
 *
 * Tolerance: each position is a choice among equals with share s of solving it, so that one pass
 * over a suite scatters with variance sum of s (1 - s). The figures come from a program whose
 * number of passes is not known, so they may be off by the standard deviation of a single one, and
 * by half a position for their rounding. Ours are exact. */
#include <math.h>

#include "experiments/run/suite.h"
#include "tests/data_path.h"
#include "tests/test.h"

static double total_of(const SuiteAnswer *answers, int count, double *out_deviation)
{
    double total = 0, variance = 0;

    for (int i = 0; i < count; i++) {
        const double share = answers[i].share;
        total += share;
        variance += share * (1 - share);
    }
    *out_deviation = sqrt(variance);
    return total;
}

/* @figures is the file and a figure for each of the levels from 1. */
static void compare(const Suite *suite, char **figures)
{
    const char *const players[] = {"level:1", "level:2", "level:3", "level:4",
                                   "level:5", "level:6", "level:7"};
    const SuiteOptions options = {.players = players,
                                  .player_count = G_N_ELEMENTS(players),
                                  .seed = 1,
                                  .draws = 1,
                                  .jobs = 2};
    const int count = suite_count(suite);
    g_autoptr(GError) error = NULL;
    g_autofree SuiteAnswer *answers = suite_run(suite, &options, &error);

    g_assert_no_error(error);
    g_assert_cmpuint(g_strv_length(figures), ==, 1 + G_N_ELEMENTS(players));
    for (int i = 0; answers != NULL && i < options.player_count && figures[i + 1] != NULL; i++) {
        const double figure = g_ascii_strtod(figures[i + 1], NULL);
        double deviation;
        const double total = total_of(answers + (gsize)i * (gsize)count, count, &deviation);
        g_test_message("%s %s: %.1f, figure %.0f, tolerance %.1f", figures[0], players[i], total,
                       figure, deviation + 0.5);
        g_assert_cmpfloat(fabs(total - figure), <=, deviation + 0.5);
    }
}

TEST(the_levels_solve_as_much_as_is_known)
{
    g_auto(GStrv) lines = data_lines("suite_figures.tsv");
    int compared = 0;

    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) figures = g_strsplit(*line, "\t", -1);
        g_autofree char *name = g_build_filename("epd", figures[0], NULL);
        g_autofree char *path = shared_data_path(name);
        g_autoptr(Suite) suite = NULL;
        g_autoptr(GError) error = NULL;
        if (**line == '#')
            continue;
        if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
            g_test_skip_printf("no shared test material: there is no %s", path);
            return;
        }
        suite = suite_read(path, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(suite->faults->len, ==, 0);
        compare(suite, figures);
        compared++;
    }
    g_assert_cmpint(compared, ==, 3);
}
