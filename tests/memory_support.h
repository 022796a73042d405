/* Memories in a folder of the test's own, and a listener to their warnings. */
#pragma once

#include <unistd.h>

#include "agents/random.h"
#include "board/antichess.h"
#include "board/chess.h"
#include "players/memory/memory_kind.h"
#include "players/memory/position_memory.h"
#include "tests/folder.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

#define MEMORY_EVALUATION UINT64_C(0xfedcba9876543210) /* the number of the evaluation in tests */

/* Asks test_memory_postgres.py, which has started this program, to do something to its server. */
static inline void memory_ask_server(const char *command)
{
    g_autofree char *line = g_strconcat(command, "\n", NULL);
    const int ask = atoi(g_getenv("AGENTCHESS_TEST_ASK"));
    const int told = atoi(g_getenv("AGENTCHESS_TEST_TOLD"));
    char answer[3];

    if (write(ask, line, strlen(line)) != (ssize_t)strlen(line) ||
        read(told, answer, sizeof answer) != sizeof answer)
        g_error("the server's guardian does not know '%s'", command);
}

/* The URL of the database @name of that server, which is new and empty; NULL without a server.
 * Owner: the caller. */
static inline char *memory_new_database(const char *name)
{
    const char *server = g_getenv("AGENTCHESS_TEST_POSTGRES");
    g_autofree char *command = g_strdup_printf("database %s", name);

    if (server == NULL)
        return NULL;
    memory_ask_server(command);
    return g_strdup_printf("postgresql://test@%s/%s", server, name);
}

/* Keeps one entry; @out_changed, unless NULL: whether the store had nothing as good. */
static inline bool memory_put(MemoryStore *store, const MemoryEntry *entry, bool *out_changed,
                              GError **error)
{
    uint64_t changed = 0;

    if (!memory_store_put(store, entry, 1, &changed, error))
        return false;
    if (out_changed != NULL)
        *out_changed = changed > 0;
    return true;
}

static inline void memory_add_figure(const char *quantity, const char *of, uint64_t value,
                                     void *data)
{
    g_string_append_printf(data, "%s %s=%" G_GUINT64_FORMAT "\n", quantity, of, value);
}

/* All figures about @store, a line each: "depth 4=1". Owner: the caller. */
static inline char *memory_figures(MemoryStore *store)
{
    GString *text = g_string_new(NULL);

    g_assert_true(memory_store_stats(store, memory_add_figure, text, NULL));
    return g_string_free(text, FALSE);
}

/* The figure @quantity, such as "sessions", of the store at @where. */
static inline uint64_t memory_figure(const char *where, const char *quantity)
{
    g_autoptr(MemoryStore) store = memory_store_open(where, false, 0, NULL);
    g_autofree char *figures = memory_figures(store);
    g_autofree char *begin = g_strconcat(quantity, " =", NULL);
    const char *figure = strstr(figures, begin);

    g_assert_nonnull(figure);
    return figure != NULL ? g_ascii_strtoull(figure + strlen(begin), NULL, 10) : 0;
}

static inline GameState memory_state(const Game *game, const char *text)
{
    g_autoptr(GError) error = NULL;
    GameState state = game->start();

    game->read_state(text, &state, &error);
    g_assert_no_error(error);
    return state;
}

static inline Move memory_move(const Game *game, const GameState *state, const char *text)
{
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    game->parse_move(state, text, &move, &error);
    g_assert_no_error(error);
    return move;
}

/* An entry of the position @fen of chess with @move. */
static inline MemoryEntry memory_entry_of(const char *fen, const char *move, int depth)
{
    const GameState state = memory_state(&GAME_CHESS, fen);
    MemoryEntry entry = {.depth = depth,
                         .bound = BOUND_EXACT,
                         .metric_cp = -17,
                         .nodes = 123456,
                         .found_at = 1714566600,
                         .evaluation = MEMORY_EVALUATION};

    memory_entry_set_position(&entry, &GAME_CHESS, &state);
    g_strlcpy(entry.move, move, sizeof entry.move);
    g_strlcpy(entry.player, "search:depth=4", sizeof entry.player);
    return entry;
}

/* A position and a legal move of it. */
typedef struct {
    GameState state;
    Move move;
} MemorySample;

/* @count positions of random games of chess, all different. Owner: the caller. */
static inline GArray *memory_sample(guint count)
{
    GArray *samples = g_array_new(FALSE, FALSE, sizeof(MemorySample));
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    Random random = random_for_job(1, count);
    GameState state = GAME_CHESS.start();

    while (samples->len < count) {
        Move moves[GAME_MAX_MOVES];
        const int legal = GAME_CHESS.moves(&state, moves);

        if (legal == 0 || state.chess.halfmove_clock > 60) {
            state = GAME_CHESS.start();
            continue;
        }
        if (g_hash_table_add(seen, g_memdup2(&state.chess.key, sizeof state.chess.key))) {
            const MemorySample sample = {state, moves[0]};
            g_array_append_val(samples, sample);
        }
        GAME_CHESS.play(&state, moves[random_below(&random, (uint32_t)legal)]);
    }
    return samples;
}

/* The warnings of a store that were heard. */
typedef struct {
    GMutex lock;
    GPtrArray *sentences;
} MemoryWarnings;

static inline void memory_warnings_add(const char *sentence, void *data)
{
    MemoryWarnings *warnings = data;

    g_mutex_lock(&warnings->lock);
    g_ptr_array_add(warnings->sentences, g_strdup(sentence));
    g_mutex_unlock(&warnings->lock);
}

static inline MemoryWarnings *memory_warnings_new(void)
{
    MemoryWarnings *warnings = g_new0(MemoryWarnings, 1);

    g_mutex_init(&warnings->lock);
    warnings->sentences = g_ptr_array_new_with_free_func(g_free);
    return warnings;
}

static inline void memory_warnings_free(MemoryWarnings *warnings)
{
    g_ptr_array_unref(warnings->sentences);
    g_mutex_clear(&warnings->lock);
    g_free(warnings);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemoryWarnings, memory_warnings_free)

/* There was one warning so far, and it says @words. */
static inline void memory_warnings_assert_one(MemoryWarnings *warnings, const char *words)
{
    const char *sentence = "";

    g_mutex_lock(&warnings->lock);
    for (guint i = 0; i < warnings->sentences->len; i++)
        g_test_message("warned: %s", (char *)warnings->sentences->pdata[i]);
    g_assert_cmpuint(warnings->sentences->len, ==, 1);
    if (warnings->sentences->len > 0)
        sentence = warnings->sentences->pdata[0];
    g_assert_nonnull(strstr(sentence, words));
    g_assert_null(strchr(sentence, '\n'));
    g_mutex_unlock(&warnings->lock);
}

/* One of the warnings so far says @words. */
static inline void memory_warnings_assert_any(MemoryWarnings *warnings, const char *words)
{
    bool any = false;

    g_mutex_lock(&warnings->lock);
    for (guint i = 0; i < warnings->sentences->len; i++) {
        g_test_message("warned: %s", (char *)warnings->sentences->pdata[i]);
        any |= strstr(warnings->sentences->pdata[i], words) != NULL;
    }
    g_mutex_unlock(&warnings->lock);
    g_assert_true(any);
}

static inline guint memory_warnings_count(MemoryWarnings *warnings)
{
    guint count;

    g_mutex_lock(&warnings->lock);
    count = warnings->sentences->len;
    g_mutex_unlock(&warnings->lock);
    return count;
}

/* Milliseconds since @start, of g_get_monotonic_time(). */
static inline int memory_ms_since(gint64 start)
{
    return (int)((g_get_monotonic_time() - start) / G_TIME_SPAN_MILLISECOND);
}
