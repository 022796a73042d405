/* Which players meet next, if games are to rank all of them: those whose order is in doubt.
 *
 * Each player is taken to have won and lost a game against an average one besides, so that there is
 * an order from the first game on. Two players are undecided while 0 lies in the 95 % interval of
 * the difference of their ratings. */
#pragma once

#include "experiments/numbers/ratings.h"

#define RACE_MAX_PLAYERS 64 /* the ratings of more take longer than their games */

typedef struct {
    int better, worse; /* by the ratings so far */
    double need; /* how much a game between them would tell of their order; 0: it is decided */
} RacePair;

/* All pairs of @players by the results @games, those that need games most first. A game tells much
 * if the order is in doubt, the ratings are uncertain, and neither player is expected to win:
 * the need is the probability density of equal ratings times the variance of their difference and
 * the variance of a game's result.
 *
 * Shape:  at most RACE_MAX_PLAYERS.
 * Source: the gain of a game in the probability of the right order, averaged over what is known, as
 *         in P. I. Frazier, W. B. Powell and S. Dayanik, A knowledge-gradient policy for sequential
 *         information collection, SIAM Journal on Control and Optimization 47, 2008.
 * Owner:  a GArray of RacePair, the caller's. */
GArray *race_pairs(int players, const RatingsGames *games, size_t count);
