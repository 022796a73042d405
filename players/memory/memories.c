#include "players/memory/memories.h"

struct Memories {
    PositionMemoryOptions options;
    GMutex lock;       /* of the table; held while a memory is opened, so others wait */
    GHashTable *table; /* "positions.db" to its PositionMemory */
};

Memories *memories_new(const PositionMemoryOptions *options)
{
    Memories *memories = g_new0(Memories, 1);

    if (options != NULL)
        memories->options = *options;
    g_mutex_init(&memories->lock);
    memories->table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify)position_memory_free);
    return memories;
}

void memories_free(Memories *memories)
{
    g_hash_table_unref(memories->table);
    g_mutex_clear(&memories->lock);
    g_free(memories);
}

void memories_put(Memories *memories, const char *where, PositionMemory *memory)
{
    g_mutex_lock(&memories->lock);
    g_hash_table_insert(memories->table, g_strdup(where), memory);
    g_mutex_unlock(&memories->lock);
}

PositionMemoryCounts memories_close(Memories *memories)
{
    PositionMemoryCounts sum = {0};
    GHashTableIter iter;
    void *memory;

    g_mutex_lock(&memories->lock);
    g_hash_table_iter_init(&iter, memories->table);
    while (g_hash_table_iter_next(&iter, NULL, &memory)) {
        const PositionMemoryCounts counts = position_memory_close(memory);
        memory_tally_add(&sum.tally, &counts.tally);
        sum.failures += counts.failures;
    }
    g_mutex_unlock(&memories->lock);
    return sum;
}

void memories_write_idle(Memories *memories)
{
    GHashTableIter iter;
    void *memory;

    g_mutex_lock(&memories->lock);
    g_hash_table_iter_init(&iter, memories->table);
    while (g_hash_table_iter_next(&iter, NULL, &memory))
        position_memory_write_idle(memory);
    g_mutex_unlock(&memories->lock);
}

int memories_count(Memories *memories)
{
    int count;

    g_mutex_lock(&memories->lock);
    count = (int)g_hash_table_size(memories->table);
    g_mutex_unlock(&memories->lock);
    return count;
}

PositionMemory *memories_get(Memories *memories, const char *where, GError **error)
{
    PositionMemory *memory;

    g_mutex_lock(&memories->lock);
    memory = g_hash_table_lookup(memories->table, where);
    if (memory == NULL) {
        memory = position_memory_open(where, &memories->options, error);
        if (memory != NULL)
            g_hash_table_insert(memories->table, g_strdup(where), memory);
    }
    g_mutex_unlock(&memories->lock);
    return memory;
}
