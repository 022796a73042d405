#include "experiments/play/run_memory.h"

#include <sqlite3.h>

#include "experiments/play/memory_csv.h"
#include "experiments/run/merge.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "players/memory/memory_store.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define FINDINGS "findings.csv"

/* Where the store is in @folder. Owner: the caller. */
static char *store_in(const char *folder)
{
    return g_build_filename(folder, "m.db", NULL);
}

/* Two players that name the memory in @folder, and one that has none. Owner: the caller. */
static Spec *spec_in(const char *folder, const char *memory, const char *more)
{
    g_autofree char *store = store_in(folder);
    g_autofree char *text = g_strdup_printf(
        "[players]\nA=homeostatic:depth=2,memory=%s\nB=homeostatic:depth=2,memory=%s\nC=random\n"
        "[experiment]\nmemory=%s\n%s[rules]\nmax-plies=30\n",
        store, store, memory, *more != '\0' ? more : "games=6\n");

    return spec_of(text);
}

/* The sentences said, each behind the other. */
static void hear(const char *sentence, void *data)
{
    g_string_append_printf(data, "%s\n", sentence);
}

/* Plays @spec into @folder, NULL: into none. What was said. Owner: the caller. */
static char *play(const Spec *spec, const char *folder, JournalMode mode, int jobs, Shard shard)
{
    g_autoptr(GString) heard = g_string_new(NULL);
    const RunnerOptions options = {
        .jobs = jobs,
        .folder = folder,
        .mode = mode,
        .shard = shard,
        .program = &TEST_PROGRAM,
        .warn = hear,
        .warn_data = heard,
    };
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    runner_run(spec, &options, &result, &error);
    g_assert_no_error(error);
    return g_strdup(heard->str);
}

static void play_whole(const Spec *spec, const char *folder, int jobs)
{
    g_autofree char *said = play(spec, folder, JOURNAL_BEGIN, jobs, JOURNAL_WHOLE);

    g_assert_cmpstr(said, ==, "");
}

static void append_entry(const MemoryEntry *entry, void *data)
{
    memory_csv_append(data, entry);
}

/* All that the store at @path holds. Owner: the caller. */
static char *read_store(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(MemoryStore) store = memory_store_open(path, false, 0, &error);
    g_autoptr(GString) text = g_string_new(NULL);

    g_assert_no_error(error);
    memory_store_each(store, append_entry, text, &error);
    g_assert_no_error(error);
    return g_strdup(text->str);
}

static guint count_lines(const char *text)
{
    guint count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

static guint count_rows(const char *folder, const char *name)
{
    g_autofree char *text = read_file(folder, name);

    g_assert_nonnull(text);
    return text != NULL ? count_lines(text) - 1 : 0;
}

static void copy_file(const char *from, const char *to)
{
    g_autofree char *text = NULL;
    gsize size = 0;

    g_assert_true(g_file_get_contents(from, &text, &size, NULL));
    g_assert_true(g_file_set_contents(to, text, (gssize)size, NULL));
}

TEST(what_is_frozen_gives_the_same_bytes_on_any_number_of_threads)
{
    g_autoptr(Folder) home = make_folder(), one = make_folder(), two = make_folder();
    g_autofree char *store = store_in(home), *kept = g_build_filename(home, "kept.db", NULL);
    g_autoptr(Spec) spec = spec_in(home, "frozen", "games=6\nseed=3\n");
    g_autoptr(Spec) before = spec_in(home, "frozen", "games=6\nseed=4\n");
    g_autofree char *after_one = NULL, *after_two = NULL;

    play_whole(before, NULL, 1); /* so that something is known */
    copy_file(store, kept);
    play_whole(spec, one, 1);
    after_one = read_store(store);
    copy_file(kept, store);
    play_whole(spec, two, 2);
    after_two = read_store(store);
    assert_same_files(one, two);
    g_assert_cmpuint(count_rows(one, FOLDER_MEMORY), >, 20);
    g_assert_cmpuint(count_rows(one, FINDINGS), >, 20);
    g_assert_cmpuint(count_lines(after_one), >, count_rows(one, FOLDER_MEMORY));
    g_assert_cmpuint(count_lines(after_one), ==, count_lines(after_two));
}

TEST(the_next_run_finds_what_the_last_one_found)
{
    g_autoptr(Folder) home = make_folder(), first = make_folder(), second = make_folder(),
                      third = make_folder();
    g_autoptr(Spec) spec = spec_in(home, "frozen", "");

    play_whole(spec, first, 2);
    play_whole(spec, second, 2);
    play_whole(spec, third, 1);
    g_assert_cmpuint(count_rows(first, FOLDER_MEMORY), ==, 0);
    g_assert_cmpuint(count_rows(second, FOLDER_MEMORY), >, 40);
    g_assert_cmpuint(count_rows(second, FINDINGS), <, count_rows(first, FINDINGS) / 2);
    g_assert_cmpuint(count_rows(third, FOLDER_MEMORY), >=, count_rows(second, FOLDER_MEMORY));
}

static bool count_entry(G_GNUC_UNUSED const MemoryEntry *entry, void *data,
                        G_GNUC_UNUSED GError **error)
{
    ++*(guint *)data;
    return true;
}

TEST(findings_are_as_an_import_wants_them)
{
    g_autoptr(Folder) home = make_folder(), folder = make_folder();
    g_autofree char *path = g_build_filename(folder, FINDINGS, NULL);
    g_autoptr(Spec) spec = spec_in(home, "frozen", "");
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL, *run = NULL, *sum = NULL, *snapshot = NULL;
    guint entries = 0;
    FILE *file;

    play_whole(spec, folder, 1);
    text = read_file(folder, FINDINGS);
    g_assert_true(g_str_has_prefix(text, MEMORY_CSV_HEADER));
    file = fopen(path, "rb");
    memory_csv_read(file, FINDINGS, count_entry, &entries, &error);
    g_assert_no_error(error);
    fclose(file);
    g_assert_cmpuint(entries, ==, count_rows(folder, FINDINGS));
    snapshot = read_file(folder, FOLDER_MEMORY);
    sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, snapshot, -1);
    run = read_file(folder, FOLDER_RUN);
    g_assert_nonnull(strstr(run, sum));
    g_assert_nonnull(strstr(run, "\"not_reproducible\" : []"));
}

TEST(a_memory_that_is_off_is_left_alone)
{
    g_autoptr(Folder) home = make_folder(), folder = make_folder();
    g_autofree char *files = NULL;
    g_autofree char *store = store_in(home);
    g_autoptr(Spec) spec = spec_in(home, "off", "");

    play_whole(spec, folder, 2);
    files = list_files(folder);
    g_assert_null(strstr(files, "memory.csv"));
    g_assert_null(strstr(files, FINDINGS));
    g_assert_false(g_file_test(store, G_FILE_TEST_EXISTS));
}

TEST(a_live_memory_is_written_at_once_and_named_in_the_record)
{
    g_autoptr(Folder) home = make_folder(), folder = make_folder();
    g_autofree char *files = NULL, *run = NULL;
    g_autofree char *store = store_in(home), *known = NULL;
    g_autoptr(Spec) spec = spec_in(home, "live", "");

    play_whole(spec, folder, 2);
    files = list_files(folder);
    g_assert_null(strstr(files, "memory.csv"));
    g_assert_null(strstr(files, FINDINGS));
    run = read_file(folder, FOLDER_RUN);
    g_assert_true(
        g_regex_match_simple("\"not_reproducible\" : \\[\\s*\"A\",\\s*\"B\"\\s*\\]", run, 0, 0));
    known = read_store(store);
    g_assert_cmpuint(count_lines(known), >, 40);
}

TEST(shards_together_are_the_run_that_was_not_parted)
{
    g_autoptr(Folder) home = make_folder(), whole = make_folder(), merged = make_folder();
    g_autoptr(Folder) first = make_folder(), second = make_folder();
    g_autofree char *store = store_in(home), *kept = g_build_filename(home, "kept.db", NULL);
    const char *const parts[] = {first, second, NULL};
    const RunnerOptions options = {.folder = merged, .program = &TEST_PROGRAM};
    g_autoptr(Spec) spec = spec_in(home, "frozen", "");
    g_autoptr(Spec) before = spec_in(home, "frozen", "games=6\nseed=4\n");
    g_autofree char *after_whole = NULL, *after_merge = NULL, *between = NULL;
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) merged_spec = NULL;
    g_autoptr(GError) error = NULL;

    play_whole(before, NULL, 1);
    copy_file(store, kept);
    play_whole(spec, whole, 2);
    after_whole = read_store(store);
    copy_file(kept, store);
    for (uint64_t i = 0; i < 2; i++) {
        G_GNUC_UNUSED g_autofree char *said =
            play(spec, parts[i], JOURNAL_BEGIN, 1, (Shard){i + 1, 2});
        g_assert_cmpstr(said, ==, "");
    }
    between = read_store(store);
    merge_shards(parts, &options, &merged_spec, &result, &error);
    g_assert_no_error(error);
    after_merge = read_store(store);
    assert_same_files(whole, merged);
    g_assert_cmpuint(count_lines(between), <, count_lines(after_merge));
    g_assert_cmpuint(count_lines(after_whole), ==, count_lines(after_merge));
}

TEST(shards_of_different_memories_are_not_merged)
{
    g_autoptr(Folder) home = make_folder(), merged = make_folder();
    g_autoptr(Folder) first = make_folder(), second = make_folder();
    const char *const parts[] = {first, second, NULL};
    const RunnerOptions options = {.folder = merged, .program = &TEST_PROGRAM};
    g_autoptr(Spec) spec = spec_in(home, "frozen", "");
    g_autoptr(Spec) between = spec_in(home, "frozen", "games=6\nseed=4\n");
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) merged_spec = NULL;
    g_autoptr(GError) error = NULL;

    for (uint64_t i = 0; i < 2; i++) {
        G_GNUC_UNUSED g_autofree char *said =
            play(spec, parts[i], JOURNAL_BEGIN, 1, (Shard){i + 1, 2});
        if (i == 0)
            play_whole(between, NULL, 1);
    }
    g_assert_false(merge_shards(parts, &options, &merged_spec, &result, &error));
    g_assert_nonnull(strstr(error->message, "were played with different memories"));
}

TEST(a_game_is_replayed_from_what_was_frozen)
{
    g_autoptr(Folder) home = make_folder(), folder = make_folder();
    g_autoptr(Spec) spec = spec_in(home, "frozen", "games=6\nseed=3\n");
    g_autoptr(Spec) before = spec_in(home, "frozen", "games=6\nseed=4\n");
    g_autoptr(RunMemory) memory = run_memory_new(spec, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GString) findings = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *whole = NULL;

    play_whole(before, NULL, 1);
    play_whole(spec, folder, 1);
    g_assert_true(run_memory_read(memory, folder, &error));
    g_assert_no_error(error);
    {
        g_autoptr(Match) match = match_new(spec, memory, &error);
        records_append_head(spec, RECORDS_FINDINGS, findings);
        for (uint64_t number = 1; number <= schedule_count(spec); number++) {
            match_play(match, number, record);
            records_append_game(spec, RECORDS_FINDINGS, record, findings);
        }
    }
    whole = read_file(folder, FINDINGS);
    g_assert_cmpstr(findings->str, ==, whole);
}

/* Like a run that is stopped, with games played and others not. */
TEST(a_run_without_its_memory_does_not_go_on)
{
    g_autoptr(Folder) home = make_folder(), folder = make_folder();
    g_autofree char *path = g_build_filename(folder, FOLDER_MEMORY, NULL);
    g_autoptr(Spec) spec = spec_in(home, "frozen", "");
    const RunnerOptions options = {.jobs = 1,
                                   .folder = folder,
                                   .mode = JOURNAL_RESUME,
                                   .shard = {1, 2},
                                   .program = &TEST_PROGRAM};
    G_GNUC_UNUSED g_autofree char *said = play(spec, folder, JOURNAL_BEGIN, 1, (Shard){1, 2});
    g_auto(RunnerResult) result = {0};
    g_autoptr(GError) error = NULL;

    g_unlink(path);
    g_assert_false(runner_run(spec, &options, &result, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_nonnull(strstr(error->message, "memory.csv' is missing"));
}

TEST(a_store_that_can_never_work_is_refused_before_anything_is_written)
{
    static const char *const modes[] = {"frozen", "live"};

    for (size_t i = 0; i < G_N_ELEMENTS(modes); i++) {
        g_autoptr(Folder) home = make_folder(), folder = make_folder();
        g_autofree char *files = NULL;
        g_autoptr(Spec) spec = spec_in(home, modes[i], "");
        const RunnerOptions options = {.jobs = 1, .folder = folder, .program = &TEST_PROGRAM};
        g_auto(RunnerResult) result = {0};
        g_autoptr(GError) error = NULL;
        write_file(home, "m.db", "Once upon a time");
        g_assert_false(runner_run(spec, &options, &result, &error));
        g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
        files = list_files(folder);
        g_assert_cmpstr(files, ==, "");
    }
}

static void do_to_store(const char *home, const char *script)
{
    g_autofree char *store = store_in(home);
    sqlite3 *other;

    g_assert_cmpint(sqlite3_open(store, &other), ==, SQLITE_OK);
    sqlite3_busy_timeout(other, 2000);
    sqlite3_exec(other, script, NULL, NULL, NULL);
    sqlite3_close(other);
}

/* The function that shows the progress takes the store's table away in the middle of the run. */
static void spoil(G_GNUC_UNUSED const RunnerProgress *progress, void *data)
{
    do_to_store(data, "ALTER TABLE agentchess_position RENAME TO away");
}

TEST(a_run_whose_store_fails_ends_with_a_sentence_and_is_resumed)
{
    /* Findings are stored at each checkpoint, or only at the end. */
    static const struct {
        const char *mode;
        int checkpoint_ms;
    } ROWS[] = {{"frozen", 20}, {"live", 20}, {"live", 60000}};

    for (size_t i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autoptr(Folder) home = make_folder(), folder = g_build_filename(home, "run", NULL);
        g_autofree char *store = store_in(home), *known = NULL;
        g_autoptr(Spec) spec = spec_in(home, ROWS[i].mode, "games=40\n");
        g_autoptr(GString) heard = g_string_new(NULL);
        RunnerOptions options = {
            .jobs = 2,
            .folder = folder,
            .program = &TEST_PROGRAM,
            .show = spoil,
            .show_data = home,
            .warn = hear,
            .warn_data = heard,
            .checkpoint_ms = ROWS[i].checkpoint_ms,
        };
        g_auto(RunnerResult) failed = {0}, resumed = {0};
        g_autoptr(GError) error = NULL, fault = NULL;
        g_assert_false(runner_run(spec, &options, &failed, &fault));
        g_assert_error(fault, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
        g_assert_nonnull(strstr(fault->message, "m.db': "));
        g_assert_nonnull(strstr(fault->message, "--resume continues it"));
        do_to_store(home, "ALTER TABLE away RENAME TO agentchess_position");
        options.mode = JOURNAL_RESUME;
        options.show = NULL;
        g_assert_true(runner_run(spec, &options, &resumed, &error));
        g_assert_no_error(error);
        g_assert_cmpint(resumed.end, ==, RUNNER_DONE);
        g_assert_cmpuint(count_rows(folder, "games.csv"), ==, 120);
        g_assert_cmpuint(resumed.memory.lost, ==, 0);
        known = read_store(store);
        g_assert_cmpuint(count_lines(known), >, 40);
    }
}

typedef struct {
    sqlite3 *other; /* holds a transaction */
    gint64 until;
} Lock;

/* Lets the store go after a while. */
static void release(G_GNUC_UNUSED const RunnerProgress *progress, void *data)
{
    Lock *lock = data;

    if (g_get_monotonic_time() > lock->until)
        sqlite3_exec(lock->other, "ROLLBACK", NULL, NULL, NULL);
}

static bool run_with_lock(const char *home, const char *folder, JournalMode mode, int patience_ms,
                          int lock_ms, GString *heard, GError **error)
{
    g_autofree char *store = store_in(home);
    g_autoptr(Spec) spec = spec_in(home, "live", "games=20\n");
    Lock lock = {.until = g_get_monotonic_time() + lock_ms * G_TIME_SPAN_MILLISECOND};
    const RunnerOptions options = {
        .jobs = 1,
        .folder = folder,
        .mode = mode,
        .program = &TEST_PROGRAM,
        .show = release,
        .show_data = &lock,
        .warn = hear,
        .warn_data = heard,
        .checkpoint_ms = 1,
        .patience_ms = patience_ms,
    };
    g_auto(RunnerResult) result = {0};
    bool good;

    memory_store_free(memory_store_open(store, false, 0, NULL));
    g_assert_cmpint(sqlite3_open(store, &lock.other), ==, SQLITE_OK);
    if (lock_ms > 0)
        g_assert_cmpint(sqlite3_exec(lock.other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==,
                        SQLITE_OK);
    good = runner_run(spec, &options, &result, error);
    sqlite3_close(lock.other);
    return good;
}

/* A question waits five seconds for a lock. */
TEST(a_store_that_is_away_is_waited_for_with_patience)
{
    g_autoptr(Folder) folder = make_folder(), home = make_folder();
    g_autoptr(GString) heard = g_string_new(NULL);
    g_autoptr(GError) error = NULL, fault = NULL, fine = NULL;

    g_assert_true(run_with_lock(home, folder, JOURNAL_BEGIN, 60000, 6000, heard, &error));
    g_assert_no_error(error);
    g_assert_nonnull(strstr(heard->str, "another program has locked it"));
    g_assert_nonnull(strstr(heard->str, "; the run tries again for at most 60 s\n"));
    g_assert_false(run_with_lock(home, folder, JOURNAL_FORCE, 1, 60000, heard, &fault));
    g_assert_error(fault, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_true(g_str_has_prefix(fault->message, "search results cannot be stored: memory '"));
    g_assert_true(
        g_str_has_suffix(fault->message, "; the run stops here, and --resume continues it"));
    g_assert_true(run_with_lock(home, folder, JOURNAL_RESUME, 1, 0, heard, &fine));
    g_assert_no_error(fine);
    g_assert_cmpuint(count_rows(folder, "games.csv"), ==, 60);
}
