/* Entries on their way into a store, some hundreds a trip: one each would take longer on the way to
 * a server than there. Between memory_store_begin() and memory_store_commit(). */
#pragma once

#include "players/memory/memory_store.h"

typedef struct MemoryBatch MemoryBatch;

/* Owner: the caller; @store must outlive it. */
MemoryBatch *memory_batch_new(MemoryStore *store);
void memory_batch_free(MemoryBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemoryBatch, memory_batch_free)

/* Takes a copy of @entry, and takes the trip when there are enough.
 *
 * Errors: MEMORY_ERROR; the transaction is of no use any more. */
bool memory_batch_add(MemoryBatch *batch, const MemoryEntry *entry, GError **error);

/* Takes the trip with what is left. @out_changed, unless NULL: how many entries of all that were
 * added the store has kept, as nothing as deep was known.
 *
 * Errors: as memory_batch_add(). */
bool memory_batch_end(MemoryBatch *batch, uint64_t *out_changed, GError **error);
