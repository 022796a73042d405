/* run.json, written and read back by one table of members. */
#include "experiments/run/provenance.h"

#include "tests/run_support.h"
#include "tests/test.h"

#define SPRT                                                                              \
    "[players]\nA=level:1\nB=level:7\n[experiment]\ngames=40\nseed=9223372036854775807\n" \
    "format=sprt\n[sprt]\nelo0=0\nelo1=300\n"

static void play_into(const char *folder)
{
    const RunnerOptions options = {.jobs = 1, .folder = folder, .program = &TEST_PROGRAM};
    g_autoptr(Spec) spec = spec_of(SPRT);
    g_auto(RunnerResult) played = {0};
    g_autoptr(GError) error = NULL;

    g_assert_true(runner_run(spec, &options, &played, &error));
    g_assert_no_error(error);
}

TEST(all_that_was_written_is_read)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Provenance) read = NULL;
    g_autoptr(GError) error = NULL;

    play_into(folder);
    read = provenance_read(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(read->version, ==, TEST_PROGRAM.version);
    g_assert_cmpstr(read->commit, ==, TEST_PROGRAM.commit);
    g_assert_cmpstr(read->compiler, !=, NULL);
    g_assert_cmpuint(read->seed, ==, G_MAXINT64);
    g_assert_cmpint(read->jobs, ==, 1);
    g_assert_cmpint(read->games, ==, totals_games(read->totals));
    g_assert_cmpfloat(read->seconds, >, 0);
    g_assert_cmpfloat(read->games_per_second, >, 0);
    g_assert_true(read->has_sprt);
    g_assert_cmpstr(read->sprt.decision, ==, "accept-h0");
    g_assert_cmpfloat(read->sprt.log_ratio, <=, read->sprt.lower);
    g_assert_cmpfloat(read->sprt.lower, <, 0);
    g_assert_cmpfloat(read->sprt.upper, >, 0);
    g_assert_true(read->has_host);
    g_assert_cmpstr(read->host.system, !=, NULL);
    g_assert_cmpint(read->host.processors, >=, 1);
    g_assert_false(read->has_memory);
    g_assert_cmpstr(read->memory_sha256, ==, NULL);
    g_assert_cmpstr(read->package_sha256, !=, NULL);
}

TEST(members_that_are_missing_or_of_another_type_are_refused)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL;

    play_into(folder);
    text = read_file(folder, "run.json");
    for (char **field;
         (field = NEXT_ROW("members that are missing or of another type are refused")) != NULL;) {
        g_autoptr(GError) error = NULL;
        bend_run(folder, text, field[0], field[1]);
        g_assert_null(provenance_read(folder, &error));
        if (error == NULL || strstr(error->message, "was not written by a run: ") == NULL)
            g_test_fail_printf("%s: %s", field[1], error != NULL ? error->message : "is read");
    }
}

TEST(members_that_nobody_needs_may_be_missing)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Provenance) read = NULL;
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;

    play_into(folder);
    text = read_file(folder, "run.json");
    bend_run(folder, text, "\"host\"", "\"ghost\"");
    read = provenance_read(folder, &error);
    g_assert_no_error(error);
    g_assert_false(read->has_host);
    g_assert_cmpstr(read->host.name, ==, NULL);
}
