/* Ratings of the players of games of three, which end with an order of places.
 *
 * The model: the first place goes to a player, or is shared by several, then the next one to some
 * of the others, until all have a place. A set of players has it with a probability in the
 * proportion of the geometric mean of their strengths times a constant of ties, which depends on
 * how many they are and is 1 for one player. The strength of a player is that of its seat times its
 * own. Without ties this is the model of R. L. Plackett, The analysis of permutations, Applied
 * Statistics 24, 1975, and R. D. Luce, Individual Choice Behavior, 1959; with two players it is
 * Davidson's, as in ratings.h.
 *
 * Players with the same points share a place: all three of a drawn game, both others of a forfeit.
 *
 * Source: D. Firth, I. Kosmidis and H. Turner, Davidson-Luce model for multi-item choice with ties,
 *         arXiv 1909.07123, 2019; H. Turner, J. van Etten, D. Firth and I. Kosmidis, Modelling
 *         rankings in R: the PlackettLuce package, Computational Statistics 35, 2020. */
#pragma once

#include "experiments/numbers/estimate.h"

#include <glib.h>

#define PLACKETT_LUCE_SEATS 3

/* Games of the same players on the same seats with the same points. */
typedef struct {
    int player[PLACKETT_LUCE_SEATS]; /* by seat; from 0, three different ones */
    int points[PLACKETT_LUCE_SEATS];
    int64_t count;
} PlackettLuceGames;

typedef struct PlackettLuce PlackettLuce;

/* The maximum-likelihood fit. */
PlackettLuce *plackett_luce_fit(int players, const PlackettLuceGames *games, size_t count);
void plackett_luce_free(PlackettLuce *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlackettLuce, plackett_luce_free)

/* How much better @player is than @other, with the 95 % interval of Student's distribution that has
 * the variance of the likelihood's curvature, with two degrees of freedom a game less one for each
 * parameter; ESTIMATE_UNKNOWN if results do not limit it, for
 * example because a player won everything, or if the points of the two per game say the
 * opposite; ESTIMATE_GIVEN and 0 for a player and itself.
 *
 * Units: points of rating: 400 times the decimal logarithm of the odds that the better one has the
 *        higher place, if they do not share one. */
Estimate plackett_luce_difference(const PlackettLuce *fit, int player, int other);

/* The same for two seats. */
Estimate plackett_luce_seats(const PlackettLuce *fit, int seat, int other);
