/* Which players prevail when each may beat one and lose to another, so that no list of ratings is
 * true.
 *
 * A large population plays one player; now and then another one is tried, and takes over if it
 * beats the first. The mass of a player is how much of the time it is played in the long run. A
 * player that beats all others has all the mass. If the best players beat each other in a circle
 * they share it, and none of them is called the best.
 *
 * Source: S. Omidshafiei and others, alpha-Rank: Multi-Agent Evaluation by Evolution, Scientific
 *         Reports 9, 2019, for a symmetric game of one population, in the limit where the intensity
 *         of ranking grows beyond all bounds (its section on Markov-Conley chains): then a mutant
 *         takes over with probability 1 if it beats the others, never if it is beaten, and
 *         otherwise with one chance in the size of the population, here 50. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The masses of @players players; they add up to 1.
 *
 * Shape:  @share, row by row, has the share of the points that the player of the row makes against
 *         the player of the column, 0 to 1; 1/2 if they never met and on the diagonal. It adds up
 *         to 1 with the share of the column against the row. */
void alpha_rank(int players, const double *share, double *out_mass);

/* Finds a shortest circle of players in which each beats the next one and the last beats the first.
 * Returns how many they are, 0 if there is none. Of several circles it is the one with the player
 * named first.
 *
 * Shape: @beats, row by row, says whether the player of the row beats the one of the column; no
 *        player beats itself. @out_circle has room for @players. */
int circle_find(int players, const bool *beats, int *out_circle);
