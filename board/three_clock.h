/* Three-player chess with clocks: a value beside the position, so that a game without clocks costs
 * nothing. Nobody reads a clock here; who plays the game says how long a move took.
 *
 * Source: threeChess (github.com/drtnf/threeChess), 2020. */
#pragma once

#include "board/three_position.h"

typedef struct {
    int64_t left_ms[THREE_COLOR_COUNT];
    bool is_over; /* a side has once run out of time */
} ThreeClocks;

/* What came of a move. */
typedef enum {
    THREE_PLAYED,
    THREE_TIMED_OUT, /* the time is charged, the move is not made, the game is over */
    THREE_ILLEGAL    /* nothing has changed */
} ThreePlay;

/* How a game stands. */
typedef struct {
    bool is_over;
    int winner, loser; /* ThreeColors, or THREE_NOBODY; the third side comes away with nothing */
} ThreeResult;

static inline ThreeClocks three_clocks_start(int64_t budget_ms)
{
    return (ThreeClocks){.left_ms = {budget_ms, budget_ms, budget_ms}};
}

/* Plays from @from to @to for the side to move, which has taken @ms to choose; less than nothing
 * gives time back. A clock may be run down to zero, not below. Time is asked before the move is
 * made, so that who takes a king too late has not taken it. A game that is over goes on. */
ThreePlay three_clocks_play(ThreeClocks *clocks, ThreePosition *pos, ThreeSquare from,
                            ThreeSquare to, int ms);

/* Who has won and who has lost. Of the sides, Blue before Green before Red, the first decides that
 * has taken a king, whose owner loses, or whose clock is below zero: then of the others the one
 * with the higher score wins, the earlier of two equal ones. */
ThreeResult three_clocks_result(const ThreeClocks *clocks, const ThreePosition *pos);
