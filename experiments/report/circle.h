/* Circles in who beats whom. */
#pragma once

#include <stdbool.h>

/* A shortest circle of players each of whom beats the next one, and the last one the first: how
 * many they are, 0 if there is none. Of several the one with the player named first.
 *
 * Shape: @beats, row by row, says whether the player of the row beats the one of the column; nobody
 *        beats himself. @out_circle has room for @players. */
int circle_find(int players, const bool *beats, int *out_circle);
