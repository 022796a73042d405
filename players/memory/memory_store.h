/* Where a memory of positions is kept: one interface over the kinds of stores, SQLite and
 * PostgreSQL, one file each. Players use a store through position_memory.h; this interface is for
 * maintaining one.
 *
 * All stores keep the same tables and are asked the same questions, in SQL; a kind only passes the
 * questions on. A store numbers the layout of its tables: one with another layout is refused.
 *
 * Units:  times are in milliseconds. A call waits for a store until it has been silent for its
 * time. Errors: MEMORY_ERROR_REFUSED, MEMORY_ERROR_UNAVAILABLE; the sentence names the store,
 * without a password. */
#pragma once

#include <glib.h>

#include "players/memory/memory_entry.h"

#define MEMORY_STORE_TIMEOUT_MS 5000

typedef struct MemoryStore MemoryStore;

/* Whether @where can name a store, as far as the name tells.
 *
 * Errors: MEMORY_ERROR_REFUSED. */
bool memory_store_check(const char *where, GError **error);

/* The store at @where; unless it must exist, neither its file nor its tables need to be there, and
 * are made. Calls wait MEMORY_STORE_TIMEOUT_MS, until another time is set, or @timeout_ms, if that
 * is not 0.
 *
 * Owner: the caller; used by one thread at a time. */
MemoryStore *memory_store_open(const char *where, bool must_exist, int timeout_ms, GError **error);
void memory_store_free(MemoryStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemoryStore, memory_store_free)

/* Changes how long the store may be silent from now on. */
void memory_store_set_timeout(MemoryStore *store, int timeout_ms);

/* Fills in the rest of @entry, which has game, key, position and evaluation, if something useful is
 * known; an exact finding is preferred. */
bool memory_store_find(MemoryStore *store, MemoryEntry *entry, const MemoryWanted *wanted,
                       bool *out_found, GError **error);

/* Within a transaction keeps each of @count entries unless a search as deep with that evaluation
 * and that bound is known; whatever others write at the same time, the deepest one stays. Some
 * hundreds go in one trip. Adds how many were kept to *@changed. After a failure the transaction
 * can only be rolled back. */
bool memory_store_put(MemoryStore *store, const MemoryEntry *entries, size_t count,
                      uint64_t *changed, GError **error);

/* Between begin and commit no other program sees the changes; rollback or closing undoes them. */
bool memory_store_begin(MemoryStore *store, GError **error);
bool memory_store_commit(MemoryStore *store, GError **error);
void memory_store_rollback(MemoryStore *store);

/* Calls @visit for every entry of one moment, by game and position; @visit must not use the store.
 */
typedef void (*MemoryVisit)(const MemoryEntry *entry, void *data);
bool memory_store_each(MemoryStore *store, MemoryVisit visit, void *data, GError **error);

/* The counts of one use of a memory, of questions and findings. */
typedef struct {
    uint64_t asked, found; /* questions, and those with a useful answer */
    uint64_t stored;       /* findings written, or not needed as the store knew as much */
    uint64_t lost;         /* findings that have reached no store and never will */
} MemoryTally;

/* Keeps @tally as the counts of the session with the unique name @session, in place of those that
 * were kept before: it is counted once, however often it is written. */
bool memory_store_put_session(MemoryStore *store, const char *session, const MemoryTally *tally,
                              GError **error);

/* Removes the entries searched less deep than @depth. */
bool memory_store_prune(MemoryStore *store, uint64_t depth, uint64_t *out_removed, GError **error);

/* Calls @visit for each figure about the store: entries, bytes, sessions and the sums of their
 * counts, with @of empty; then the entries of each game, depth, bound, player and evaluation that
 * occurs, in order. */
typedef void (*MemoryVisitFigure)(const char *quantity, const char *of, uint64_t value, void *data);
bool memory_store_stats(MemoryStore *store, MemoryVisitFigure visit, void *data, GError **error);

/* The address of a store of positions, as people write it, with and without its passwords: a URL
 * can have them behind the user and in parameters. */

/* @where as it may be shown: without passwords. Owner: the caller. */
char *memory_address_mask(const char *where);

/* @where without passwords, as it may be written to a file. It can be opened again if the password
 * is known elsewhere; libpq looks in the file .pgpass. Owner: the caller. */
char *memory_address_without_password(const char *where);

/* For the kinds of stores: sets @error to "memory 'NAME': SENTENCE", NAME without passwords. Always
 * returns false. */
bool memory_store_fail(const MemoryStore *store, MemoryError code, GError **error,
                       const char *format, ...) G_GNUC_PRINTF(4, 5);
