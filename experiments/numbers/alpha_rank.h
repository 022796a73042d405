/* Who prevails among players of whom each may beat one and lose to another, so that no line of
 * ratings is true.
 *
 * A large population plays one player; now and then somebody tries another one, who takes over if
 * he beats it. How much of the time each is played in the long run is its mass. Where one beats all
 * others he has all of it; where the best beat each other in a circle they share it, and nobody
 * pretends that one of them were the best.
 *
 * Source: S. Omidshafiei and others, alpha-Rank: Multi-Agent Evaluation by Evolution, Scientific
 *         Reports 9, 2019, of a symmetric game of one population, where the intensity of ranking
 *         grows beyond all bounds (its section on Markov-Conley chains): then a mutant takes over
 *         with probability 1 if it beats, never if it is beaten, and by one chance in the size of
 *         the population, here 50, if neither. */
#pragma once

#include <stdint.h>

/* The masses of @players players, which add up to 1.
 *
 * Shape:  @share, row by row, has the share of the points that the player of the row makes against
 *         the one of the column, 0 to 1; 1/2 where they never met and on the diagonal; that of the
 *         column against the row adds up with it to 1. */
void alpha_rank(int players, const double *share, double *out_mass);
