/* Runs in folders: the same bytes whatever happens, and folders that are not overwritten. */
#include "experiments/run/checkpoint.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define EXPERIMENT                                                               \
    "[players]\nA=random\nB=level:6\nC=random\n[experiment]\nseed=5\ngames=24\n" \
    "[openings]\nrandom-plies=3\n[record]\nmaterial=on\nevents=on\n"
#define ALL_FILES                                                                       \
    "datapackage.json events.csv events_per_game.csv games.csv games.pgn material.csv " \
    "material_mean.csv move_attacks.csv pairings.csv requests.csv run.json threats.csv totals"

#define EXPERIMENT_IN_TIME                                                                  \
    "[players]\nA=async-random:pause_ms=300\nB=async-random:pause_ms=900\nC=async-random\n" \
    "[experiment]\ngame=async\nseed=5\ngames=200\n[record]\nmaterial=on\n"

static bool run(const char *text, const char *folder, JournalMode mode, int jobs,
                RunnerResult *out_result, GError **error)
{
    g_autoptr(Spec) spec = spec_of(text);
    const RunnerOptions options = {
        .jobs = jobs, .folder = folder, .mode = mode, .program = &TEST_PROGRAM};

    return runner_run(spec, &options, out_result, error);
}

static void run_to_the_end(const char *text, const char *folder, JournalMode mode, int jobs)
{
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    g_assert_true(run(text, folder, mode, jobs, &result, &error));
    g_assert_no_error(error);
    g_assert_cmpint(result.end, ==, RUNNER_DONE);
}

/* The run is refused with @code and a sentence that has @words in it. */
static void assert_refused(const char *text, const char *folder, JournalMode mode, int code,
                           const char *words)
{
    g_autofree char *before = list_files(folder);
    g_autofree char *after = NULL;
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    g_assert_false(run(text, folder, mode, 1, &result, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, code);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, words);
    after = list_files(folder);
    g_assert_cmpstr(after, ==, before);
}

static gboolean set_flag(gpointer data)
{
    *(bool *)data = true;
    return G_SOURCE_REMOVE;
}

/* Runs for some milliseconds, or without a game if @time_ms is 0; the end is what runner_run()
 * says. */
static RunnerEnd run_for(const char *text, const char *folder, JournalMode mode, int jobs,
                         guint time_ms)
{
    bool stop = time_ms == 0;
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .jobs = jobs, .folder = folder, .mode = mode, .program = &TEST_PROGRAM, .stop = &stop};
    GSource *timeout = g_timeout_source_new(time_ms);

    g_source_set_callback(timeout, set_flag, &stop, NULL);
    g_source_attach(timeout, NULL);
    g_assert_true(runner_run(spec, &options, &result, &error));
    g_assert_no_error(error);
    g_source_destroy(timeout);
    g_source_unref(timeout);
    return result.end;
}

/* A folder with a run that was stopped before its first game. Owner: the caller. */
static char *make_unfinished(const char *text)
{
    char *folder = make_folder();

    g_assert_cmpint(run_for(text, folder, JOURNAL_BEGIN, 1, 0), ==, RUNNER_STOPPED);
    return folder;
}

#define RACE                                                                            \
    "[players]\nA=random\nB=level:1\nC=level:3\nD=level:6\n[experiment]\nformat=race\n" \
    "seed=5\ngames=20\n[rules]\nmax-plies=60\n"

static void test_any_number_of_jobs_writes_the_same_bytes(gconstpointer text)
{
    static const int jobs[] = {2, 3, 8};
    g_autoptr(Folder) one = make_folder();

    run_to_the_end(text, one, JOURNAL_BEGIN, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(jobs); i++) {
        g_autoptr(Folder) several = make_folder();
        run_to_the_end(text, several, JOURNAL_BEGIN, jobs[i]);
        assert_same_files(one, several);
    }
}

TEST(an_ended_run_leaves_no_working_file)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *files = NULL;

    run_to_the_end(EXPERIMENT, folder, JOURNAL_BEGIN, 2);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, ALL_FILES);
}

static void test_stopped_and_resumed_runs_write_the_same_bytes(gconstpointer text)
{
    g_autoptr(Folder) whole = make_folder();

    run_to_the_end(text, whole, JOURNAL_BEGIN, 1);
    for (guint time_ms = 1; time_ms < 8; time_ms += 2) {
        g_autoptr(Folder) parts = make_folder();
        int sessions = 1;
        while (run_for(text, parts, JOURNAL_RESUME, 1 + sessions % 3,
                       time_ms + (guint)sessions / 4) == RUNNER_STOPPED)
            sessions++;
        g_test_message("%u ms: %d sessions", time_ms, sessions);
        assert_same_files(whole, parts);
    }
}

TEST(what_stands_behind_the_checkpoint_is_cut_off)
{
    g_autoptr(Folder) whole = make_folder(), parts = make_folder();
    const RunnerEnd end = run_for(EXPERIMENT, parts, JOURNAL_BEGIN, 1, 5);
    g_autofree char *good = read_file(parts, "games.csv");
    g_autofree char *bad = g_strconcat(good, "half a ro", NULL);

    if (end != RUNNER_STOPPED) {
        g_test_skip("this machine plays all games in five milliseconds");
        remove_folder(whole);
        remove_folder(parts);
        return;
    }
    run_to_the_end(EXPERIMENT, whole, JOURNAL_BEGIN, 1);
    write_file(parts, "games.csv", bad);
    write_file(parts, "pairings.csv", "of another run");
    write_file(parts, "pairings.csv.new", "of another run");
    write_file(parts, "datapackage.json", "of another run");
    write_file(parts, "datapackage.json.new", "of another run");
    write_file(parts, "run.json", "{}");
    run_to_the_end(EXPERIMENT, parts, JOURNAL_RESUME, 2);
    assert_same_files(whole, parts);
}

TEST(what_is_recorded_changes_no_game)
{
    static const char *const off[] = {"games",  "material",       "material-mean", "pairings",
                                      "pgn",    "requests",       "threats",       "move-attacks",
                                      "events", "events-per-game"};
    static const char *const names[] = {
        "games.csv",    "material.csv", "material_mean.csv", "pairings.csv", "games.pgn",
        "requests.csv", "threats.csv",  "move_attacks.csv",  "events.csv",   "events_per_game.csv"};
    g_autoptr(Folder) whole = make_folder();

    run_to_the_end(EXPERIMENT, whole, JOURNAL_BEGIN, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(off); i++) {
        g_autoptr(Folder) folder = make_folder();
        g_autoptr(GString) text = g_string_new(EXPERIMENT);
        g_autofree char *line = g_strdup_printf("%s=off\n", off[i]);
        g_autofree char *on = g_strdup_printf("\n%s=on\n", off[i]);
        if (g_string_replace(text, on, "\n", 0) == 0)
            g_string_append(text, line);
        run_to_the_end(text->str, folder, JOURNAL_BEGIN, 2);
        for (size_t j = 0; j < G_N_ELEMENTS(names); j++) {
            g_autofree char *here = read_file(folder, names[j]);
            g_autofree char *there = read_file(whole, names[j]);
            g_assert_cmpstr(here, ==, i == j ? NULL : there);
        }
    }
}

TEST(without_a_folder_the_sums_are_the_same)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(RunnerResult) without = {0}, with = {0};
    g_autoptr(GVariant) a = NULL;
    g_autoptr(GVariant) b = NULL;

    g_assert_true(run(EXPERIMENT, NULL, JOURNAL_BEGIN, 2, &without, NULL));
    g_assert_true(run(EXPERIMENT, folder, JOURNAL_BEGIN, 1, &with, NULL));
    a = g_variant_ref_sink(totals_store(without.totals));
    b = g_variant_ref_sink(totals_store(with.totals));
    g_assert_true(g_variant_equal(a, b));
    g_assert_cmpuint(without.progress.games, ==, 72);
}

TEST(a_missing_folder_is_made)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *deep = g_build_filename(folder, "a", "b", NULL);
    g_autofree char *files = NULL;

    run_to_the_end(EXPERIMENT, deep, JOURNAL_RESUME, 1);
    files = list_files(deep);
    g_assert_cmpstr(files, ==, ALL_FILES);
}

/* A run may be killed before its first checkpoint. */
TEST(a_folder_with_nothing_but_working_files_is_begun)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *files = NULL;

    write_file(folder, "lock", "");
    write_file(folder, "checkpoint.new", "agentchess chec");
    run_to_the_end(EXPERIMENT, folder, JOURNAL_BEGIN, 1);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, ALL_FILES);
}

TEST(a_folder_that_holds_a_run_is_not_overwritten)
{
    g_autoptr(Folder) finished = make_folder(), unfinished = make_unfinished(EXPERIMENT);

    run_to_the_end(EXPERIMENT, finished, JOURNAL_BEGIN, 1);
    assert_refused(EXPERIMENT, finished, JOURNAL_BEGIN, EXPERIMENTS_ERROR_USAGE, "finished run");
    assert_refused(EXPERIMENT, unfinished, JOURNAL_BEGIN, EXPERIMENTS_ERROR_USAGE,
                   "unfinished run: --resume");
}

TEST(a_finished_run_is_left_as_it_is)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;
    g_autofree char *files = NULL;
    g_auto(RunnerResult) result = {0}, first = {0};

    g_assert_true(run(EXPERIMENT, folder, JOURNAL_BEGIN, 1, &first, NULL));
    before = read_file(folder, "run.json");
    write_file(folder, "lock", "");                /* of a run killed after its last step but one */
    write_file(folder, "checkpoint.new", "agent"); /* of a forced start killed in its first */
    g_assert_true(run(EXPERIMENT, folder, JOURNAL_RESUME, 1, &result, NULL));
    g_assert_cmpint(result.end, ==, RUNNER_WAS_DONE);
    g_assert_cmpuint(result.progress.games, ==, 0);
    for (int i = 0; i < first.totals->count; i++) {
        g_assert_cmpint(result.totals->pairings[i].score.wins, ==,
                        first.totals->pairings[i].score.wins);
        g_assert_cmpint(result.totals->pairings[i].score.losses, ==,
                        first.totals->pairings[i].score.losses);
        g_assert_cmpint(result.totals->pairings[i].score.draws, ==,
                        first.totals->pairings[i].score.draws);
    }
    after = read_file(folder, "run.json");
    g_assert_cmpstr(after, ==, before);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, ALL_FILES);
}

TEST(another_experiment_is_refused_and_the_difference_named)
{
    static const char other[] = EXPERIMENT "pgn=off\n";
    g_autoptr(Folder) finished = make_folder(), unfinished = make_unfinished(EXPERIMENT);

    run_to_the_end(EXPERIMENT, finished, JOURNAL_BEGIN, 1);
    assert_refused(other, finished, JOURNAL_RESUME, EXPERIMENTS_ERROR_FAILED,
                   ": [record] pgn is 'on' in '");
    assert_refused(other, unfinished, JOURNAL_RESUME, EXPERIMENTS_ERROR_FAILED,
                   ": [record] pgn is 'on' in '");
}

TEST(another_program_does_not_go_on)
{
    static const ProvenanceProgram other = {"2.0", "test"};
    g_autoptr(Folder) folder = make_unfinished(EXPERIMENT);
    g_autoptr(Spec) spec = spec_of(EXPERIMENT);
    const RunnerOptions options = {
        .jobs = 1, .folder = folder, .mode = JOURNAL_RESUME, .program = &other};
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    g_assert_false(runner_run(spec, &options, &result, &error));
    g_assert_nonnull(strstr(error->message, "agentchess 1.0 (test)"));
}

TEST(force_starts_anew_and_removes_only_what_a_run_writes)
{
    static const char less[] = "[players]\nA=random\nB=random\n[experiment]\ngames=3\n";
    g_autoptr(Folder) folder = make_folder(), fresh = make_folder();
    g_autofree char *note = NULL;

    run_to_the_end(EXPERIMENT, folder, JOURNAL_BEGIN, 1);
    write_file(folder, "plot.svg", "mine");
    run_to_the_end(less, folder, JOURNAL_FORCE, 2);
    run_to_the_end(less, fresh, JOURNAL_FORCE, 2);
    note = read_file(folder, "plot.svg");
    g_assert_cmpstr(note, ==, "mine");
    write_file(fresh, "plot.svg", "mine");
    assert_same_files(folder, fresh);
}

TEST(files_that_are_no_run_are_left_alone)
{
    for (char **field; (field = NEXT_ROW("files that are no run are left alone")) != NULL;)
        for (JournalMode mode = JOURNAL_BEGIN; mode <= JOURNAL_FORCE; mode++) {
            g_autoptr(Folder) folder = make_folder();
            g_autofree char *text = NULL;
            write_file(folder, field[0], "{\"mine\": 1}");
            assert_refused(EXPERIMENT, folder, mode, EXPERIMENTS_ERROR_FAILED, "no run");
            text = read_file(folder, field[0]);
            g_assert_cmpstr(text, ==, "{\"mine\": 1}");
        }
}

TEST(a_folder_that_cannot_be_made_is_named)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *file = g_build_filename(folder, "file", NULL);
    g_autofree char *below = g_build_filename(file, "below", NULL);

    write_file(folder, "file", "");
    assert_refused(EXPERIMENT, file, JOURNAL_BEGIN, EXPERIMENTS_ERROR_FAILED, file);
    assert_refused(EXPERIMENT, below, JOURNAL_BEGIN, EXPERIMENTS_ERROR_FAILED, below);
}

typedef struct {
    JournalMode mode;
    char *folder;
} Locked;

static void *begin_in_locked_folder(void *data)
{
    const Locked *locked = data;
    const int lock = folder_lock(locked->folder, NULL);

    g_assert_cmpint(lock, >=, 0);
    assert_refused(EXPERIMENT, locked->folder, locked->mode, EXPERIMENTS_ERROR_FAILED,
                   "another run");
    folder_unlock(locked->folder, lock);
    return NULL;
}

/* In threads, as a run waits for the lock for half a second. Only this thread begins and ends the
 * runs, as their timeouts are sources of the one main context. */
TEST(a_lock_keeps_two_runs_apart)
{
    Locked locked[] = {{JOURNAL_BEGIN}, {JOURNAL_RESUME}, {JOURNAL_FORCE}};
    GThread *threads[G_N_ELEMENTS(locked)];

    for (size_t i = 0; i < G_N_ELEMENTS(locked); i++)
        locked[i].folder = make_unfinished(EXPERIMENT);
    for (size_t i = 0; i < G_N_ELEMENTS(locked); i++)
        threads[i] = g_thread_new("run", begin_in_locked_folder, &locked[i]);
    for (size_t i = 0; i < G_N_ELEMENTS(locked); i++)
        g_thread_join(threads[i]);
    for (size_t i = 0; i < G_N_ELEMENTS(locked); i++) {
        g_autoptr(Folder) folder = locked[i].folder;
        run_to_the_end(EXPERIMENT, folder, JOURNAL_RESUME, 1);
    }
}

TEST(a_file_shorter_than_the_checkpoint_says_is_refused)
{
    g_autoptr(Folder) folder = make_unfinished(EXPERIMENT);
    g_autofree char *path = g_build_filename(folder, "games.csv", NULL);

    write_file(folder, "games.csv", "game,");
    assert_refused(EXPERIMENT, folder, JOURNAL_RESUME, EXPERIMENTS_ERROR_FAILED, "games.csv' has ");
    g_unlink(path);
    assert_refused(EXPERIMENT, folder, JOURNAL_RESUME, EXPERIMENTS_ERROR_FAILED,
                   "games.csv' is missing");
}

TEST(a_damaged_checkpoint_is_refused_until_forced)
{
    g_autoptr(Folder) folder = make_unfinished(EXPERIMENT);

    write_file(folder, "checkpoint", CHECKPOINT_MAGIC "0123\n");
    assert_refused(EXPERIMENT, folder, JOURNAL_RESUME, EXPERIMENTS_ERROR_FAILED, "damaged");
    run_to_the_end(EXPERIMENT, folder, JOURNAL_FORCE, 1);
}

TEST(the_spec_of_a_run_can_be_read_at_any_time)
{
    g_autoptr(Folder) unfinished = make_unfinished(EXPERIMENT), nothing = make_folder();
    g_autoptr(Spec) spec = spec_of(EXPERIMENT);
    g_autoptr(GError) error = NULL;

    for (int i = 0; i < 2; i++) {
        g_autofree char *text = resume_read_spec(unfinished, NULL);
        g_autoptr(Spec) again = spec_of(text);
        g_assert_cmpstr(again->identity, ==, spec->identity);
        if (i == 0)
            run_to_the_end(EXPERIMENT, unfinished, JOURNAL_RESUME, 1);
    }
    g_assert_null(resume_read_spec(nothing, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
}

TEST_CASES()
{
    g_test_add_data_func("/runner/any-number-of-jobs-writes-the-same-bytes/race", RACE,
                         test_any_number_of_jobs_writes_the_same_bytes);
    g_test_add_data_func("/runner/stopped-and-resumed-runs-write-the-same-bytes/race", RACE,
                         test_stopped_and_resumed_runs_write_the_same_bytes);
    g_test_add_data_func("/runner/any-number-of-jobs-writes-the-same-bytes/chess", EXPERIMENT,
                         test_any_number_of_jobs_writes_the_same_bytes);
    g_test_add_data_func("/runner/any-number-of-jobs-writes-the-same-bytes/in-time",
                         EXPERIMENT_IN_TIME, test_any_number_of_jobs_writes_the_same_bytes);
    g_test_add_data_func("/runner/stopped-and-resumed-runs-write-the-same-bytes/chess", EXPERIMENT,
                         test_stopped_and_resumed_runs_write_the_same_bytes);
    g_test_add_data_func("/runner/stopped-and-resumed-runs-write-the-same-bytes/in-time",
                         EXPERIMENT_IN_TIME, test_stopped_and_resumed_runs_write_the_same_bytes);
}
