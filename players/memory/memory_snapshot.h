/* What a store had at one time, in main memory: what a frozen memory finds. It may be shared; to
 * look into it needs no lock. */
#pragma once

#include "players/memory/memory_entry.h"
#include "players/memory/memory_store.h"

typedef struct MemorySnapshot MemorySnapshot;

/* Owner: the caller, memory_snapshot_unref(). */
MemorySnapshot *memory_snapshot_new(void);
MemorySnapshot *memory_snapshot_ref(MemorySnapshot *snapshot);
void memory_snapshot_unref(MemorySnapshot *snapshot);

/* Adds @entry to @snapshot, a MemorySnapshot that no other thread uses, unless it has a search as
 * deep; always true, for memory_store_each(). */
bool memory_snapshot_add(const MemoryEntry *entry, void *snapshot);

/* How many entries it has. */
guint memory_snapshot_size(const MemorySnapshot *snapshot);

/* Fills in @entry, which has game, position, key and evaluation, if the snapshot has what is
 * @wanted. */
bool memory_snapshot_find(const MemorySnapshot *snapshot, MemoryEntry *entry,
                          const MemoryWanted *wanted);
