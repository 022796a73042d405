#include "app/commands/bench_memory.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "board/chess.h"
#include "players/memory/memory_address.h"
#include "players/memory/memory_store.h"
#include "players/memory/position_memory.h"

#define ROUNDS 5
#define PATIENCE_MS 60000

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void print_figure(const char *kind, const char *what, double value, const char *unit)
{
    printf("memory-%s-%s %.0f %s\n", kind, what, value, unit);
    fflush(stdout);
}

/* Asks for every position several times; returns the questions answered in a second. */
static double measure_questions(PositionMemory *memory, const GArray *states)
{
    const PositionQuestion question = {.evaluation = 1, .wanted = MEMORY_WANTED_EXACT(0)};
    const gint64 start = g_get_monotonic_time();
    MemoryEntry finding;
    Move move;

    for (int round = 0; round < ROUNDS; round++)
        for (guint i = 0; i < states->len; i++)
            position_memory_find(memory, &GAME_CHESS, &g_array_index(states, GameState, i),
                                 &question, &finding, &move);
    return ROUNDS * states->len / seconds_since(start);
}

/* Stores a made-up finding for each position; returns the findings written in a second. */
static double measure_findings(PositionMemory *memory, const GArray *states)
{
    const gint64 start = g_get_monotonic_time();
    Move moves[GAME_MAX_MOVES];

    for (guint i = 0; i < states->len; i++) {
        const GameState *state = &g_array_index(states, GameState, i);
        const MemoryEntry finding = {
            .depth = 1, .bound = BOUND_EXACT, .evaluation = 1, .player = "bench"};

        GAME_CHESS.moves(state, moves);
        position_memory_store(memory, &GAME_CHESS, state, &finding, moves[0]);
    }
    position_memory_write(memory, NULL);
    return states->len / seconds_since(start);
}

static PositionMemory *open_memory(const char *where, const GArray *states, GError **error)
{
    const PositionMemoryOptions options = {
        .query_ms = PATIENCE_MS,
        .queue_length = (int)states->len,
    };

    return position_memory_open(where, &options, error);
}

static void measure_file(const char *path, const GArray *states)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(PositionMemory) memory = open_memory(path, states, &error);

    if (memory == NULL) {
        fprintf(stderr, "%s: %s\n", g_get_prgname(), error->message);
        return;
    }
    print_figure("sqlite", "store", measure_findings(memory, states), "findings/s");
    print_figure("sqlite", "find", measure_questions(memory, states), "questions/s");
}

void bench_memory_file(const GArray *states)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("agentchess-bench-XXXXXX", &error);
    g_autofree char *path = NULL;

    if (folder == NULL) {
        fprintf(stderr, "%s: %s\n", g_get_prgname(), error->message);
        return;
    }
    path = g_build_filename(folder, "memory.db", NULL);
    measure_file(path, states);
    g_remove(path);
    g_rmdir(folder);
}

bool bench_memory_check(const char *where, GError **error)
{
    const MemoryStoreOptions options = {.must_exist = true};
    g_autoptr(MemoryStore) store = memory_store_open(where, &options, error);

    return store != NULL;
}

bool bench_memory_at(const char *where, const GArray *states, GError **error)
{
    g_autoptr(PositionMemory) memory = open_memory(where, states, error);
    double rate;

    if (memory == NULL)
        return false;
    rate = measure_questions(memory, states);
    if (position_memory_counts(memory).failures > 0) {
        g_autofree char *masked = memory_address_mask(where);
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE,
                    "memory '%s': it has failed while it was measured", masked);
        return false;
    }
    print_figure(g_str_has_prefix(where, "postgres") ? "postgresql" : "given", "find", rate,
                 "questions/s");
    return true;
}
