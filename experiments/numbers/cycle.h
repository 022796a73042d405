/* Cycles of players: A beats B, B beats C, C beats A. No list of ratings describes such results. */
#pragma once

#include <stdbool.h>

/* Finds a shortest cycle of players in which each beats the next one and the last beats the first.
 * Returns its length, 0 if there is none. Of several cycles it is the one of the first player.
 *
 * Shape: @beats, row by row, states whether the player of the row beats the one of the column; no
 *        player beats itself. @out_cycle has room for @players. */
int cycle_find(int players, const bool *beats, int *out_cycle);
