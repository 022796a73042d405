#include "players/memory/memory_snapshot.h"

#include <stddef.h>
#include <string.h>

static guint hash_entry(const void *item)
{
    const uint64_t key = ((const MemoryEntry *)item)->key;

    return (guint)(key ^ key >> 32);
}

static gboolean same_entry(const void *a, const void *b)
{
    const MemoryEntry *first = a, *second = b;

    return first->key == second->key && first->evaluation == second->evaluation &&
           first->bound == second->bound && g_str_equal(first->position, second->position) &&
           g_str_equal(first->game, second->game);
}

MemorySnapshot *memory_snapshot_new(void)
{
    return g_hash_table_new_full(hash_entry, same_entry, g_free, NULL);
}

/* The text of the player is the last member, and mostly short: the rest of its room is not kept. */
static size_t size_of(const MemoryEntry *entry)
{
    return offsetof(MemoryEntry, player) + strlen(entry->player) + 1;
}

bool memory_snapshot_add(const MemoryEntry *entry, void *snapshot)
{
    const MemoryEntry *known = g_hash_table_lookup(snapshot, entry);

    if (known == NULL || known->depth < entry->depth)
        g_hash_table_add(snapshot, g_memdup2(entry, size_of(entry)));
    return true;
}

static bool is_of_use(const MemoryEntry *entry, const MemoryWanted *wanted)
{
    return entry->depth >= wanted->min_depth &&
           (entry->bound == BOUND_EXACT ||
            (entry->bound == BOUND_LOWER ? entry->metric_cp >= wanted->at_least_cp
                                         : entry->metric_cp <= wanted->at_most_cp));
}

bool memory_snapshot_find(MemorySnapshot *snapshot, MemoryEntry *entry, const MemoryWanted *wanted)
{
    for (entry->bound = BOUND_EXACT; entry->bound > BOUND_NONE; entry->bound--) {
        const MemoryEntry *known = g_hash_table_lookup(snapshot, entry);
        if (known != NULL && is_of_use(known, wanted)) {
            memcpy(entry, known, size_of(known));
            return true;
        }
    }
    return false;
}
