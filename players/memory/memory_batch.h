/* Entries on their way into a store, some hundreds in one trip: a trip for each would take longer
 * than the server's work. To be used between memory_store_begin() and memory_store_commit(). */
#pragma once

#include "players/memory/memory_store.h"

typedef struct MemoryBatch MemoryBatch;

/* Owner: the caller; @store must outlive it. */
MemoryBatch *memory_batch_new(MemoryStore *store);
void memory_batch_free(MemoryBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemoryBatch, memory_batch_free)

/* Adds a copy of @entry, and sends all when there are enough.
 *
 * Errors: MEMORY_ERROR; the transaction can only be rolled back. */
bool memory_batch_add(MemoryBatch *batch, const MemoryEntry *entry, GError **error);

/* Sends the rest. @out_changed, unless NULL: how many of all added entries the store has kept
 * because it knew nothing as deep.
 *
 * Errors: as memory_batch_add(). */
bool memory_batch_end(MemoryBatch *batch, uint64_t *out_changed, GError **error);
