/* The order in which a search looks at moves: the one from the transposition table, captures that
 * do not lose, killers, quiet moves by history, captures that lose. */
#pragma once

#include "board/movegen.h"
#include "board/position.h"

#define MOVE_ORDER_MAX_PLY 128
#define MOVE_ORDER_KILLERS 2

/* How successful quiet moves have been so far in a search. */
typedef struct {
    Move killer[MOVE_ORDER_MAX_PLY][MOVE_ORDER_KILLERS];      /* the last moves that cut off at that
                                                                 ply */
    int history[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_COUNT]; /* by the square entered */
} MoveMemory;

/* Moves and their ranks in the order. */
typedef struct {
    Move move[MOVEGEN_MAX_MOVES];
    int rank[MOVEGEN_MAX_MOVES]; /* the greater, the earlier */
    int count;
    int next; /* how many have been taken */
} MoveList;

/* Ranks the moves of @list, legal in @pos. @memory: NULL, all are equal and are taken as they
 * stand.
 */
void move_list_rank(MoveList *list, const Position *pos, const MoveMemory *memory, int ply,
                    Move table_move);

/* Takes the next move; there must be one. Moves of equal rank are taken in the order of the
 * list. */
Move move_list_take(MoveList *list);

/* Whether @move neither captures nor promotes to a queen. */
static inline bool move_is_quiet(Move move)
{
    return !move_is_capture(move) &&
           (!move_is_promotion(move) || move_promotion(move) != PIECE_QUEEN);
}

/* Notes that the last of the @count quiet moves @tried of @pos cut off, and the ones before it did
 * not. */
void move_memory_note_cut(MoveMemory *memory, const Position *pos, int ply, int depth,
                          const Move *tried, int count);
