/* Circles of players in which each beats the next. */
#pragma once

#include <stdbool.h>

/* Finds a shortest circle of players in which each beats the next one and the last beats the first.
 * Returns how many they are, 0 if there is none. Of several circles it is the one with the player
 * named first.
 *
 * Shape: @beats, row by row, says whether the player of the row beats the one of the column; no
 *        player beats itself. @out_circle has room for @players. */
int circle_find(int players, const bool *beats, int *out_circle);
