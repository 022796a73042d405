/* Entries of positions in main memory: the cache of a memory, and all that a frozen one finds. */
#pragma once

#include "players/memory/memory_store.h"

/* A table with one entry for each position, evaluation and bound. Owner: the caller, which frees it
 * with g_hash_table_unref(). */
typedef GHashTable MemorySnapshot;
MemorySnapshot *memory_snapshot_new(void);

/* Adds @entry unless @snapshot, a MemorySnapshot, has a search as deep; always true, for
 * memory_store_each(). */
bool memory_snapshot_add(const MemoryEntry *entry, void *snapshot);

/* Fills in @entry, which has game, position, key and evaluation, if the snapshot has what is
 * @wanted. */
bool memory_snapshot_find(MemorySnapshot *snapshot, MemoryEntry *entry, const MemoryWanted *wanted);
