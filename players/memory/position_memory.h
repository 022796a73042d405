/* The memory of positions: what players have found out by searching is kept in a store that many
 * players, processes and machines share, and found again instead of being searched again.
 *
 * A memory never costs a move. Whatever its store does, a question waits at most so long as it
 * says, and findings are written by a thread of the memory's own, in one transaction all that have
 * come meanwhile. A store that others are at is waited for. One that fails is left alone for a
 * while, one sentence says so, questions are answered with no until it works again, and findings go
 * to a file (memory_spool.h) that the store is given when it is back.
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
    int query_ms;     /* 5000: what a question may cost */
    int rest_ms;      /* 30000: how long a store that has failed is left alone */
    int flush_ms;     /* 5000: how long closing waits for what is still to be stored */
    int queue_length; /* 65536: how much may wait in memory, of half a kilobyte each; more is lost
                       */
    const char *spool_folder; /* where findings wait for a store that is away; NULL: in memory, and
                                 what is not stored when it closes is lost. Need not live long */
    int max_pages;            /* no limit: of a file of SQLite, which then is full */
    PositionMemoryWarn warn;  /* NULL: nobody is told */
    void *warn_data;
} PositionMemoryOptions;

/* What is known about a position. */
typedef struct {
    int depth;        /* half moves that were searched: 0 .. MEMORY_MAX_DEPTH */
    Move move;        /* the best one */
    Bound bound;      /* of the metric, as White sees it */
    int metric_cp;    /* hundredths of a pawn, positive is good for White: the size is at most
                         MEMORY_MAX_METRIC */
    uint64_t nodes;   /* positions that the search looked at */
    int64_t found_at; /* seconds since 1970, UTC; to be stored also 0: now */
    char player[MEMORY_PLAYER_SIZE]; /* the text of the player that searched; UTF-8 */
    uint64_t evaluation;             /* the number of what leaves were evaluated by, not 0 */
} PositionFinding;

/* What is asked for. */
typedef struct {
    uint64_t evaluation; /* what others found by another one is none of the asker's business */
    MemoryWanted wanted;
    int wait_ms; /* for the answer, if the options do not say less; 0: as they say. Who does not get
                    it in time has not been answered, but the store has not failed */
} PositionQuestion;

typedef struct PositionMemory PositionMemory;

/* The memory at @where, the path of a file or a URL ("memory_store.h" has the kinds). @options may
 * be NULL: all zero. A file that does not exist is made unless the memory is frozen.
 *
 * Errors: MEMORY_ERROR: only a store that was reached may fail later. Passwords in URLs are not
 *         repeated.
 * Owner:  the caller; may be used by any number of threads at once. */
PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error);

/* A frozen memory of no store, which finds what it is given before it is first asked. Owner: the
 * caller. */
PositionMemory *position_memory_new_frozen(void);
void position_memory_add(PositionMemory *memory, const MemoryEntry *entry);

/* Whether @memory answers out of its own, always the same. */
bool position_memory_is_frozen(const PositionMemory *memory);

/* A memory that finds what @frozen does, without taking room for it again, and collects for itself.
 * Owner: the caller; @frozen may be freed before. */
PositionMemory *position_memory_fork(const PositionMemory *frozen);

/* Writes what waits to be written, as long as the options allow, spools the rest, and closes; may
 * be used no more. */
void position_memory_free(PositionMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PositionMemory, position_memory_free)

/* Looks for a search of @state that answers @question. The answer is the same whichever moves led
 * to the position, so it knows nothing of repetitions and of the fifty moves. A move that is not
 * legal in @state is never handed out, but others can write into a store: a caller that cannot bear
 * an illegal move checks it all the same. */
bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, PositionFinding *out_finding);

/* Hands @finding over to be stored, and returns at once. It will stand in the store unless a search
 * as deep with that evaluation and bound already does. Positions of games that are not remembered
 * are passed over. */
void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const PositionFinding *finding);

/* Waits until all is stored or spooled, as long as closing would; whether it is. */
bool position_memory_flush(PositionMemory *memory);

/* What a frozen memory has collected since it was last asked, as MemoryEntry, in the order in which
 * it was handed over; of a live one always empty. Owner: the caller. */
GArray *position_memory_take_new(PositionMemory *memory);

/* What has become of questions and findings so far; what waits in memory is not counted yet. */
typedef struct {
    MemoryTally tally; /* without sessions */
    uint64_t brought;  /* findings of earlier sessions that waited in files and are stored now */
    uint64_t failures; /* of the store */
} PositionMemoryCounts;

PositionMemoryCounts position_memory_counts(PositionMemory *memory);

/* Closes @memory as position_memory_free() does, and answers what has become of all questions and
 * findings: what was handed over is now stored, spooled or lost. Afterwards it knows nothing. */
PositionMemoryCounts position_memory_close(PositionMemory *memory);
