#include "players/memory/memory_snapshot.h"

#include <string.h>

/* An entry; texts are in a chunk. */
typedef struct {
    uint64_t key, evaluation, nodes;
    int64_t found_at;
    const char *game, *position, *player;
    int depth, metric_cp;
    Bound bound;
    char move[GAME_MOVE_TEXT_SIZE];
} Remembered;

/* What a store had when it was opened. */
struct MemorySnapshot {
    GHashTable *entries; /* of Remembered, one for each position, evaluation and bound */
    GStringChunk *texts;
    guint size; /* of the entries */
};

static guint hash_remembered(const void *item)
{
    const uint64_t key = ((const Remembered *)item)->key;

    return (guint)(key ^ key >> 32);
}

static gboolean same_remembered(const void *a, const void *b)
{
    const Remembered *first = a, *second = b;

    return first->key == second->key && first->evaluation == second->evaluation &&
           first->bound == second->bound && g_str_equal(first->position, second->position) &&
           g_str_equal(first->game, second->game);
}

MemorySnapshot *memory_snapshot_new(void)
{
    MemorySnapshot *snapshot = g_atomic_rc_box_new(MemorySnapshot);

    snapshot->texts = g_string_chunk_new(1 << 16);
    snapshot->size = 0;
    snapshot->entries = g_hash_table_new_full(hash_remembered, same_remembered, g_free, NULL);
    return snapshot;
}

MemorySnapshot *memory_snapshot_ref(MemorySnapshot *snapshot)
{
    return g_atomic_rc_box_acquire(snapshot);
}

static void snapshot_free(void *data)
{
    MemorySnapshot *snapshot = data;

    g_hash_table_unref(snapshot->entries);
    g_string_chunk_free(snapshot->texts);
}

void memory_snapshot_unref(MemorySnapshot *snapshot)
{
    g_atomic_rc_box_release_full(snapshot, snapshot_free);
}

bool memory_snapshot_add(const MemoryEntry *entry, void *data)
{
    MemorySnapshot *snapshot = data;
    Remembered *item = g_new(Remembered, 1);
    const Remembered *known;

    *item = (Remembered){
        .key = entry->key,
        .evaluation = entry->evaluation,
        .nodes = entry->nodes,
        .found_at = entry->found_at,
        .game = g_string_chunk_insert_const(snapshot->texts, entry->game),
        .position = g_string_chunk_insert(snapshot->texts, entry->position),
        .player = g_string_chunk_insert_const(snapshot->texts, entry->player),
        .depth = entry->depth,
        .metric_cp = entry->metric_cp,
        .bound = entry->bound,
    };
    memcpy(item->move, entry->move, sizeof item->move);
    known = g_hash_table_lookup(snapshot->entries, item);
    snapshot->size += known == NULL;
    if (known == NULL || known->depth < item->depth)
        g_hash_table_add(snapshot->entries, item);
    else
        g_free(item);
    return true;
}

guint memory_snapshot_size(const MemorySnapshot *snapshot)
{
    return snapshot->size;
}

/* Whether @item is useful for @wanted. */
static bool is_of_use(const Remembered *item, const MemoryWanted *wanted)
{
    return item->depth >= wanted->min_depth &&
           (item->bound == BOUND_EXACT ||
            (item->bound == BOUND_LOWER ? item->metric_cp >= wanted->at_least_cp
                                        : item->metric_cp <= wanted->at_most_cp));
}

bool memory_snapshot_find(const MemorySnapshot *snapshot, MemoryEntry *entry,
                          const MemoryWanted *wanted)
{
    Remembered key = {.key = entry->key,
                      .evaluation = entry->evaluation,
                      .game = entry->game,
                      .position = entry->position};
    const Remembered *item = NULL;

    for (key.bound = BOUND_EXACT; key.bound > BOUND_NONE; key.bound--) {
        item = g_hash_table_lookup(snapshot->entries, &key);
        if (item != NULL && is_of_use(item, wanted))
            break;
        item = NULL;
    }
    if (item == NULL)
        return false;
    entry->depth = item->depth;
    memcpy(entry->move, item->move, sizeof entry->move);
    entry->bound = item->bound;
    entry->metric_cp = item->metric_cp;
    entry->nodes = item->nodes;
    entry->found_at = item->found_at;
    g_strlcpy(entry->player, item->player, sizeof entry->player);
    return true;
}
