/* The legal moves of three-player chess. A game that is over has them too: its rules of movement
 * do not ask. */
#pragma once

#include "board/three_position.h"

/* More than any arrangement of pieces has (tests/board/test_three_movegen.c adds it up): a piece
 * reaches a square along one of its at most 9 lines, on each of which only the nearest can, or it
 * is one of at most 10 knights. */
#define THREE_MAX_MOVES 1024

/* Where the piece of the side to move on @from may go; castling is the king's square entered. No
 * square if no such piece stands there. */
ThreeSet three_movegen_destinations(const ThreePosition *pos, ThreeSquare from);

/* Whether the side to move may move what stands on @from to @to. */
bool three_movegen_is_legal(const ThreePosition *pos, ThreeSquare from, ThreeSquare to);

/* Writes all legal moves and returns how many there are.
 *
 * Shape:  0 to THREE_MAX_MOVES moves, the order fixed for a position. */
int three_movegen_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* Whether there is a legal move. */
bool three_movegen_any(const ThreePosition *pos);
