/* How often a player scored how much against another, in whole numbers, so that parts of a run add
 * up to exactly what the whole would have counted.
 *
 * Two games of one opening with colours exchanged are not independent: what is good for White helps
 * one player in the first and the other in the second. Pairs of them are. So what is counted are
 * units that know nothing of each other: pairs where openings or just colours alternate, otherwise
 * games. */
#pragma once

#include "experiments/numbers/statistics.h"

#include <stdbool.h>

#define SCORES_MAX_VALUES 5

/* Units by their score, seen from the first player. */
typedef struct {
    int values;                       /* 3: the units are games; 5: pairs of games */
    int64_t count[SCORES_MAX_VALUES]; /* how many units have i / (values - 1) of their points */
} Scores;

/* Counts of pairs of games as the games come in. Parts of a run, which never tear a pair apart, add
 * up. */
typedef struct {
    int64_t pairs[5];   /* by half points of both games together, 0 to 4 */
    int64_t waiting[3]; /* the last game, if its partner is still to come, by half points, 0 to 2 */
} PairCounts;

/* Counts game @number of a pairing, in which its first player made @half_points. An even number
 * completes the pair that the number before began.
 *
 * Shape: numbers in order, without a gap, from an odd one; half points from 0 to 2. */
void pair_counts_add(PairCounts *counts, int64_t number, int half_points);

Scores scores_of_games(StatisticsScore score);

/* A game without its partner does not count. */
Scores scores_of_pairs(const PairCounts *counts);

/* How many units there are. */
int64_t scores_units(const Scores *scores);

/* The share of the points that was made; only if there are units. Shape: 0 to 1. */
double scores_share(const Scores *scores);

/* Their mean, and around it the second, third and fourth moment, at their numbers; the first entry
 * is 1. Only if there are units. */
void scores_moments(const Scores *scores, double out_moment[5]);

/* Whether all units have the same score; only if there are units. */
bool scores_are_alike(const Scores *scores);

/* How much less probable the counts are, at best, if the player is expected to score @share, than
 * with any expectation: the natural logarithm of the ratio of the two maximum likelihoods. Both are
 * taken over all distributions of the unit's possible scores.
 *
 * Shape:  @share lies between 0 and 1, both excluded; the answer is finite, not negative, and 0
 *         only for scores_share() itself.
 * Source: M. Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf,
 *         proposition 1.1; scores that did not occur may be probable all the same, which makes the
 *         extreme ones take what is left where the proposition has no solution. The ratio is that
 *         of A. B. Owen, Empirical likelihood ratio confidence intervals for a single functional,
 *         Biometrika 75, 1988. */
double scores_log_ratio(const Scores *scores, double share);

/* The same if what the player is expected to score exceeds one half by @lead standard deviations
 * of a game's score; of pairs of games that is the deviation of a pair's mean times the root of 2.
 *
 * Shape:  @lead is finite; the answer is finite and not negative.
 * Source: M. Van den Bergh, Normalized Elo, https://www.cantate.be/Fishtest/normalized_elo.pdf. The
 *         condition is not linear in the probabilities, so it is linearized at the present ones,
 *         again and again, until they no longer change. */
double scores_log_ratio_of_lead(const Scores *scores, double lead);

/* scores_log_ratio() as a value of chi-square with one degree of freedom: twice the logarithm,
 * divided by its Bartlett factor 1 + (kurtosis / 2 - skewness^2 / 3) / units for the most probable
 * distribution that expects @share, but by no more than 5/4, which the factor exceeds only where a
 * few units cannot refute anything in any case.
 *
 * Shape:  as above.
 * Source: T. DiCiccio, P. Hall and J. Romano, Empirical likelihood is Bartlett-correctable, Annals
 *         of Statistics 19, 1991. */
double scores_chi_square(const Scores *scores, double share);

/* The most probable distribution of a unit's scores if the player is expected to score @share; only
 * if there are units. Shape: a probability for each value of a unit. Source: as
 * scores_log_ratio(). */
void scores_expect(const Scores *scores, double share, double *out_probability);

/* A ratio of counts that grow unit by unit: from the last solution the next one is found sooner.
 * All 0 at first. */
typedef struct {
    double multiplier;
    double probability[SCORES_MAX_VALUES];
    double value;                   /* scores_log_ratio() or scores_log_ratio_of_lead() */
    double gain[SCORES_MAX_VALUES]; /* change of the value by a further unit, to first order */
    double bend;                    /* k units change it by up to k * k * bend besides */
} ScoresRatio;

/* @ratio of scores_log_ratio() and of scores_log_ratio_of_lead(); only if there are units. */
void scores_ratio_update(const Scores *scores, double share, ScoresRatio *ratio);
void scores_ratio_of_lead_update(const Scores *scores, double lead, ScoresRatio *ratio);
