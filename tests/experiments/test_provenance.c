/* run.json, written and read back. */
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

TEST(what_is_needed_of_a_run_is_read_as_it_was_written)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Spec) spec = spec_of(SPRT);
    g_autoptr(Provenance) read = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL, *games = NULL;

    play_into(folder);
    read = provenance_read(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(read->identity, ==, spec->identity);
    g_assert_true(g_str_has_prefix(read->resolved, "[experiment]\nname=test\n"));
    g_assert_cmpstr(read->package_sha256, !=, NULL);
    text = read_file(folder, "run.json");
    games = g_strdup_printf("\"games\" : %d,", (int)totals_games(read->totals));
    g_assert_nonnull(strstr(text, games));
    g_assert_nonnull(strstr(text, "\"seed\" : 9223372036854775807,"));
    g_assert_nonnull(strstr(text, "\"decision\" : \"accept-h0\""));
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
