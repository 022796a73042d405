/* How much stronger one player of a pairing is, by the results of their games only. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/numbers/scores.h"

/* Points of rating for which the odds are e to 1: 400 / ln 10. */
#define ELO_PER_NAT 173.71779276130073

/* The difference of ratings for which a player is expected to make @share of the points, and back.
 *
 * Shape:  0 < @share < 1. Units: points of rating.
 * Source: share = 1 / (1 + 10^(-difference / 400)), https://www.chessprogramming.org/
 *         Match_Statistics, "Elo-Rating & Win-Probability". */
double elo_from_share(double share);
double elo_to_share(double difference);

typedef struct {
    Estimate share;     /* the share of the points that the first player is expected to make, 0 to
                         * 1 */
    Estimate elo;       /* the same as a difference of ratings */
    double superiority; /* how likely it is that the first player is the better one, 0 to 1 */
} EloPairing;

/* Estimates from the results of a pairing.
 *
 * The interval holds the shares that are not refuted: scores_chi_square() does not exceed its 95 %
 * point. It lies within 0 and 1 and is longer on the side where there is more room. The superiority
 * is the normal probability of the signed root of scores_chi_square() at a share of 1/2, so it
 * exceeds 0.975 exactly when the whole interval is above 1/2.
 *
 * When all units have the same score (ESTIMATE_ALIKE), nothing shows how rare other scores are.
 * Units with that score then have a probability of at least 0.05^(1 / units), about 1 - 3 / units,
 * and the others may have any score; the superiority is that of a uniform prior. When all were won,
 * the share is 1, for which there is no rating: the difference is ESTIMATE_AT_LEAST. When all were
 * lost, it is ESTIMATE_AT_MOST. Without games nothing is known, and the superiority is 1/2.
 *
 * Source: A. B. Owen, Empirical likelihood ratio confidence intervals for a single functional,
 *         Biometrika 75, 1988; the bound is that of C. J. Clopper and E. S. Pearson, Biometrika 26,
 *         1934, with all successes, the rule of three. */
EloPairing elo_pairing(const Scores *scores);

/* How many games tell with a probability of ELO_POWER that a player @elo stronger is stronger: the
 * 95 % interval of elo_pairing() lies above one half. And the lead that @games tell so. @deviation
 * is that of a game's score, of pairs of games that of a pair's mean times the root of 2;
 * elo_deviation() is that of independent games between equal players, of which the share @draws is
 * drawn. Openings that favour White make it smaller.
 *
 * Shape:  @elo is not 0; the other numbers are above 0, @draws below 1.
 * Source: the normal approximation of power, as in J. Cohen, Statistical Power Analysis for the
 *         Behavioral Sciences, 1988, section 2.2. */
#define ELO_POWER 0.8
double elo_games_needed(double elo, double deviation);
double elo_detected(double games, double deviation);
double elo_deviation(double draws);

/* Normalized Elo: by how many standard deviations of a game's score the share of the points exceeds
 * one half, times 800 / ln 10. Unlike a difference of ratings it does not shrink if draws are many
 * or openings are one-sided, and it alone decides how many games are needed to see it. For pairs of
 * games the deviation is that of a pair's mean times the root of 2.
 *
 * The interval is that of the delta method, with skewness and kurtosis of the counts.
 * ESTIMATE_UNKNOWN where all units have the same score.
 *
 * Source: M. Van den Bergh, Normalized Elo, https://www.cantate.be/Fishtest/normalized_elo.pdf;
 *         for the variance of a mean in units of its deviation, H. Cramer, Mathematical Methods of
 *         Statistics, 1946, section 27.7. */
Estimate elo_normalized(const Scores *scores);

/* Points of normalized Elo that a standard deviation is: 800 / ln 10. */
#define ELO_PER_DEVIATION 347.43558552260146
