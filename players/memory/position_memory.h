/* The memory of positions: what players have found out by searching is kept in a store that many
 * players, processes and machines share, and found again instead of being searched again.
 *
 * A memory is a cache in front of one table. A question looks into the cache, then into the store,
 * and waits no longer than it says. Findings wait in the memory until they are written: those of a
 * run with its checkpoints, those of a conversation when it is idle and when it ends. All that
 * waits is written in one transaction. A store that fails is left alone for a while: one sentence
 * says so, and questions find only what the cache has until it works again.
 *
 * Source: R. Wagner, homeostatic chess player (2001), whose "chess memory server" stores moves "for
 *         possible reuse"; H. Schifferl and R. Wagner, A distributed model for game computing,
 * 2004. */
#pragma once

#include "players/memory/memory_entry.h"
#include "players/memory/memory_store.h"

typedef enum {
    POSITION_MEMORY_LIVE,  /* finds what the store has, and stores */
    POSITION_MEMORY_FROZEN /* finds only what the store had when it was opened, and never writes to
                              it: what is to be stored is collected. The entries are copied into
                              main memory, about 200 bytes each, and the store is not asked again */
} PositionMemoryMode;

/* Is told, in a sentence without a full stop, what is wrong with the store: once, until it has
 * worked again. It may be called by any thread that uses the memory, and must not call it. */
typedef void (*PositionMemoryWarn)(const char *sentence, void *data);

/* 0 or NULL stands for the default, which each comment gives. */
typedef struct {
    PositionMemoryMode mode;
    int query_ms;     /* how long a question may take; 5000 */
    int rest_ms;      /* how long a store that has failed is left alone; 30000 */
    int flush_ms;     /* how long writing may take when the memory is flushed or closed; 5000 */
    int queue_length; /* how many findings may wait in memory, half a kilobyte each; 65536. More are
                         lost; when half as many wait, they are written at once */
    int max_pages;    /* largest size of a file of SQLite; no limit */
    PositionMemoryWarn warn; /* NULL: warnings are dropped */
    void *warn_data;
} PositionMemoryOptions;

/* What is known about a position. */
typedef struct {
    int depth;        /* half moves that were searched: 0 .. MEMORY_MAX_DEPTH */
    Move move;        /* the best one */
    Bound bound;      /* of the metric, as White sees it */
    int metric_cp;    /* hundredths of a pawn, positive is good for White: its absolute value is at
                         most MEMORY_MAX_METRIC */
    uint64_t nodes;   /* positions that the search looked at */
    int64_t found_at; /* seconds since 1970, UTC; when storing, 0 means now */
    char player[MEMORY_PLAYER_SIZE]; /* the text of the player that searched; UTF-8 */
    uint64_t evaluation;             /* the number of the evaluation of leaves, not 0 */
} PositionFinding;

/* What is asked for. */
typedef struct {
    uint64_t evaluation; /* findings with another evaluation are not looked at */
    MemoryWanted wanted;
    int wait_ms; /* the longest wait for the answer, if the options do not say less; 0: as they say.
                    A store that is too slow for it rests without a warning */
} PositionQuestion;

typedef struct PositionMemory PositionMemory;

/* The memory at @where, the path of a file or a URL ("memory_store.h" has the kinds). @options may
 * be NULL: all zero. A file that does not exist is made unless the memory is frozen.
 *
 * Errors: MEMORY_ERROR: a store that cannot be reached is an error only here and in
 *         position_memory_write(). Passwords in URLs are not repeated.
 * Owner:  the caller; may be used by any number of threads at once. */
PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error);

/* A frozen memory without a store; it finds what it is given before it is first asked. Owner: the
 * caller. */
PositionMemory *position_memory_new_frozen(void);
void position_memory_add(PositionMemory *memory, const MemoryEntry *entry);

/* Whether @memory is frozen, so that its answers never change. */
bool position_memory_is_frozen(const PositionMemory *memory);

/* A memory that finds what @memory does, over a connection of its own, and collects its findings
 * for position_memory_take_new().
 * Owner: the caller; @memory may be freed before. */
PositionMemory *position_memory_fork(const PositionMemory *memory);

/* Closes and frees @memory. */
void position_memory_free(PositionMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PositionMemory, position_memory_free)

/* Looks for a search of @state that answers @question. The answer is the same whichever moves led
 * to the position, so it takes no account of repetitions and fifty moves. A move that is not legal
 * in @state is never returned. */
bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, PositionFinding *out_finding);

/* Hands @finding over to be stored. The store keeps it unless it knows a search as deep with the
 * same evaluation and bound. Positions of games that are not remembered are ignored. */
void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const PositionFinding *finding);

/* What a frozen memory or a fork has collected since the last call, an array of MemoryEntry, in the
 * order in which it was handed over; else always empty. Owner: the caller. */
GArray *position_memory_take_new(PositionMemory *memory);

/* Hands over an entry that a fork has collected, to be stored; all of them, however many. */
void position_memory_put(PositionMemory *memory, const MemoryEntry *entry);

/* Drops what waits. */
void position_memory_forget(PositionMemory *memory);

/* Writes all that waits, and the counts of the session, in one transaction, all or nothing.
 *
 * Errors: MEMORY_ERROR; what waits still waits. */
bool position_memory_write(PositionMemory *memory, GError **error);

/* The same as often as it takes, as long as the options allow, with a warning instead of an error.
 */
bool position_memory_flush(PositionMemory *memory);

/* The same once, quickly, and not while the store rests: for a player that waits for others. */
void position_memory_write_idle(PositionMemory *memory);

/* The counts of questions and findings so far; findings that wait are not counted yet. */
typedef struct {
    MemoryTally tally; /* without sessions */
    uint64_t failures; /* of the store */
} PositionMemoryCounts;

PositionMemoryCounts position_memory_counts(PositionMemory *memory);

/* Flushes and closes @memory, and returns the counts of all questions and findings: what was handed
 * over is now stored or lost, which a warning says. Afterwards it finds nothing; it must still be
 * freed. */
PositionMemoryCounts position_memory_close(PositionMemory *memory);
