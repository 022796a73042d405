/* What each change of a sweep is worth, by the results of all its players.
 *
 * The value of a point is the mean over the opponents of the difference of ratings that its score
 * against each says, as elo_pairing() has it. Every answer here is a weighted sum of such
 * differences. They come from different games, so they are independent, and the interval of the sum
 * is made from theirs: the distance of its lower end is the root of the sum of the squares of the
 * weighted distances of their lower ends, or of their upper ends if the weight is negative;
 * likewise for the upper end. With intervals of a normal distribution that is the delta method;
 * unlike that method it also keeps intervals that are not symmetric.
 *
 * For a player that won everything against an opponent there is no difference, only a lower bound.
 * Then the sum is ESTIMATE_AT_LEAST or ESTIMATE_AT_MOST, with the bounds in place of the
 * differences, and ESTIMATE_UNKNOWN if one difference has no upper limit and another no lower
 * limit. On the scale of points the value is the mean of the scores themselves, which are always
 * known.
 *
 * Units:  points of rating; or per cent of the points of the games.
 * Source: for the interval, G. Y. Zou and A. Donner, Construction of confidence limits about effect
 *         measures: a general approach, Statistics in Medicine 27, 2008. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/spec/spec.h"
#include "experiments/tally/totals.h"

/* What was played. */
typedef struct {
    int changes;
    int opponents;
    const Estimate *differences; /* point p above opponent i: p * opponents + i */
} EffectsLattice;

/* What values are measured in. */
typedef enum { EFFECTS_ELO, EFFECTS_POINTS, EFFECTS_SCALE_COUNT } EffectsScale;

/* "elo", "points". */
extern const char *const EFFECTS_SCALE_NAME[EFFECTS_SCALE_COUNT + 1];

/* The differences of the sweep @spec, on the scale of points its scores, by pairs of games if
 * @totals have any. Shape: as in EffectsLattice. Owner: the caller. */
Estimate *effects_differences(const Spec *spec, const Totals *totals, EffectsScale scale);

/* The value of a point. */
Estimate effects_value(const EffectsLattice *lattice, int point);

/* The value with all changes minus the value with none. */
Estimate effects_all(const EffectsLattice *lattice);

/* The mean effect of @change: by how much it raises the value, averaged over all subsets of the
 * other changes.
 *
 * Source: F. Yates, The design and analysis of factorial experiments, 1937; as the value of a
 *         player of a game, J. F. Banzhaf, Weighted voting doesn't work, Rutgers Law Review 19,
 *         1965. */
Estimate effects_mean(const EffectsLattice *lattice, int change);

/* The Shapley value of @change: by how much it raises the value, averaged over all orders in which
 * the changes can be made one after another. These values add up to effects_all().
 *
 * Source: L. S. Shapley, A value for n-person games, Contributions to the Theory of Games II,
 *         1953: the sum over the subsets S of the other changes of |S|! (n - |S| - 1)! / n! times
 *         v(S and the change) - v(S). */
Estimate effects_shapley(const EffectsLattice *lattice, int change);

/* How much more two different changes are worth together than the sum of both alone, averaged over
 * all subsets of the others.
 *
 * Source: M. Grabisch and M. Roubens, An axiomatic approach to the concept of interaction among
 *         players in cooperative games, International Journal of Game Theory 28, 1999: the
 *         interaction index of Banzhaf. */
Estimate effects_interaction(const EffectsLattice *lattice, int first, int second);
