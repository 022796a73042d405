#include "players/memory/memories.h"

struct Memories {
    PositionMemoryOptions options;
    GMutex lock;       /* of the table; who opens a memory keeps others waiting */
    GHashTable *table; /* "positions.db" to its PositionMemory */
};

static void free_memory(void *memory)
{
    position_memory_free(memory);
}

Memories *memories_new(const PositionMemoryOptions *options)
{
    Memories *memories = g_new0(Memories, 1);

    if (options != NULL)
        memories->options = *options;
    g_mutex_init(&memories->lock);
    memories->table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_memory);
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
