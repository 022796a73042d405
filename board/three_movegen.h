/* The legal moves of three-player chess. A game that is over has moves too: whether it is over is
 * not asked here. */
#pragma once

#include "board/three_position.h"

/* More than any arrangement of pieces has (tests/board/test_three_movegen.c adds it up): at most 9
 * lines lead to a square, and on each only the nearest piece reaches it; besides, at most 10
 * knights do. */
#define THREE_MAX_MOVES 1024

/* Where the piece of the side to move on @from may go; for castling the square that the king
 * enters. No square if no piece of that side stands there. */
ThreeSet three_movegen_destinations(const ThreePosition *pos, ThreeSquare from);

/* Whether the side to move may move what stands on @from to @to. */
bool three_movegen_is_legal(const ThreePosition *pos, ThreeSquare from, ThreeSquare to);

/* Writes all legal moves and returns how many there are.
 *
 * Shape:  0 to THREE_MAX_MOVES moves, the order fixed for a position. */
int three_movegen_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* Whether there is a legal move. */
bool three_movegen_any(const ThreePosition *pos);
