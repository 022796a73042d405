/* The memory of positions: what players have found out by searching is kept in a store that many
 * players, processes and machines share, and found again instead of being searched again.
 *
 * A memory never costs a move. Whatever its store does, a question waits at most so long as the
 * options say, and a finding is written by a thread of the memory's own. After a failure the store
 * is left alone for a while, one sentence says so, and questions are answered with no until it
 * works again.
 *
 * Source: R. Wagner, homeostatic chess player (2001), whose "chess memory server" stores moves "for
 *         possible reuse"; H. Schifferl and R. Wagner, A distributed model for game computing,
 * 2004. */
#pragma once

#include "players/memory/memory_entry.h"

typedef enum {
    POSITION_MEMORY_LIVE,  /* finds what the store has, and stores */
    POSITION_MEMORY_FROZEN /* finds only what the store had when it was opened, and never writes to
                              it: what is to be stored is collected. The snapshot is in memory,
                              about 200 bytes an entry, and asks no store any more */
} PositionMemoryMode;

/* Is told, in a sentence without its full stop, what is wrong with the store: once until it has
 * worked again. May be called by any thread that uses the memory and by the memory's own, one at a
 * time, and not after position_memory_free() has returned; it must not call the memory. */
typedef void (*PositionMemoryWarn)(const char *sentence, void *data);

/* All zero but for what shall differ; a number that is 0 stands for what is said behind it. */
typedef struct {
    PositionMemoryMode mode;
    bool required;    /* a store that does not answer is an error of opening, not a warning */
    int query_ms;     /* 5000: what a question may cost */
    int rest_ms;      /* 30000: how long a store that has failed is left alone */
    int flush_ms;     /* 5000: how long closing waits for what is still to be stored */
    int queue_length; /* 1024: how much may wait to be stored; more is dropped */
    int max_pages;    /* no limit: of a file of SQLite, which then is full */
    PositionMemoryWarn warn; /* NULL: nobody is told */
    void *warn_data;
} PositionMemoryOptions;

/* What is known about a position. */
typedef struct {
    int depth;        /* half moves that were searched: 0 .. MEMORY_MAX_DEPTH */
    Move move;        /* the best one */
    int metric_cp;    /* hundredths of a pawn, positive is good for White: the size is at most
                         MEMORY_MAX_METRIC */
    uint64_t nodes;   /* positions that the search looked at */
    int64_t found_at; /* seconds since 1970, UTC; to be stored also 0: now */
    char player[MEMORY_PLAYER_SIZE]; /* the text of the player that searched; UTF-8 */
} PositionFinding;

typedef struct PositionMemory PositionMemory;

/* The memory at @where, the path of a file or a URL ("memory_store.h" has the kinds). @options may
 * be NULL: all zero. A file that does not exist is made unless the memory is frozen.
 *
 * Errors: MEMORY_ERROR_REFUSED, there can be no memory there; MEMORY_ERROR_UNAVAILABLE, only if
 *         frozen or required. Passwords in URLs are not repeated.
 * Owner:  the caller; may be used by any number of threads at once. */
PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error);

/* A frozen memory of no store, which finds what it is given before it is first asked. Owner: the
 * caller. */
PositionMemory *position_memory_new_frozen(void);
void position_memory_add(PositionMemory *memory, const MemoryEntry *entry);

/* A memory that finds what @frozen does, without taking room for it again, and collects for itself.
 * Owner: the caller; @frozen may be freed before. */
PositionMemory *position_memory_fork(const PositionMemory *frozen);

/* Writes what waits to be written, as long as the options allow, and closes. */
void position_memory_free(PositionMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PositionMemory, position_memory_free)

/* Looks for a search of @state at least @min_depth deep. The answer is the same whichever moves led
 * to the position, so it knows nothing of repetitions and of the fifty moves. A move that is not
 * legal in @state is never handed out, but others can write into a store: a caller that cannot bear
 * an illegal move checks it all the same. */
bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          int min_depth, PositionFinding *out_finding);

/* Hands @finding over to be stored, and returns at once. It will stand in the store unless a search
 * as deep already does. Positions of games that are not remembered are passed over. */
void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const PositionFinding *finding);

/* Waits until all is stored, as long as closing would; whether it is. */
bool position_memory_flush(PositionMemory *memory);

/* What a frozen memory has collected since it was last asked, as MemoryEntry, in the order in which
 * it was handed over; of a live one always empty. Owner: the caller. */
GArray *position_memory_take_new(PositionMemory *memory);

/* What has become of questions and findings so far. */
typedef struct {
    uint64_t questions, hits;
    uint64_t stored;   /* written, or passed over as the store knew as much */
    uint64_t dropped;  /* findings that the store will never see */
    uint64_t failures; /* of the store */
} PositionMemoryCounts;

PositionMemoryCounts position_memory_counts(PositionMemory *memory);
