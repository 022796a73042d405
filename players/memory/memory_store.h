/* Where a memory of positions is kept: one interface over the kinds of stores, which are rows of a
 * table, one file each. Players use a store through position_memory.h; this interface is for
 * maintaining one.
 *
 * All stores keep the same tables and are asked the same questions, in SQL; a kind only passes the
 * questions on. A store numbers the layout of its tables, so that older and newer programs can
 * share it: an older layout is brought up to date, a newer one is left alone.
 *
 * Units:  times are in milliseconds. A call waits for a store until it has been silent for the time
 *         of its options.
 * Errors: MEMORY_ERROR_REFUSED, MEMORY_ERROR_UNAVAILABLE; the sentence names the store, without a
 *         password. */
#pragma once

#include "players/memory/memory_entry.h"

typedef enum { MEMORY_SQL_SQLITE, MEMORY_SQL_POSTGRES, MEMORY_SQL_COUNT } MemorySql;

/* The step from one layout to the next: a script in the SQL of each kind. */
typedef struct {
    const char *script[MEMORY_SQL_COUNT];
} MemoryMigration;

/* From nothing to layout 1, from there to 2, and so on. */
extern const MemoryMigration MEMORY_MIGRATIONS[];
extern const size_t MEMORY_MIGRATION_COUNT;

/* 0 or NULL stands for the default. */
typedef struct {
    int timeout_ms;                    /* 0: 5000 */
    bool must_exist;                   /* neither a file nor tables in it are made */
    int max_pages;                     /* largest size of a file of SQLite; 0: no limit */
    const MemoryMigration *migrations; /* NULL: MEMORY_MIGRATIONS */
    size_t migration_count;
} MemoryStoreOptions;

typedef struct MemoryStore MemoryStore;

/* Whether @where can name a store, as far as the name tells.
 *
 * Errors: MEMORY_ERROR_REFUSED. */
bool memory_store_check(const char *where, GError **error);

/* The store at @where, with tables of the newest layout.
 *
 * Owner: the caller; used by one thread at a time. */
MemoryStore *memory_store_open(const char *where, const MemoryStoreOptions *options,
                               GError **error);
void memory_store_free(MemoryStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MemoryStore, memory_store_free)

/* Changes how long the store may be silent from now on. */
void memory_store_set_timeout(MemoryStore *store, int timeout_ms);

/* What makes a finding useful: it is at least so deep, and exact or a bound that reaches far
 * enough. */
typedef struct {
    int min_depth;
    int64_t at_least_cp; /* a lower bound as high as this is enough, ... */
    int64_t at_most_cp;  /* ... and an upper bound as low as this */
} MemoryWanted;

/* Only an exact finding is useful. */
#define MEMORY_WANTED_EXACT(depth) ((MemoryWanted){(depth), INT64_MAX, INT64_MIN})

/* Fills in the rest of @entry, which has game, key, position and evaluation, if something useful is
 * known; an exact finding is preferred. */
bool memory_store_find(MemoryStore *store, MemoryEntry *entry, const MemoryWanted *wanted,
                       bool *out_found, GError **error);

/* Keeps each of @count entries unless a search as deep with that evaluation and that bound is
 * known; whatever others write at the same time, the deepest one stays. It takes as few trips as
 * the store can. Between begin and commit a failure leaves nothing but to roll back. @out_changed
 * is how many were kept. */
bool memory_store_put_each(MemoryStore *store, MemoryEntry *const *entries, size_t count,
                           uint64_t *out_changed, GError **error);

/* Between begin and commit nobody else sees the changes; rollback or closing undoes them. */
bool memory_store_begin(MemoryStore *store, GError **error);
bool memory_store_commit(MemoryStore *store, GError **error);
void memory_store_rollback(MemoryStore *store);

/* Entries on their way into a store, some hundreds in one trip: a trip for each would take longer
 * than the server's work. To be used between memory_store_begin() and memory_store_commit(). */
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

/* Calls @visit for every entry of one moment, by game and position; @visit must not use the store.
 * It ends the walk by returning false, which is no error. */
typedef bool (*MemoryVisit)(const MemoryEntry *entry, void *data);
bool memory_store_each(MemoryStore *store, MemoryVisit visit, void *data, GError **error);

/* The same for the entries of one position, the one of @entry, which has game, key and position. */
bool memory_store_each_of(MemoryStore *store, const MemoryEntry *entry, MemoryVisit visit,
                          void *data, GError **error);

/* The counts of questions and findings in all sessions so far. */
typedef struct {
    uint64_t sessions;     /* uses of the memory that have ended */
    uint64_t asked, found; /* questions, and those with a useful answer */
    uint64_t stored;       /* findings written, or not needed as the store knew as much */
    uint64_t lost;         /* findings that have reached no store and never will */
} MemoryTally;

void memory_tally_add(MemoryTally *tally, const MemoryTally *more);

bool memory_store_tally(MemoryStore *store, MemoryTally *out_tally, GError **error);
bool memory_store_add_tally(MemoryStore *store, const MemoryTally *tally, GError **error);

/* Rules by which entries are removed, each with a number. */
typedef enum {
    MEMORY_PRUNE_BELOW_DEPTH, /* searched less deep */
    MEMORY_PRUNE_BEFORE,      /* found before that second */
    MEMORY_PRUNE_BEYOND,      /* all but so many: the deepest stay, and among equally deep ones the
                                 youngest */
    MEMORY_PRUNE_COUNT
} MemoryPrune;

bool memory_store_prune(MemoryStore *store, MemoryPrune rule, int64_t number, uint64_t *out_removed,
                        GError **error);

/* What entries can be counted by. */
typedef enum {
    MEMORY_BY_GAME,
    MEMORY_BY_DEPTH,
    MEMORY_BY_BOUND,
    MEMORY_BY_PLAYER,
    MEMORY_BY_EVALUATION,
    MEMORY_BY_COUNT
} MemoryBy;

/* Calls @visit for each game, depth, ... that occurs, in order. */
typedef void (*MemoryVisitCount)(const char *of, uint64_t entries, void *data);
bool memory_store_count(MemoryStore *store, MemoryBy by, MemoryVisitCount visit, void *data,
                        GError **error);

/* The bytes it takes. */
bool memory_store_size(MemoryStore *store, uint64_t *out_bytes, GError **error);
