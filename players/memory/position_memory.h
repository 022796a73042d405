/* The memory of positions: what players have found out by searching is kept in a store that many
 * players, processes and machines share, and found again instead of being searched again.
 *
 * A memory is a cache in front of one table. A question looks into the cache, then into the store,
 * and waits no longer than it says. Findings wait in the memory until they are written: those of a
 * run with its checkpoints, those of a conversation when it is idle and when it ends. All that
 * waits is written in one transaction with the counts of the session. A store that fails is left
 * alone for a while: one sentence says so, and questions find only what the cache has until it
 * works again.
 *
 * A frozen memory has no store: it finds what it was given and collects what is to be stored.
 *
 * Source: R. Wagner, homeostatic chess player (2001), whose "chess memory server" stores moves "for
 *         possible reuse"; H. Schifferl and R. Wagner, A distributed model for game computing,
 * 2004. */
#pragma once

#include "players/memory/memory_entry.h"
#include "players/memory/memory_store.h"

/* Receives a sentence without a full stop about what is wrong with the store: once, until it has
 * worked again. It may be called by any thread that uses the memory, and must not call it. */
typedef void (*PositionMemoryWarn)(const char *sentence, void *data);

/* 0 or NULL stands for the default, which each comment gives. */
typedef struct {
    int query_ms;     /* how long a question may take; 5000 */
    int rest_ms;      /* how long a store that has failed is left alone; 30000 */
    int flush_ms;     /* how long writing may take when the memory is closed; 5000 */
    int queue_length; /* how many findings may wait in memory, half a kilobyte each; 65536. More are
                         lost; when half as many wait, they are written at once */
    PositionMemoryWarn warn; /* NULL: warnings are dropped */
    void *warn_data;
} PositionMemoryOptions;

/* A lookup: the finding wanted, and its time limit. */
typedef struct {
    uint64_t evaluation; /* findings with another evaluation are not looked at */
    MemoryWanted wanted;
    int wait_ms; /* the longest wait for the answer, if the options do not say less; 0: as they say.
                    A store that is too slow for it rests without a warning. While findings are
                    written, a question waits for that */
} PositionQuestion;

typedef struct PositionMemory PositionMemory;

/* The memory at @where, the path of a file or a URL of PostgreSQL. @options may be NULL: all zero.
 * A file that does not exist is made.
 *
 * Errors: MEMORY_ERROR: a store that cannot be reached is an error only here and in
 *         position_memory_write(). Passwords in URLs are not repeated.
 * Owner:  the caller; may be used by any number of threads at once. */
PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error);

/* A frozen memory; it finds what it is given before it is first asked, about 300 bytes of main
 * memory each. Owner: the caller. */
PositionMemory *position_memory_new_frozen(void);
void position_memory_add(const MemoryEntry *entry, void *memory);

/* Whether @memory is frozen, so that its answers never change. */
bool position_memory_is_frozen(const PositionMemory *memory);

/* A memory that finds what @memory does, over a connection of its own, and collects its findings
 * for position_memory_take_new().
 * Owner: the caller; @memory may be freed before. */
PositionMemory *position_memory_fork(const PositionMemory *memory);

/* Closes and frees @memory. */
void position_memory_free(PositionMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PositionMemory, position_memory_free)

/* Looks for a search of @state that answers @question, and for its move. The answer is the same
 * whichever moves led to the position, so it takes no account of repetitions and fifty moves. What
 * does not hold together (memory_entry_read()) is never returned. */
bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, MemoryEntry *out_finding,
                          Move *out_move);

/* Hands over what a search of @state has found, to be stored: @move, and of @finding depth, bound,
 * metric, nodes, evaluation, player and, unless it is 0, the time. The store keeps it unless it
 * knows a search as deep with the same evaluation and bound. Positions of games that are not
 * remembered are ignored. */
void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const MemoryEntry *finding, Move move);

/* Findings of a frozen memory or a fork since the last call, an array of MemoryEntry, in the order
 * in which they were handed over; else always empty. Owner: the caller. */
GArray *position_memory_take_new(PositionMemory *memory);

/* Hands over an entry that a fork has collected, to be stored; all of them, however many. */
void position_memory_put(PositionMemory *memory, const MemoryEntry *entry);

/* Drops what waits. */
void position_memory_forget(PositionMemory *memory);

/* Writes all that waits, and the counts of the session, in one transaction, all or nothing.
 *
 * Errors: MEMORY_ERROR; what waits still waits. */
bool position_memory_write(PositionMemory *memory, GError **error);

/* The same quickly, with a warning instead of an error, and not while the store rests: for a player
 * that waits for others. */
void position_memory_write_idle(PositionMemory *memory);

/* The counts of questions and findings so far; findings that wait are not counted yet. */
MemoryTally position_memory_counts(PositionMemory *memory);

/* Writes what waits, as often as it takes and the options allow, closes @memory, and returns the
 * counts of all questions and findings: what was handed over is now stored or lost, which a warning
 * says. Afterwards it finds nothing; it must still be freed. */
MemoryTally position_memory_close(PositionMemory *memory);

/* The memories of positions that players name: each is opened once, when the first player asks for
 * it, however many players and threads use it. */

typedef struct Memories Memories;

/* No memories yet; each will be opened as @options say, which may be NULL.
 *
 * Owner: the caller; may be used by any number of threads at once. Players that use it must be
 * freed first. */
Memories *memories_new(const PositionMemoryOptions *options);
void memories_free(Memories *memories);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Memories, memories_free)

/* Makes @memory the one at @where; to be called before that one is asked for. @memories becomes the
 * owner of @memory. */
void memories_put(Memories *memories, const char *where, PositionMemory *memory);

/* How many memories have been opened. */
int memories_count(Memories *memories);

/* Writes what waits in each, as position_memory_write_idle() does. */
void memories_write_idle(Memories *memories);

/* Closes all of them, as position_memory_close() does, and adds up their counts. */
MemoryTally memories_close(Memories *memories);

/* The memory at @where.
 *
 * Errors: as position_memory_open(). Owner: @memories. */
PositionMemory *memories_get(Memories *memories, const char *where, GError **error);
