/* The homeostasis of the homeostatic player: it looks further ahead when it moves too fast, and
 * less far when it moves too slowly, half a move at a time.
 *
 * Source: R. J. Wagner, The homeostatic chess player, rjwagner49.com, 2001 to 2021. The page names
 *         a weighted average over four moves but not the weights; ours are 4, 3, 2, 1, the last
 *         move first. It says how the time of its test of the hardware counts, but not what the
 *         test is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Units: milliseconds a move. */
typedef struct {
    int64_t lower_ms, upper_ms;
} PaceBounds;

#define PACE_MIN_DEPTH 3 /* half moves */
#define PACE_MOVES 4     /* moves that are remembered */

/* The test of the hardware is a search of the start position to this depth. */
#define PACE_TEST_DEPTH 3

typedef struct {
    int depth;                    /* half moves that the next move looks ahead */
    int moves;                    /* moves that are remembered so far, up to PACE_MOVES */
    int64_t taken_ms[PACE_MOVES]; /* the last one first */
} Pace;

/* The first pace of a player on a machine where the test took @test_s seconds: the logarithm to
 * base 6 of 1 / @test_s is added to the least depth. */
Pace pace_first(double test_s);

/* The player has taken @taken_ms for a move: its depth rises if the last two moves took less than
 * the lower bound on average, and falls if the last four, weighted, took more than the upper one;
 * while fewer are remembered, those count. It stays between PACE_MIN_DEPTH and @max_depth. */
void pace_note(Pace *pace, PaceBounds bounds, int64_t taken_ms, int max_depth);
