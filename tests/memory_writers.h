/* A memory of positions as players use it, in whatever store, and processes that write into
 * one. The program that runs the test is started again as a writer: it calls memory_writer_main()
 * first. */
#pragma once

#include <gio/gio.h>

#include "tests/memory_support.h"

#define MEMORY_SOON_MS 30000 /* long enough on any machine for what is awaited */

/* Owner: the caller. */
static inline PositionMemory *memory_open(const char *where, const PositionMemoryOptions *options)
{
    g_autoptr(GError) error = NULL;
    PositionMemory *memory = position_memory_open(where, options, &error);

    g_assert_no_error(error);
    if (memory == NULL)
        g_error("no memory can be opened at %s", where);
    return memory;
}

/* A frozen memory of what the store at @where has. Owner: the caller. */
static inline PositionMemory *memory_open_frozen(const char *where)
{
    g_autoptr(MemoryStore) store = memory_store_open(where, false, 0, NULL);
    PositionMemory *memory = position_memory_new_frozen();

    g_assert_true(memory_store_each(store, position_memory_add, memory, NULL));
    return memory;
}

/* Whether what waits could be written. */
static inline bool memory_flush(PositionMemory *memory)
{
    return position_memory_write(memory, NULL);
}

static inline MemoryEntry memory_finding(int depth)
{
    return (MemoryEntry){.depth = depth,
                         .bound = BOUND_EXACT,
                         .evaluation = MEMORY_EVALUATION,
                         .metric_cp = -42,
                         .nodes = 1000,
                         .found_at = 1714566600,
                         .player = "search:depth=4"};
}

static inline void memory_store(PositionMemory *memory, const MemorySample *sample, int depth)
{
    const MemoryEntry finding = memory_finding(depth);

    position_memory_store(memory, &GAME_CHESS, &sample->state, &finding, sample->move);
}

static inline PositionQuestion memory_question(int min_depth)
{
    return (PositionQuestion){.evaluation = MEMORY_EVALUATION,
                              .wanted = MEMORY_WANTED_EXACT(min_depth)};
}

static inline bool memory_finds(PositionMemory *memory, const Game *game, const GameState *state,
                                int min_depth, MemoryEntry *out_finding)
{
    const PositionQuestion question = memory_question(min_depth);
    Move move;

    return position_memory_find(memory, game, state, &question, out_finding, &move);
}

static inline bool memory_knows(PositionMemory *memory, const MemorySample *sample, int min_depth)
{
    MemoryEntry finding;

    return memory_finds(memory, &GAME_CHESS, &sample->state, min_depth, &finding);
}

#define MEMORY_WRITERS 8
#define MEMORY_WRITTEN 1000
#define MEMORY_WRITER_WHERE "AGENTCHESS_TEST_WRITER_WHERE"
#define MEMORY_WRITER_NUMBER "AGENTCHESS_TEST_WRITER_NUMBER"

/* Whether this process is a writer. */
static inline bool memory_writer_is_wanted(void)
{
    return g_getenv(MEMORY_WRITER_WHERE) != NULL;
}

/* A writer: all samples, with depths that differ from process to process; the deepest of each
 * position is MEMORY_WRITERS - 1. Its exit status. */
static inline int memory_writer_main(void)
{
    const int number = atoi(g_getenv(MEMORY_WRITER_NUMBER));
    g_autoptr(GArray) samples = memory_sample(MEMORY_WRITTEN);
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = {.query_ms = MEMORY_SOON_MS,
                                           .flush_ms = MEMORY_SOON_MS,
                                           .warn = memory_warnings_add,
                                           .warn_data = warnings};
    g_autoptr(PositionMemory) memory = memory_open(g_getenv(MEMORY_WRITER_WHERE), &options);
    MemoryTally tally;
    bool good;

    for (guint i = 0; i < samples->len; i++)
        memory_store(memory, &g_array_index(samples, MemorySample, i),
                     (number + (int)i) % MEMORY_WRITERS);
    good = memory_flush(memory);
    tally = position_memory_close(memory);
    return good && memory_warnings_count(warnings) == 0 && tally.stored == samples->len &&
                   tally.lost == 0
               ? 0
               : 1;
}

static inline GSubprocess *memory_writer_start(const char *program, const char *where, int number)
{
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE);
    g_autofree char *text = g_strdup_printf("%d", number);
    g_autoptr(GError) error = NULL;
    GSubprocess *writer;

    g_subprocess_launcher_setenv(launcher, MEMORY_WRITER_WHERE, where, TRUE);
    g_subprocess_launcher_setenv(launcher, MEMORY_WRITER_NUMBER, text, TRUE);
    writer = g_subprocess_launcher_spawn(launcher, &error, program, NULL);
    g_assert_no_error(error);
    return writer;
}

/* The deepest search of sample @i that @writers processes have written. */
static inline int memory_deepest(guint i, int writers)
{
    int deepest = 0;

    for (int number = 0; number < writers; number++)
        deepest = MAX(deepest, (number + (int)i) % MEMORY_WRITERS);
    return deepest;
}

/* @count processes, at most MEMORY_WRITERS, write into the store at @where, and lose nothing; of
 * each position the deepest search stays, and each session is counted. */
static inline void memory_assert_writers(const char *where, int count)
{
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autoptr(GArray) samples = memory_sample(MEMORY_WRITTEN);
    g_autoptr(PositionMemory) memory = NULL;
    GSubprocess *writers[MEMORY_WRITERS];

    for (int i = 0; i < count; i++)
        writers[i] = memory_writer_start(program, where, i);
    for (int i = 0; i < count; i++) {
        g_autoptr(GError) error = NULL;
        g_assert_true(g_subprocess_wait_check(writers[i], NULL, &error));
        g_assert_no_error(error);
        g_object_unref(writers[i]);
    }
    memory = memory_open(where, NULL);
    for (guint i = 0; i < samples->len; i++) {
        const MemorySample *sample = &g_array_index(samples, MemorySample, i);
        const int deepest = memory_deepest(i, count);
        g_assert_true(memory_knows(memory, sample, deepest));
        g_assert_false(memory_knows(memory, sample, deepest + 1));
    }
    g_assert_cmpuint(memory_figure(where, "sessions"), ==, (guint)count);
    g_assert_cmpuint(memory_figure(where, "stored"), ==, (guint)count * MEMORY_WRITTEN);
    g_assert_cmpuint(memory_figure(where, "lost"), ==, 0);
}
