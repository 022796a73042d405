/* Where findings wait for a store that is away: a file of SQLite, a store like any other, which the
 * memory that spools has for itself. Whoever next uses the memory from the same folder brings it
 * in, as does 'agentchess memory import STORE FILE'.
 *
 * The file is called "agentchess-spool-STORE-PROCESS-NUMBER.db"; STORE is made of the name of the
 * store without its password, so that the files of a store are found. While it is written it is
 * locked, with flock(): what another process still writes is left alone, what a killed one has left
 * is free. */
#pragma once

#include "players/memory/memory_store.h"

typedef struct MemorySpool MemorySpool;

/* Nothing is made yet. Owner: the caller; used by one thread at a time. */
MemorySpool *memory_spool_new(const char *folder, const char *where);
void memory_spool_free(MemorySpool *spool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemorySpool, memory_spool_free)

/* The file as a store, to put findings into and to count them, as the others do here by themselves;
 * it is made if there is none. Owner: @spool.
 *
 * Errors: as memory_spool_put(). */
MemoryStore *memory_spool_open(MemorySpool *spool, GError **error);

/* Puts @entries into the file, all or none; the file is made if there is none.
 *
 * Errors: MEMORY_ERROR, the disk is full, or the folder cannot be written. */
bool memory_spool_put(MemorySpool *spool, MemoryEntry *const *entries, size_t count,
                      GError **error);

/* How many findings were put into the file, and its path; NULL: there is none. */
uint64_t memory_spool_count(const MemorySpool *spool);
const char *memory_spool_path(const MemorySpool *spool);

/* Leaves the file to who brings it in; the next entries go into another one. @tally, or NULL: what
 * became of the session so far, which the store is to be told. */
void memory_spool_leave(MemorySpool *spool, const MemoryTally *tally);

/* Puts all that waits for @store, which is the one at @where, in the files of @folder into it, and
 * removes them. *@out_count is how many findings these were, also after an error. */
bool memory_spool_bring_in(const char *folder, const char *where, MemoryStore *store,
                           uint64_t *out_count, GError **error);

/* How many findings wait there, in files that nobody writes. */
uint64_t memory_spool_waiting(const char *folder, const char *where);
