/* The memory as players meet it, over files of SQLite: whatever the file does, no move is lost. */
#include <gio/gio.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include "tests/memory_writers.h"
#include "tests/test.h"

/* Owner: the caller. */
static char *path_in(const char *folder)
{
    return g_build_filename(folder, "memory.db", NULL);
}

/* Making a file waits for the disk, which is not what short limits are about. */
static PositionMemory *open_made(const char *where, const PositionMemoryOptions *options)
{
    position_memory_free(memory_open(where, NULL));
    return memory_open(where, options);
}

static void store_and_flush(PositionMemory *memory, const MemorySample *sample, int depth)
{
    memory_store(memory, sample, depth);
    g_assert_true(memory_flush(memory));
}

TEST(what_was_stored_is_found_as_it_was)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(PositionMemory) memory = memory_open(path, NULL);
    const GameState state = memory_state(&GAME_CHESS, KIWIPETE);
    const GameState later = memory_state(
        &GAME_CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 9 30");
    const Move move = memory_move(&GAME_CHESS, &state, "e2a6");
    const MemoryEntry stored = memory_finding(3);
    MemoryEntry found = {0};

    position_memory_store(memory, &GAME_CHESS, &state, &stored, move);
    g_assert_true(memory_flush(memory));
    g_assert_true(memory_finds(memory, &GAME_CHESS, &later, 3, &found));
    g_assert_cmpint(found.depth, ==, 3);
    g_assert_cmpstr(found.move, ==, "e2a6");
    g_assert_cmpint(found.metric_cp, ==, -42);
    g_assert_cmpuint(found.nodes, ==, 1000);
    g_assert_cmpint(found.found_at, ==, 1714566600);
    g_assert_cmpstr(found.player, ==, "search:depth=4");
    g_assert_false(memory_finds(memory, &GAME_CHESS, &state, 4, &found));
}

TEST(chess_and_antichess_do_not_meet)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(PositionMemory) memory = memory_open(path, NULL);
    const GameState state = GAME_CHESS.start();
    const Move move = memory_move(&GAME_CHESS, &state, "g1f3");
    const Move anti_move = memory_move(&GAME_ANTICHESS, &state, "e2e3");
    const MemoryEntry chess = memory_finding(5), antichess = memory_finding(2);
    MemoryEntry found;

    position_memory_store(memory, &GAME_CHESS, &state, &chess, move);
    g_assert_true(memory_flush(memory));
    g_assert_false(memory_finds(memory, &GAME_ANTICHESS, &state, 0, &found));
    position_memory_store(memory, &GAME_ANTICHESS, &state, &antichess, anti_move);
    g_assert_true(memory_flush(memory));
    g_assert_true(memory_finds(memory, &GAME_ANTICHESS, &state, 2, &found));
    g_assert_cmpstr(found.move, ==, "e2-e3");
    g_assert_true(memory_finds(memory, &GAME_CHESS, &state, 5, &found));
    g_assert_cmpstr(found.move, ==, "g1f3");
}

TEST(a_game_that_is_not_remembered_is_passed_over)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(PositionMemory) memory = memory_open(path, NULL);
    const Game *game = game_by_name("threechess");
    const GameState state = game->start();
    const MemoryEntry finding = memory_finding(5);
    MemoryEntry found;

    position_memory_store(memory, game, &state, &finding, 1);
    g_assert_true(memory_flush(memory));
    g_assert_false(memory_finds(memory, game, &state, 0, &found));
    g_assert_cmpuint(position_memory_counts(memory).stored, ==, 0);
}

TEST(a_move_that_is_not_legal_is_not_handed_out)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    const MemoryEntry lie = memory_entry_of(KIWIPETE, "e2e5", 9);
    const GameState state = memory_state(&GAME_CHESS, KIWIPETE);
    MemoryEntry found;
    {
        g_autoptr(MemoryStore) forger = memory_store_open(path, false, 0, NULL);
        g_assert_true(memory_put(forger, &lie, NULL, NULL));
    }
    {
        g_autoptr(PositionMemory) live = memory_open(path, NULL), still = memory_open_frozen(path);
        g_assert_false(memory_finds(live, &GAME_CHESS, &state, 0, &found));
        g_assert_false(memory_finds(still, &GAME_CHESS, &state, 0, &found));
    }
}

TEST(closing_writes_what_still_waits)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(GArray) samples = memory_sample(500);
    {
        g_autoptr(PositionMemory) memory = memory_open(path, NULL);
        for (guint i = 0; i < samples->len; i++)
            memory_store(memory, &g_array_index(samples, MemorySample, i), 2);
    }
    g_autoptr(PositionMemory) again = memory_open(path, NULL);
    for (guint i = 0; i < samples->len; i++)
        g_assert_true(memory_knows(again, &g_array_index(samples, MemorySample, i), 2));
    g_assert_cmpuint(position_memory_counts(again).asked, ==, 500);
    g_assert_cmpuint(position_memory_counts(again).found, ==, 500);
}

TEST(a_frozen_memory_stays_at_the_moment_it_was_opened)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(PositionMemory) live = memory_open(path, NULL);
    g_autoptr(GArray) samples = memory_sample(2);
    const MemorySample *first = &g_array_index(samples, MemorySample, 0);
    const MemorySample *second = &g_array_index(samples, MemorySample, 1);
    g_autoptr(PositionMemory) still = NULL;

    store_and_flush(live, first, 3);
    still = memory_open_frozen(path);
    store_and_flush(live, first, 5);
    store_and_flush(live, second, 5);
    g_assert_true(memory_knows(live, first, 5));
    g_assert_true(memory_knows(live, second, 5));
    g_assert_true(memory_knows(still, first, 3));
    g_assert_false(memory_knows(still, first, 4));
    g_assert_false(memory_knows(still, second, 0));
}

TEST(a_frozen_memory_collects_what_is_new_in_order)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(GArray) samples = memory_sample(3);

    position_memory_free(memory_open(path, NULL));
    for (int round = 0; round < 2; round++) {
        g_autoptr(PositionMemory) memory = memory_open_frozen(path);
        g_autoptr(GArray) taken = NULL, nothing = NULL;
        for (int i = 2; i >= 0; i--)
            memory_store(memory, &g_array_index(samples, MemorySample, i), i);
        g_assert_false(memory_knows(memory, &g_array_index(samples, MemorySample, 0), 0));
        taken = position_memory_take_new(memory);
        nothing = position_memory_take_new(memory);
        g_assert_cmpuint(nothing->len, ==, 0);
        g_assert_cmpuint(taken->len, ==, 3);
        for (guint i = 0; i < taken->len; i++) {
            const MemoryEntry *entry = &g_array_index(taken, MemoryEntry, i);
            g_assert_true(memory_entry_check(entry, NULL));
            g_assert_cmpint(entry->depth, ==, 2 - (int)i);
        }
    }
    g_autoptr(PositionMemory) live = memory_open(path, NULL);
    g_autoptr(GArray) none = position_memory_take_new(live);
    g_assert_cmpuint(none->len, ==, 0);
    g_assert_false(memory_knows(live, &g_array_index(samples, MemorySample, 0), 0));
}

/* The number of open threads of this process, by the kernel. */
static int count_threads(void)
{
    GDir *dir = g_dir_open("/proc/self/task", 0, NULL);
    int count = 0;

    while (dir != NULL && g_dir_read_name(dir) != NULL)
        count++;
    g_clear_pointer(&dir, g_dir_close);
    return count;
}

TEST(a_locked_file_costs_no_move)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {.query_ms = 300,
                                           .rest_ms = 50,
                                           .flush_ms = MEMORY_SOON_MS,
                                           .queue_length = 4,
                                           .warn = memory_warnings_add,
                                           .warn_data = warnings};
    g_autoptr(PositionMemory) memory = open_made(path, &options);
    g_autoptr(MemoryStore) other = memory_store_open(path, false, 0, NULL);
    g_autoptr(GArray) samples = memory_sample(20);
    const gint64 start = g_get_monotonic_time();

    store_and_flush(memory, &g_array_index(samples, MemorySample, 0), 3);
    g_assert_true(memory_store_begin(other, NULL));
    for (guint i = 1; i < samples->len; i++)
        memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
    g_assert_cmpint(memory_ms_since(start), <, 2000);
    g_assert_true(memory_knows(memory, &g_array_index(samples, MemorySample, 0), 3));
    memory_warnings_assert_any(warnings, "memory.db': another program has locked it");
    memory_warnings_assert_any(
        warnings, "memory.db': findings were not stored: too many findings are waiting");
    memory_store_rollback(other);
    g_assert_true(memory_flush(memory));
    g_assert_true(memory_knows(memory, &g_array_index(samples, MemorySample, 1), 3));
    g_assert_cmpuint(position_memory_counts(memory).lost, ==, samples->len - 1 - 4);
    g_assert_cmpuint(position_memory_counts(memory).stored, ==, 1 + 4);
    g_assert_cmpuint(memory_warnings_count(warnings), ==, 2);
}

TEST(a_file_that_fails_again_after_it_worked_is_told_again)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {
        .query_ms = 50, .rest_ms = 20, .warn = memory_warnings_add, .warn_data = warnings};
    g_autoptr(PositionMemory) memory = open_made(path, &options);
    g_autoptr(MemoryStore) other = memory_store_open(path, false, 0, NULL);
    g_autoptr(GArray) samples = memory_sample(2);
    const gint64 start = g_get_monotonic_time();

    for (guint round = 1; round <= samples->len; round++) {
        g_assert_true(memory_store_begin(other, NULL));
        memory_store(memory, &g_array_index(samples, MemorySample, round - 1), 1);
        position_memory_write_idle(memory);
        memory_store_rollback(other);
        while (!memory_flush(memory) && memory_ms_since(start) < MEMORY_SOON_MS)
            ;
        g_assert_cmpuint(memory_warnings_count(warnings), ==, round);
    }
}

TEST(closing_waits_for_a_locked_file_only_so_long)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {
        .flush_ms = 100, .warn = memory_warnings_add, .warn_data = warnings};
    PositionMemory *memory = open_made(path, &options);
    g_autoptr(MemoryStore) other = memory_store_open(path, false, 0, NULL);
    g_autoptr(GArray) samples = memory_sample(3);
    gint64 start;

    g_assert_true(memory_store_begin(other, NULL));
    for (guint i = 0; i < samples->len; i++)
        memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
    start = g_get_monotonic_time();
    position_memory_free(memory);
    g_assert_cmpint(memory_ms_since(start), <, 2000);
    memory_warnings_assert_any(warnings, "memory.db': findings were not stored: ");
    memory_store_rollback(other);
}

TEST(a_full_file_costs_no_move)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {
        .flush_ms = 300, .warn = memory_warnings_add, .warn_data = warnings};
    g_autoptr(PositionMemory) memory = open_made(path, &options);
    g_autoptr(GArray) samples = memory_sample(1000);
    struct rlimit before, small;
    g_autoptr(PositionMemory) other = memory_open(path, NULL); /* without what is in the cache */
    guint hits = 0;

    for (guint i = 0; i < samples->len; i++)
        memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 65536;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    position_memory_write_idle(memory);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    memory_warnings_assert_any(warnings, "memory.db': disk I/O error");
    for (guint i = 0; i < samples->len; i++)
        hits += memory_knows(other, &g_array_index(samples, MemorySample, i), 3);
    g_assert_cmpuint(hits, ==, position_memory_counts(memory).stored);
    g_assert_cmpuint(hits, <, samples->len);
    g_assert_true(memory_flush(memory));
    g_assert_cmpuint(position_memory_counts(memory).stored, ==, samples->len);
}

TEST(a_damaged_file_is_refused)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder), *content = NULL;
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {.warn = memory_warnings_add, .warn_data = warnings};
    g_autoptr(GArray) samples = memory_sample(1000);
    g_autoptr(GError) error = NULL;
    gsize length = 0;

    {
        g_autoptr(PositionMemory) memory = memory_open(path, NULL);
        for (guint i = 0; i < samples->len; i++)
            memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
    }
    g_assert_true(g_file_get_contents(path, &content, &length, NULL));
    g_assert_cmpuint(length, >, 40960);
    memset(content + 12288, 0xa5, length - 12288); /* all but the layout and the root */
    g_assert_true(g_file_set_contents(path, content, (gssize)length, NULL));
    g_assert_null(position_memory_open(path, &options, &error));
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    g_assert_nonnull(strstr(error->message, "memory.db': database disk image is malformed"));
    g_assert_cmpuint(memory_warnings_count(warnings), ==, 0);
}

TEST(of_two_four_and_eight_processes_that_write_the_deepest_search_stays)
{
    for (int writers = 2; writers <= MEMORY_WRITERS; writers *= 2) {
        g_autoptr(Folder) folder = make_folder();
        g_autofree char *path = path_in(folder);
        memory_assert_writers(path, writers);
    }
}

static void do_to_file(const char *path, const char *script)
{
    sqlite3 *other;

    g_assert_cmpint(sqlite3_open(path, &other), ==, SQLITE_OK);
    sqlite3_busy_timeout(other, MEMORY_SOON_MS);
    g_assert_cmpint(sqlite3_exec(other, script, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(other);
}

#define AWAY "ALTER TABLE agentchess_position RENAME TO away"
#define BACK "ALTER TABLE away RENAME TO agentchess_position"

/* Whether all of @samples are known, by a memory that has not found them. */
static void assert_all_known(const char *path, const GArray *samples)
{
    const PositionMemoryOptions options = {.query_ms = MEMORY_SOON_MS};
    g_autoptr(PositionMemory) memory = memory_open(path, &options);

    for (guint i = 0; i < samples->len; i++)
        g_assert_true(memory_knows(memory, &g_array_index(samples, MemorySample, i), 3));
}

TEST(what_a_store_does_not_take_waits_until_it_is_back)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {
        .query_ms = MEMORY_SOON_MS, .warn = memory_warnings_add, .warn_data = warnings};
    g_autoptr(GArray) samples = memory_sample(10000);
    PositionMemory *memory = open_made(path, &options);
    MemoryTally tally;

    for (guint i = 0; i < samples->len; i++) {
        if (i == samples->len / 2) {
            g_assert_true(memory_flush(memory));
            do_to_file(path, AWAY);
        }
        memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
    }
    position_memory_write_idle(memory);
    g_assert_cmpuint(position_memory_counts(memory).stored, ==, samples->len / 2);
    memory_warnings_assert_one(warnings, "no such table");
    do_to_file(path, BACK);
    tally = position_memory_close(memory);
    position_memory_free(memory);
    g_assert_cmpuint(tally.stored, ==, samples->len);
    g_assert_cmpuint(tally.lost, ==, 0);
    assert_all_known(path, samples);
    g_assert_cmpuint(memory_figure(path, "stored"), ==, samples->len);
    g_assert_cmpuint(memory_figure(path, "sessions"), ==, 2); /* and the one that has looked */
}

#define KILLED_FILE "AGENTCHESS_TEST_KILLED_FILE"

/* Stores without end, and says how many are certain. */
static void store_until_killed(const char *path)
{
    g_autoptr(PositionMemory) memory = memory_open(path, NULL);
    g_autoptr(GArray) samples = memory_sample(20000);

    for (guint i = 0; i < samples->len; i++) {
        memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
        if (i % 100 == 99 && memory_flush(memory)) {
            g_print("%u\n", i + 1);
            fflush(stdout);
        }
    }
}

TEST(what_was_stored_outlives_a_kill)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder), *program = g_file_read_link("/proc/self/exe", NULL);
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    g_autoptr(GArray) samples = memory_sample(20000);
    g_autoptr(GSubprocess) writer = NULL;
    g_autoptr(GDataInputStream) said = NULL;
    guint certain = 0;

    g_subprocess_launcher_setenv(launcher, KILLED_FILE, path, TRUE);
    writer = g_subprocess_launcher_spawn(launcher, NULL, program, NULL);
    said = g_data_input_stream_new(g_subprocess_get_stdout_pipe(writer));
    for (int lines = 0; lines < 20; lines++) {
        g_autofree char *line = g_data_input_stream_read_line(said, NULL, NULL, NULL);
        certain = line != NULL ? (guint)atoi(line) : certain;
    }
    g_subprocess_force_exit(writer);
    g_subprocess_wait(writer, NULL, NULL);
    g_assert_cmpuint(certain, ==, 2000);
    g_array_set_size(samples, certain);
    assert_all_known(path, samples);
}

#define ASKERS 4
#define ASKED 200

typedef struct {
    PositionMemory *memory;
    const GArray *samples;
} Asker;

static void *ask_and_store(void *data)
{
    const Asker *asker = data;
    gsize hits = 0;

    for (guint i = 0; i < asker->samples->len; i++) {
        const MemorySample *sample = &g_array_index(asker->samples, MemorySample, i);
        hits += memory_knows(asker->memory, sample, 1);
        memory_store(asker->memory, sample, 2);
    }
    return GSIZE_TO_POINTER(hits);
}

TEST(threads_share_a_memory)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    const PositionMemoryOptions options = {.query_ms = MEMORY_SOON_MS, .flush_ms = MEMORY_SOON_MS};
    g_autoptr(PositionMemory) memory = memory_open(path, &options);
    g_autoptr(GArray) samples = memory_sample(ASKED);
    Asker asker = {memory, samples};
    GThread *threads[ASKERS];
    gsize hits = 0;
    MemoryTally counts;

    for (int i = 0; i < ASKERS; i++)
        threads[i] = g_thread_new("asker", ask_and_store, &asker);
    for (int i = 0; i < ASKERS; i++)
        hits += GPOINTER_TO_SIZE(g_thread_join(threads[i]));
    g_assert_true(memory_flush(memory));
    counts = position_memory_counts(memory);
    g_assert_cmpuint(counts.asked, ==, ASKERS * ASKED);
    g_assert_cmpuint(counts.found, ==, hits);
    g_assert_cmpuint(counts.stored, ==, ASKERS * ASKED);
    g_assert_cmpuint(counts.lost, ==, 0);
}

TEST(a_memory_that_is_closed_leaves_no_thread)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    const int before = count_threads();

    for (int i = 0; i < 20; i++)
        position_memory_free(memory_open(path, NULL));
    /* The kernel may count a thread for a moment after it has ended. */
    for (int tries = 0; tries < 1000 && count_threads() > before; tries++)
        g_usleep(1000);
    g_assert_cmpint(count_threads(), <=, before);
}

int main(int argc, char **argv)
{
    if (memory_writer_is_wanted())
        return memory_writer_main();
    if (g_getenv(KILLED_FILE) != NULL) {
        store_until_killed(g_getenv(KILLED_FILE));
        return 0;
    }
    return tests_run(argc, argv);
}
