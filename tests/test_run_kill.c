/* Runs that are killed at random instants, many times, and resumed: the files are those of a run
 * that nobody disturbed. AGENTCHESS_KILLS says how many times at least (40). */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/run_support.h"

#define EXPERIMENT                                                               \
    "[players]\nA=random\nB=level:6\nC=random\n[experiment]\nseed=5\ngames=30\n" \
    "[record]\nmaterial=on\nevents=on\n"
#define OTHER_EXPERIMENT "[players]\nA=random\nB=random\n[experiment]\ngames=20\n"

/* Exit statuses of the child. */
enum { ENDED = 0, REFUSED = 3, KILLED = -1 };

static int kills_wanted(void)
{
    const char *text = g_getenv("AGENTCHESS_KILLS");

    return text != NULL ? atoi(text) : 40;
}

/* What the child does. Many checkpoints, so that many kills hit one. */
static int play(const char *text, const char *folder, JournalMode mode, int jobs)
{
    g_autoptr(Spec) spec = spec_of(text);
    const RunnerOptions options = {
        .jobs = jobs,
        .folder = folder,
        .mode = mode,
        .program = &TEST_PROGRAM,
        .checkpoint_ms = 2,
    };
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    return runner_run(spec, &options, &result, &error) ? ENDED : REFUSED;
}

/* Plays in a child process that is killed after @time_us (negative: not at all). */
static int play_and_kill(const char *text, const char *folder, JournalMode mode, int jobs,
                         int time_us)
{
    const pid_t child = fork();
    int status;

    g_assert_cmpint(child, >=, 0);
    if (child == 0)
        _exit(play(text, folder, mode, jobs));
    if (time_us >= 0) {
        g_usleep((gulong)time_us);
        kill(child, SIGKILL);
    }
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    return WIFSIGNALED(status) ? KILLED : WEXITSTATUS(status);
}

/* How long a whole run takes, and its files in @folder. */
static int time_whole_run(const char *text, const char *folder)
{
    const gint64 begin = g_get_monotonic_time();

    g_assert_cmpint(play_and_kill(text, folder, JOURNAL_FORCE, 2, -1), ==, ENDED);
    return (int)(g_get_monotonic_time() - begin);
}

/* The same, but of several runs the shortest: kills that come too late hit nothing. */
static int time_short_run(const char *text, const char *folder)
{
    int shortest_us = time_whole_run(text, folder);

    for (int i = 0; i < 4; i++)
        shortest_us = MIN(shortest_us, time_whole_run(text, folder));
    return shortest_us;
}

static void test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes(void)
{
    g_autofree char *whole = make_folder();
    const int whole_us = time_short_run(EXPERIMENT, whole);
    int kills = 0, runs = 0;

    while (kills < kills_wanted()) {
        g_autofree char *folder = make_folder();
        int latest_us = whole_us * 5 / 4, end;
        do {
            /* Some kills come late, when tables and run.json are written. They come later and
             * later, as a machine that has become slower must reach a checkpoint, too. */
            const int time_us = g_test_rand_int_range(0, latest_us);
            latest_us += whole_us / 8;
            end = play_and_kill(EXPERIMENT, folder, JOURNAL_RESUME, 1 + kills % 3, time_us);
            kills += end == KILLED;
        } while (end == KILLED);
        g_assert_cmpint(end, ==, ENDED);
        assert_same_files(whole, folder);
        remove_folder(folder);
        runs++;
    }
    g_test_message("%d kills in %d runs of %d ms", kills, runs, whole_us / 1000);
    remove_folder(whole);
}

/* Until the new run has its checkpoint the folder holds the old one, whole; from then on nothing
 * of the old one is left at the end. */
static void test_a_forced_start_killed_at_any_instant_leaves_one_run_or_the_other(void)
{
    g_autofree char *whole = make_folder();
    g_autofree char *other = make_folder();
    int olds = 0;

    time_whole_run(OTHER_EXPERIMENT, whole);
    time_whole_run(EXPERIMENT, other);
    for (int i = 0; i < kills_wanted() / 4; i++) {
        g_autofree char *folder = make_folder();
        int end;
        time_whole_run(EXPERIMENT, folder);
        play_and_kill(OTHER_EXPERIMENT, folder, JOURNAL_FORCE, 2, g_test_rand_int_range(0, 6000));
        end = play_and_kill(OTHER_EXPERIMENT, folder, JOURNAL_RESUME, 2, -1);
        if (end == REFUSED) {
            olds++;
            g_assert_cmpint(play_and_kill(EXPERIMENT, folder, JOURNAL_RESUME, 1, -1), ==, ENDED);
        }
        assert_same_files(end == REFUSED ? other : whole, folder);
        remove_folder(folder);
    }
    g_test_message("the old run was left %d times", olds);
    remove_folder(whole);
    remove_folder(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/run-kill/a-run-killed-at-any-instant-is-resumed-to-the-same-bytes",
                    test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes);
    g_test_add_func("/run-kill/a-forced-start-killed-at-any-instant-leaves-one-run-or-the-other",
                    test_a_forced_start_killed_at_any_instant_leaves_one_run_or_the_other);
    return g_test_run();
}
