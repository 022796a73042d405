/* An entry of a memory of positions: a position, and what a search has found out about it. A plain
 * value that needs nothing else to be understood; stores, files and experiments keep it. */
#pragma once

#include "board/fen.h"
#include "board/game.h"
#include "board/members.h"

#define MEMORY_GAME_SIZE 16
#define MEMORY_POSITION_SIZE FEN_TEXT_SIZE
#define MEMORY_PLAYER_SIZE 256
#define MEMORY_MAX_DEPTH 1000                 /* half moves */
#define MEMORY_MAX_METRIC 1000000             /* hundredths of a pawn, either way */
#define MEMORY_MAX_TIME INT64_C(253402300799) /* the last second of the year 9999 */
#define MEMORY_TIME_SIZE sizeof "9999-12-31T23:59:59Z"

/* How a score bounds the true one. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* "upper", "lower" and "exact"; BOUND_NONE has none. */
extern const char *const MEMORY_BOUND_NAMES[BOUND_EXACT + 1];

typedef enum {
    MEMORY_ERROR_REFUSED,    /* there can be no store, or it is none of ours, or an entry is
                                invalid: trying again is of no use */
    MEMORY_ERROR_UNAVAILABLE /* the store is in use, down, slow or full: it may answer later */
} MemoryError;

#define MEMORY_ERROR (memory_error_quark())
GQuark memory_error_quark(void);

/* Sets MEMORY_ERROR_REFUSED with a sentence, and returns false. */
#define memory_refuse(error, ...) fail_with(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED, __VA_ARGS__)

typedef struct {
    char game[MEMORY_GAME_SIZE];         /* "chess" */
    uint64_t key;                        /* Zobrist key of the position */
    char position[MEMORY_POSITION_SIZE]; /* the position itself, as keys can collide: its text
                                            without the counters of moves */
    int depth;                           /* half moves that were searched, from 0 */
    char move[GAME_MOVE_TEXT_SIZE];      /* the best move, as programs write it: "e2e4" */
    Bound bound;    /* how @metric_cp bounds the true metric, as White sees it */
    int metric_cp;  /* how the position stands, in hundredths of a pawn; positive is good for White
                     */
    uint64_t nodes; /* positions that the search looked at; at most INT64_MAX */
    int64_t found_at;    /* seconds since 1970, UTC */
    uint64_t evaluation; /* the number of the evaluation of leaves: what was found with one
                            evaluation is of no use with another; 0: not known */
    char player[MEMORY_PLAYER_SIZE]; /* the text of the player that searched; UTF-8 */
} MemoryEntry;

/* Its members and the ranges of their numbers, in the order in which stores and files have them. */
enum { MEMORY_MEMBER_COUNT = 11 };
extern const Member MEMORY_MEMBERS[MEMORY_MEMBER_COUNT];

/* Sets game, key and position of @entry to those of @state; false if positions of @game are not
 * remembered. Those of chess and antichess are. */
bool memory_entry_set_position(MemoryEntry *entry, const Game *game, const GameState *state);

/* The move of @entry, whose position is @state, if what was found holds together: the move is legal
 * and in the notation of programs, numbers are in their ranges, the player is a text.
 *
 * Errors: MEMORY_ERROR_REFUSED. */
bool memory_entry_read(const MemoryEntry *entry, const Game *game, const GameState *state,
                       Move *out_move, GError **error);

/* Whether @entry holds together: its game is remembered, the position is one of that game and
 * written as here, the key is that of the position, the move is legal, and all numbers are in their
 * ranges.
 *
 * Errors: MEMORY_ERROR_REFUSED, with a sentence that says what is wrong. */
bool memory_entry_check(const MemoryEntry *entry, GError **error);

/* "2024-05-01T12:30:00Z", and back.
 *
 * Errors: MEMORY_ERROR_REFUSED. */
void memory_time_format(int64_t time_s, char out_text[static MEMORY_TIME_SIZE]);
bool memory_time_parse(const char *text, int64_t *out_time_s, GError **error);

/* A finding is useful if it is at least so deep, and exact or a bound that reaches far enough. */
typedef struct {
    int min_depth;
    int64_t at_least_cp; /* a lower bound as high as this is enough, ... */
    int64_t at_most_cp;  /* ... and an upper bound as low as this */
} MemoryWanted;

/* Only an exact finding is useful. */
#define MEMORY_WANTED_EXACT(depth) ((MemoryWanted){(depth), INT64_MAX, INT64_MIN})

/* Entries of positions in main memory: the cache of a memory, and all that a frozen one finds. */

/* A table with one entry for each position, evaluation and bound. Owner: the caller, which frees it
 * with g_hash_table_unref(). */
typedef GHashTable MemorySnapshot;
MemorySnapshot *memory_snapshot_new(void);

/* Adds @entry unless @snapshot, a MemorySnapshot, has a search as deep. */
void memory_snapshot_add(const MemoryEntry *entry, void *snapshot);

/* Fills in @entry, which has game, position, key and evaluation, if the snapshot has what is
 * @wanted. */
bool memory_snapshot_find(MemorySnapshot *snapshot, MemoryEntry *entry, const MemoryWanted *wanted);
