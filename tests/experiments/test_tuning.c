/* Tunings that are played: on any number of threads, stopped and killed and resumed. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/report/results.h"
#include "experiments/run/integrity.h"
#include "experiments/run/tuning_run.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define RULES "[rules]\nmax-plies=24\n[openings]\nrandom-plies=2\n"
#define ALONE                                                                             \
    "[experiment]\nformat=tune\ngames=4\nseed=5\n[tune]\nplayer=search:depth=1,hash=1,"   \
    "piece-squares=off\niterations=12\n[parameters]\nfreedom=1; 0; 40; 4\nqueen=300; 0; " \
    "1500; 150.5\n" RULES
#define AGAINST_A_FIELD ALONE "[players]\nA=random\nB=level:1\n"
#define IN_TIME                                                                      \
    "[experiment]\nformat=tune\ngame=async\ngames=4\n[tune]\nplayer=async-patient\n" \
    "iterations=3\n[parameters]\nlook_ms=200; 50; 900; 100\n[async]\ntime-limit-ms=12000\n"

static const ProvenanceProgram OTHER_PROGRAM = {"1.0", "other"};

typedef struct {
    JournalMode mode;
    int jobs;
    const ProvenanceProgram *program; /* NULL: the one of tests */
    uint64_t stop_after;              /* an iteration; 0: never */
    bool stop;
} Played;

static void watch(const RunnerProgress *progress, void *data)
{
    Played *played = data;

    played->stop = played->stop_after > 0 && progress->done >= played->stop_after;
}

static bool tune(const Spec *spec, const char *folder, Played *played, TuningResult *out_result,
                 GError **error)
{
    const RunnerOptions options = {
        .jobs = MAX(played->jobs, 1),
        .folder = folder,
        .mode = played->mode,
        .program = played->program != NULL ? played->program : &TEST_PROGRAM,
        .stop = &played->stop,
        .show = watch,
        .show_data = played,
    };

    return tuning_run(spec, &options, out_result, error);
}

static void tune_whole(const Spec *spec, const char *folder, int jobs)
{
    Played played = {.mode = JOURNAL_RESUME, .jobs = jobs};
    g_auto(TuningResult) result = {0};
    g_autoptr(GError) error = NULL;

    g_assert_true(tune(spec, folder, &played, &result, &error));
    g_assert_no_error(error);
    g_assert_true(result.is_done);
}

static void test_any_number_of_threads_gives_the_same_bytes(gconstpointer text)
{
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(Folder) one = make_folder(), three = make_folder();

    tune_whole(spec, one, 1);
    tune_whole(spec, three, 3);
    assert_same_files(one, three);
}

TEST(a_stopped_tuning_is_resumed_to_the_same_bytes)
{
    g_autoptr(Spec) spec = spec_of(ALONE);
    g_autoptr(Folder) whole = make_folder(), folder = make_folder();
    uint64_t done = 0;

    tune_whole(spec, whole, 2);
    while (done < 12) {
        Played played = {.mode = JOURNAL_RESUME, .jobs = 1, .stop_after = done + 3};
        g_auto(TuningResult) result = {0};
        g_assert_true(tune(spec, folder, &played, &result, NULL));
        g_assert_cmpuint(result.progress.done_before, ==, done);
        g_assert_cmpuint(result.progress.done, >, done);
        g_assert_true(result.is_done == (result.progress.done == 12));
        done = result.progress.done;
    }
    assert_same_files(whole, folder);
}

/* Whether the child has ended before it was killed after @time_us. */
static bool play_and_kill(const Spec *spec, const char *folder, int jobs, int time_us)
{
    const pid_t child = fork();
    int status;

    g_assert_cmpint(child, >=, 0);
    if (child == 0) {
        Played played = {.mode = JOURNAL_RESUME, .jobs = jobs};
        TuningResult result = {0};
        _exit(tune(spec, folder, &played, &result, NULL) ? 0 : 1);
    }
    g_usleep((gulong)time_us);
    kill(child, SIGKILL);
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return !WIFSIGNALED(status);
}

TEST(a_tuning_killed_at_any_instant_is_resumed_to_the_same_bytes)
{
    enum { KILLS = 4 };
    g_autoptr(Spec) spec = spec_of(AGAINST_A_FIELD);
    g_autoptr(Folder) whole = make_folder();
    const gint64 begin = g_get_monotonic_time();
    int whole_us, kills = 0;

    tune_whole(spec, whole, 1);
    whole_us = (int)(g_get_monotonic_time() - begin);
    while (kills < KILLS) {
        g_autoptr(Folder) folder = make_folder();
        /* Later and later, as on a machine that has become slower it must end as well. */
        int latest_us = whole_us;
        while (!play_and_kill(spec, folder, 1 + kills % 3, g_test_rand_int_range(0, latest_us))) {
            latest_us += whole_us / 4;
            kills++;
        }
        kills++; /* or the machine is so fast that none would hit */
        assert_same_files(whole, folder);
    }
}

static void assert_refused(const Spec *spec, const char *folder, Played played, int code,
                           const char *words)
{
    g_auto(TuningResult) result = {0};
    g_autoptr(GError) error = NULL;

    g_assert_false(tune(spec, folder, &played, &result, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, code);
    if (error == NULL || strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error != NULL ? error->message : "", words);
}

TEST(what_is_not_this_tuning_is_refused_and_left_alone)
{
    static const Played resume = {.mode = JOURNAL_RESUME};
    g_autoptr(Spec) spec = spec_of(ALONE), other = spec_of(AGAINST_A_FIELD);
    g_autoptr(Folder) foreign = make_folder(), folder = make_folder(), begun = make_folder();
    Played stopped = {.mode = JOURNAL_BEGIN, .stop_after = UINT64_MAX, .stop = true};
    g_auto(TuningResult) result = {0};
    g_autofree char *files = NULL, *files_after = NULL;

    tune_whole(spec, folder, 1);
    files = list_files(folder);
    assert_refused(spec, folder, (Played){.mode = JOURNAL_BEGIN}, EXPERIMENTS_ERROR_USAGE,
                   "contains a finished run");
    assert_refused(other, folder, resume, EXPERIMENTS_ERROR_FAILED,
                   "contains a run of another experiment: [players] A");
    g_assert_true(tune(spec, begun, &stopped, &result, NULL));
    g_assert_false(result.is_done);
    assert_refused(spec, begun, (Played){.mode = JOURNAL_RESUME, .program = &OTHER_PROGRAM},
                   EXPERIMENTS_ERROR_FAILED, "was started by agentchess 1.0 (test)");
    files_after = list_files(folder);
    g_assert_cmpstr(files, ==, files_after);
    write_file(foreign, "letter.txt", "Dear");
    assert_refused(spec, foreign, (Played){.mode = JOURNAL_FORCE}, EXPERIMENTS_ERROR_FAILED,
                   "files, but no run");
}

TEST(force_starts_anew)
{
    g_autoptr(Spec) spec = spec_of(ALONE), other = spec_of(AGAINST_A_FIELD);
    g_autoptr(Folder) folder = make_folder(), whole = make_folder();
    Played force = {.mode = JOURNAL_FORCE};
    g_auto(TuningResult) result = {0};

    tune_whole(other, folder, 1);
    tune_whole(spec, whole, 1);
    g_assert_true(tune(spec, folder, &force, &result, NULL));
    assert_same_files(whole, folder);
}

/* A player that is told that a queen is worth next to nothing gives her away: any tuning that works
 * finds that out. */
TEST(a_queen_is_found_to_be_worth_something)
{
    g_autoptr(Spec) spec =
        spec_of("[experiment]\nformat=tune\ngames=8\n[tune]\nplayer=search:depth=1,hash=1,"
                "piece-squares=off\niterations=12\ngain=4\n[parameters]\nqueen=50; 0; 1500; 100\n"
                "[rules]\nmax-plies=80\n[openings]\nrandom-plies=4\n");
    g_autoptr(Folder) folder = make_folder();
    Played played = {.mode = JOURNAL_BEGIN, .jobs = 2};
    g_auto(TuningResult) result = {0};

    g_assert_true(tune(spec, folder, &played, &result, NULL));
    g_assert_cmpint(result.tuned[0], >=, 200);
}

TEST(a_finished_tuning_is_whole_and_no_run_for_reports)
{
    g_autoptr(Spec) spec = spec_of(ALONE);
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Provenance) provenance = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *package = NULL, *rows = NULL;

    tune_whole(spec, folder, 1);
    provenance = provenance_read(folder, NULL);
    g_assert_nonnull(provenance);
    g_assert_true(integrity_check_finished(folder, provenance, NULL));
    package = read_file(folder, "datapackage.json");
    g_assert_nonnull(strstr(package, "\"tuning.csv\""));
    g_assert_nonnull(strstr(package, "\"iterations.csv\""));
    g_assert_nonnull(strstr(package, "\"parameters.csv\""));
    g_assert_null(results_run_read(folder, NULL, &error));
    g_assert_nonnull(strstr(error->message, "contains a tuning"));
    rows = read_file(folder, "tuning.csv");
    write_file(folder, "tuning.csv", rows + 1);
    g_assert_false(integrity_check_finished(folder, provenance, NULL));
}

TEST_CASES()
{
    g_test_add_data_func("/tuning/any-number-of-threads-gives-the-same-bytes", ALONE,
                         test_any_number_of_threads_gives_the_same_bytes);
    g_test_add_data_func("/tuning/any-number-of-threads-gives-the-same-bytes/field",
                         AGAINST_A_FIELD, test_any_number_of_threads_gives_the_same_bytes);
    g_test_add_data_func("/tuning/any-number-of-threads-gives-the-same-bytes/in-time", IN_TIME,
                         test_any_number_of_threads_gives_the_same_bytes);
}
