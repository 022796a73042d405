/* Runs that grow: they are the larger run played at once, whatever stopped them. AGENTCHESS_KILLS
 * says how many times at least they are killed (4). */
#include "experiments/run/growth.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/tools/folder.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define STAGES 4

/* An experiment that grows from stage to stage. */
typedef struct {
    const char *name;
    const char *stage[STAGES];
} Growing;

#define PLAY "[openings]\nrandom-plies=3\n[rules]\nmax-plies=80\n[record]\nmaterial=on\nevents=on\n"

/* Odd numbers of games tear pairs of them apart. */
static const Growing IN_TURN = {
    "in-turn",
    {"[players]\nL5=level:5\nL2=level:2\n[experiment]\ngames=3\n" PLAY,
     "[players]\nL5=level:5\nL2=level:2\n[experiment]\ngames=6\n" PLAY,
     "[players]\nchance=random\nL5=level:5\nL2=level:2\n[experiment]\ngames=6\n" PLAY,
     "[players]\nchance=random\nL5=level:5\nL3=level:3\nL2=level:2\n[experiment]\ngames=9\n" PLAY}};

#define FACTORS(games, pauses)                                                           \
    "[players]\nH=async-random\nA=async-random:pause_ms=300\n[experiment]\ngame=async\n" \
    "format=gauntlet\nhero=H\ngames=" games "\n[factors]\nasync.ms-per-space=500;1000\n" \
    "player.pause_ms=" pauses "\n[record]\nmaterial=on\n"

static const Growing OF_CELLS = {"of-cells",
                                 {FACTORS("5", "400; 900"), FACTORS("5", "400; 600; 900"),
                                  FACTORS("8", "400; 600; 900"),
                                  FACTORS("8", "400; 600; 900; 1200")}};

#define THREE(games, players)                                                             \
    "[players]\nA=random\nB=greedy\n" players "C=random\n[experiment]\ngame=threechess\n" \
    "games=" games "\n[rules]\nmax-plies=60\n[record]\nmaterial=on\n"

static const Growing OF_THREE = {
    "of-three",
    {THREE("4", ""), THREE("7", ""), THREE("7", "D=random\n"), THREE("14", "D=random\n")}};

static bool grow(const char *text, const char *folder, JournalMode mode, int jobs,
                 RunnerResult *out_result, GError **error)
{
    g_autoptr(Spec) spec = spec_of(text);
    const RunnerOptions options = {
        .jobs = jobs,
        .folder = folder,
        .mode = mode,
        .program = &TEST_PROGRAM,
        .checkpoint_ms = 2,
    };

    return growth_run(spec, &options, out_result, error);
}

static void grow_to_the_end(const char *text, const char *folder, int jobs)
{
    g_auto(RunnerResult) result = {0};
    g_autoptr(GError) error = NULL;

    g_assert_true(grow(text, folder, JOURNAL_RESUME, jobs, &result, &error));
    g_assert_no_error(error);
    g_assert_cmpint(result.end, ==, RUNNER_DONE);
}

static void test_a_run_that_has_grown_is_the_larger_run(gconstpointer data)
{
    const Growing *growing = data;

    for (int first = 0; first < STAGES - 1; first++) {
        g_autoptr(Folder) grown = make_folder();
        for (int stage = first; stage < STAGES; stage++) {
            g_autoptr(Folder) whole = make_folder();
            grow_to_the_end(growing->stage[stage], grown, 1 + stage % 3);
            grow_to_the_end(growing->stage[stage], whole, 2);
            assert_same_files(whole, grown);
        }
    }
}

TEST(growth_run_plays_only_what_is_new)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(RunnerResult) result = {0};
    g_autoptr(GError) error = NULL;
    g_autofree char *run = NULL;
    g_autoptr(Provenance) provenance = NULL;

    grow_to_the_end(IN_TURN.stage[0], folder, 1);
    g_assert_true(grow(IN_TURN.stage[3], folder, JOURNAL_RESUME, 2, &result, &error));
    g_assert_no_error(error);
    g_assert_cmpuint(result.progress.games, ==, 6 * 9 - 3);
    g_assert_cmpint(totals_games(result.totals), ==, 6 * 9);
    provenance = provenance_read(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(provenance->stages->len, ==, 2);
    g_assert_cmpint(((ProvenanceStage *)provenance->stages->pdata[0])->games, ==, 3);
    g_assert_cmpint(((ProvenanceStage *)provenance->stages->pdata[1])->games, ==, 6 * 9);
}

/* Ends: of the child. */
#define STEP_US 500
enum { ENDED = 0, FAILED = 3, KILLED = -1 };

static int grow_and_kill(const char *text, const char *folder, int jobs, int time_us)
{
    const pid_t child = fork();
    pid_t ended = 0;
    int status;

    g_assert_cmpint(child, >=, 0);
    if (child == 0) {
        g_auto(RunnerResult) result = {0};
        g_autoptr(GError) error = NULL;
        const bool good = grow(text, folder, JOURNAL_RESUME, jobs, &result, &error);
        if (!good)
            g_printerr("%s\n", error->message);
        _exit(good ? ENDED : FAILED);
    }
    while (time_us > 0 && (ended = waitpid(child, &status, WNOHANG)) == 0) {
        g_usleep((gulong)MIN(time_us, STEP_US));
        time_us -= STEP_US;
    }
    if (ended == 0) {
        kill(child, SIGKILL);
        g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    }
    return WIFSIGNALED(status) ? KILLED : WEXITSTATUS(status);
}

/* Lets a stage be killed until it ends; returns how often it was. */
static int grow_through_kills(const char *text, const char *folder, int latest_us)
{
    int kills = 0, end;

    while ((end = grow_and_kill(text, folder, 1 + kills % 3,
                                g_test_rand_int_range(0, latest_us))) == KILLED) {
        kills++;
        latest_us += latest_us / 4; /* a machine that has become slower must come on, too */
    }
    g_assert_cmpint(end, ==, ENDED);
    return kills;
}

/* An unfinished run grows, too. */
static void test_a_run_killed_at_any_instant_grows_to_the_same_bytes(gconstpointer data)
{
    const Growing *growing = data;
    const char *wanted = g_getenv("AGENTCHESS_KILLS");
    g_autoptr(Folder) whole = make_folder();
    const gint64 begin = g_get_monotonic_time();
    int kills = 0, latest_us;

    grow_to_the_end(growing->stage[STAGES - 1], whole, 2);
    latest_us = (int)(g_get_monotonic_time() - begin);
    while (kills < (wanted != NULL ? atoi(wanted) : 4)) {
        g_autoptr(Folder) folder = make_folder();
        kills += grow_and_kill(growing->stage[0], folder, 2, g_test_rand_int_range(0, latest_us)) ==
                 KILLED;
        for (int stage = 1; stage < STAGES; stage++)
            kills += grow_through_kills(growing->stage[stage], folder, latest_us);
        assert_same_files(whole, folder);
    }
}

#define SMALL "[players]\nA=level:2\nB=random\n[experiment]\ngames=4\n"

TEST(growth_run_refuses_what_is_no_larger_run)
{
    static const struct {
        const char *text, *pattern;
    } cases[] = {
        {SMALL "seed=7\n", "* contains a run of another experiment: *experiment* seed is '1' in *, "
                           "but '7' in this experiment; *"},
        {SMALL "[rules]\nmax-plies=50\n", "* another experiment: [rules] max-plies is *"},
        {SMALL "[record]\nevents=on\n", "* another experiment: [record] events is *"},
        {SMALL "format=sprt\n", "* another experiment: [experiment] format is *"},
        {"[players]\nA=level:2\nB=random\n[experiment]\ngames=2\n",
         "the run in * cannot shrink: [experiment] games is 4 there, but 2 in this experiment"},
        {"[players]\nA=level:3\nB=random\n[experiment]\ngames=4\n",
         "the run in * cannot grow: its player A=level:2 is level:3 in this experiment"},
        {"[players]\nC=level:2\nB=random\n[experiment]\ngames=4\n",
         "the run in * cannot grow: its player A=level:2 is missing in this experiment"},
        {"[players]\nB=random\nA=level:2\n[experiment]\ngames=4\n",
         "the run in * cannot grow: its pairing of A and B is missing in this experiment, or *"},
    };
    g_autoptr(Folder) folder = make_folder(), copy = make_folder();

    grow_to_the_end(SMALL, folder, 1);
    grow_to_the_end(SMALL, copy, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(RunnerResult) result = {0};
        g_autoptr(GError) error = NULL;
        g_assert_false(grow(cases[i].text, folder, JOURNAL_RESUME, 1, &result, &error));
        g_assert_nonnull(error);
        if (!g_pattern_match_simple(cases[i].pattern, error->message))
            g_test_fail_printf("'%s' instead of '%s'", error->message, cases[i].pattern);
        assert_same_files(folder, copy);
    }
}

static void assert_fails(const char *text, const char *folder, const char *words)
{
    g_auto(RunnerResult) result = {0};
    g_autoptr(GError) error = NULL;

    g_assert_false(grow(text, folder, JOURNAL_RESUME, 1, &result, &error));
    g_assert_nonnull(error);
    if (strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, words);
}

/* Stops before the first new game. */
static void begin_to_grow(const char *text, const char *folder)
{
    g_autoptr(Spec) spec = spec_of(text);
    const bool stop = true;
    const RunnerOptions options = {.jobs = 1,
                                   .folder = folder,
                                   .mode = JOURNAL_RESUME,
                                   .program = &TEST_PROGRAM,
                                   .stop = &stop};
    g_auto(RunnerResult) result = {0};
    g_autoptr(GError) error = NULL;

    g_assert_true(growth_run(spec, &options, &result, &error));
    g_assert_no_error(error);
    g_assert_cmpint(result.end, ==, RUNNER_STOPPED);
}

TEST(growth_run_refuses_another_experiment_than_it_has_begun_to_grow_into)
{
    g_autoptr(Folder) folder = make_folder(), whole = make_folder();

    grow_to_the_end(IN_TURN.stage[0], folder, 1);
    begin_to_grow(IN_TURN.stage[1], folder);
    assert_fails(IN_TURN.stage[2], folder, "has begun to grow into another experiment: ");
    assert_fails(IN_TURN.stage[0], folder, "has begun to grow into another experiment: ");
    grow_to_the_end(IN_TURN.stage[1], folder, 1);
    grow_to_the_end(IN_TURN.stage[1], whole, 1);
    assert_same_files(folder, whole);
}

TEST(growth_run_refuses_a_run_without_totals)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *totals = g_build_filename(folder, FOLDER_TOTALS, NULL);

    grow_to_the_end(IN_TURN.stage[0], folder, 1);
    g_assert_cmpint(g_unlink(totals), ==, 0);
    assert_fails(IN_TURN.stage[1], folder, "it has no file 'totals'");
}

TEST(growth_run_with_force_throws_both_runs_away)
{
    g_autoptr(Folder) folder = make_folder(), whole = make_folder();
    g_autofree char *growth = g_build_filename(folder, "growth", NULL);
    g_auto(RunnerResult) result = {0};
    g_autoptr(GError) error = NULL;

    grow_to_the_end(IN_TURN.stage[0], folder, 1);
    begin_to_grow(IN_TURN.stage[3], folder);
    g_assert_true(g_file_test(growth, G_FILE_TEST_IS_DIR));
    g_assert_true(grow(IN_TURN.stage[0], folder, JOURNAL_FORCE, 1, &result, &error));
    g_assert_no_error(error);
    g_assert_false(g_file_test(growth, G_FILE_TEST_EXISTS));
    grow_to_the_end(IN_TURN.stage[0], whole, 1);
    assert_same_files(folder, whole);
}

TEST_CASES()
{
    static const Growing *const growing[] = {&IN_TURN, &OF_CELLS, &OF_THREE};

    for (size_t i = 0; i < G_N_ELEMENTS(growing); i++) {
        g_autofree char *grown =
            g_strconcat("/growth/a-run-that-has-grown-is-the-larger-run/", growing[i]->name, NULL);
        g_autofree char *killed = g_strconcat(
            "/growth/a-run-killed-at-any-instant-grows-to-the-same-bytes/", growing[i]->name, NULL);
        g_test_add_data_func(grown, growing[i], test_a_run_that_has_grown_is_the_larger_run);
        g_test_add_data_func(killed, growing[i],
                             test_a_run_killed_at_any_instant_grows_to_the_same_bytes);
    }
}
