/* Which players meet next, if games are to rank all of them: those whose order is in doubt.
 *
 * Each player is taken to have won and lost a game against an average one besides, so that there is
 * an order from the first game on. Two players need games while 0 lies in the 95 % interval of the
 * difference of their ratings. This rule is no test: it looks often, and at many pairs; of equal
 * players it puts most in an order. A pair has a certain order if race_interval() excludes 0. */
#pragma once

#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings.h"

#define RACE_MAX_PLAYERS 64 /* the ratings of more take longer than their games */

typedef struct {
    int better, worse; /* by the ratings so far */
    double need; /* how much a game between them would tell of their order; 0: enough is known */
    bool is_certain; /* their order, with 5 % error for all pairs and rounds of a race together */
} RacePair;

/* @estimate with an interval that excludes the truth at any look of a race with 5 % probability at
 * most, where @estimate has a 95 % interval for a number of games that does not depend on results,
 * and is of a model with @strengths free strengths: players less one, or 1 for the games of one
 * pairing. Other kinds of estimates stay as they are.
 *
 * Source: Y. Abbasi-Yadkori, D. Pal and C. Szepesvari, Improved algorithms for linear stochastic
 *         bandits, NIPS 2011, theorem 2, with a standard deviation of one nat and each strength as
 *         uncertain as this one; for one strength H. Robbins, Statistical methods related to the
 * law of the iterated logarithm, Annals of Mathematical Statistics 41, 1970. */
Estimate race_interval(Estimate estimate, int strengths);

/* The same for a @share of games, whose logit is the strength. */
Estimate race_share(Estimate share, int strengths);

/* @fixed, elo_pairing() of the games of one pairing, with such an interval and superiority. */
EloPairing race_pairing(EloPairing fixed);

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
