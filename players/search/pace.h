/* The homeostasis of the homeostatic player: it looks further ahead when it moves too fast, and
 * less far when it moves too slowly, half a move at a time.
 *
 * Source: R. J. Wagner, The homeostatic chess player, rjwagner49.com, 2001 to 2021. The page names
 *         a weighted average over four moves but not the weights; ours are 4, 3, 2, 1, the last
 *         move first. Nor does it say what the test of the hardware is, but how its time counts. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Units: milliseconds a move. */
typedef struct {
    int64_t lower_ms, upper_ms;
} PaceBounds;

#define PACE_MIN_DEPTH 3 /* half moves */
#define PACE_MOVES 4     /* that are remembered */

#define PACE_TEST_DEPTH 3 /* of the start position: the test of the hardware */

typedef struct {
    int depth;                    /* half moves that the next move looks ahead */
    int moves;                    /* that are known, up to PACE_MOVES */
    int64_t taken_ms[PACE_MOVES]; /* the last one first */
} Pace;

/* The pace of a player on a machine on which the test took @test_s seconds: the base six logarithm
 * of one over it is added to the least depth. */
Pace pace_first(double test_s);

/* The player has taken @taken_ms for a move: its depth rises if the last two moves took less than
 * the lower bound on average, and falls if the last four, weighted, took more than the upper one;
 * while fewer are known, those count. It stays from PACE_MIN_DEPTH to @max_depth. */
void pace_note(Pace *pace, PaceBounds bounds, int64_t taken_ms, int max_depth);
