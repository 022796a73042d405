/* Findings that wait in a file because their store cannot be reached. The file is a store of SQLite
 * that only one memory writes. The next memory opened for the same store and from the same folder
 * puts its findings into the store, and so does 'agentchess memory import STORE FILE'.
 *
 * The file is called "agentchess-spool-STORE-PROCESS-NUMBER.db"; STORE is made from the name of the
 * store without its password, so that the files of a store can be found. While it is written it is
 * locked with flock(): a file that another process still writes is left alone, the file of a killed
 * one is free. */
#pragma once

#include "players/memory/memory_store.h"

typedef struct MemorySpool MemorySpool;

/* No file is made yet. Owner: the caller; used by one thread at a time. */
MemorySpool *memory_spool_new(const char *folder, const char *where);
void memory_spool_free(MemorySpool *spool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemorySpool, memory_spool_free)

/* The file as a store, made if there is none, for callers that put findings into it and count them
 * themselves. Owner: @spool.
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

/* Finishes the file and releases it, so that it can be brought in; the next entries go into another
 * one. @tally, or NULL: the counts of the session so far, for the store to add. */
void memory_spool_leave(MemorySpool *spool, const MemoryTally *tally);

/* Puts all that waits in the files of @folder for @store, which is the one at @where, into @store,
 * and removes the files. *@out_count is how many findings these were, also after an error. */
bool memory_spool_bring_in(const char *folder, const char *where, MemoryStore *store,
                           uint64_t *out_count, GError **error);

/* How many findings wait there, in files that no process is writing. */
uint64_t memory_spool_waiting(const char *folder, const char *where);
