/* Effects of factors on the strength of players, by the results of all games together.
 *
 * The model is that of ratings.h with strengths that are linear: the strength of a player is the
 * sum of effects, each times a number that the design gives to the player.
 *
 * Source: R. R. Davidson, see ratings.h; linear strengths as in A. Springall, Response surface
 *         fitting using a generalization of the Bradley-Terry paired comparison model, Applied
 *         Statistics 22, 1973. */
#pragma once

#include "experiments/numbers/ratings_fit.h"

typedef struct FactorialFit FactorialFit;

/* The maximum-likelihood fit, in points of the scale of @ratings.
 *
 * Shape: @design has a row for each player and a column for each effect. */
FactorialFit *factorial_fit(const gsl_matrix *design, const RatingsGames *games, size_t count,
                            const Ratings *ratings);
void factorial_fit_free(FactorialFit *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FactorialFit, factorial_fit_free)

/* How well the model explains the results, as ratings_goodness(); if pairings scatter more than the
 * model says, with the dispersion of their points. */
RatingsGoodness factorial_goodness(const FactorialFit *fit);

/* The sum of all effects, each times its number in @weights, with its 95 % interval; with a
 * dispersion above 1 that of Student's distribution. @out_p (may be NULL): how probable a sum as
 * far from 0 is if it is 0. ESTIMATE_UNKNOWN, with a p of 1, if the games are too few
 * (ratings_are_enough()), if results do not limit it, for example because a player won everything,
 * or if they give points no scale (ratings_has_scale()).
 *
 * The interval does not allow for the error of the scale, which is far smaller than that of the
 * effects.
 *
 * Units: points of rating, on the scale of ratings_scale(). */
Estimate factorial_estimate(const FactorialFit *fit, const gsl_vector *weights, double *out_p);
