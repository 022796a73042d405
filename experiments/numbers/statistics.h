/* Estimates from samples. */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "experiments/numbers/estimate.h"

/* A sample as sums, which can be added up in any order without rounding. */
typedef struct {
    int64_t count, sum, squares;
} StatisticsSums;

/* Whether a sample can have these sums: the square of its sum is at most the sum of its squares
 * times its size.
 *
 * Source: the inequality of Cauchy and Schwarz. */
bool statistics_sums_are_possible(StatisticsSums sums);

typedef struct {
    int64_t count;
    Estimate mean; /* an interval if count > 1, of one value ESTIMATE_GIVEN */
    double sd;     /* of the sample, with count - 1; this and the next only if count > 1 */
    double t;      /* the 97.5 % point of Student's distribution with count - 1 */
} StatisticsEstimate;

/* Mean, standard deviation and interval of a sample.
 *
 * Source: Student, The probable error of a mean, Biometrika 6, 1908: mean -+ t sd / sqrt(count),
 * where t is the 97.5 % point of his distribution with count - 1 degrees of freedom. */
StatisticsEstimate statistics_estimate(StatisticsSums sums);

/* The same, faster if @like is of a sample as large: t takes most of the time. */
StatisticsEstimate statistics_estimate_like(StatisticsSums sums, StatisticsEstimate like);

/* Results of games between two players. */
typedef struct {
    int64_t wins, losses, draws;
} StatisticsScore;

static inline int64_t statistics_count(StatisticsScore score)
{
    return score.wins + score.losses + score.draws;
}

/* Adds a game in which the player made @half_points, 0 to 2. */
static inline void statistics_score_add(StatisticsScore *score, int half_points)
{
    score->wins += half_points == 2;
    score->draws += half_points == 1;
    score->losses += half_points == 0;
}

/* The same results seen from the other player. */
static inline StatisticsScore statistics_reverse(StatisticsScore score)
{
    return (StatisticsScore){score.losses, score.wins, score.draws};
}

static inline StatisticsScore statistics_add(StatisticsScore a, StatisticsScore b)
{
    return (StatisticsScore){a.wins + b.wins, a.losses + b.losses, a.draws + b.draws};
}

static inline StatisticsScore statistics_subtract(StatisticsScore a, StatisticsScore b)
{
    return (StatisticsScore){a.wins - b.wins, a.losses - b.losses, a.draws - b.draws};
}

/* How usual the counts @other of wins, losses and draws, or of successes and failures, would be, in
 * as many new games or tries, for players with the counts @ours: the probability of all counts that
 * are no more probable than @other. Below 0.05 @other lies outside the smallest region that new
 * results reach with 95 % probability. All games or tries are assumed to have the same
 * probabilities. If they differ, as between the positions of a test suite, results scatter less
 * than this says.
 *
 * Shape:  @kinds is 3 or 2; @other has 1 to 1000 games or 100000 tries, @ours any number.
 * Source: new games are a multinomial whose probabilities are known from ours alone, with Jeffreys'
 *         prior of half a game for each result (H. Jeffreys, An invariant form for the prior
 *         probability in estimation problems, Proceedings of the Royal Society A 186, 1946): the
 *         compound multinomial of J. E. Mosimann, Biometrika 49, 1962; for two kinds the
 *         beta-binomial of J. G. Skellam, A probability distribution derived from the binomial
 *         distribution, Journal of the Royal Statistical Society B 10, 1948. */
double statistics_agreement(const int64_t *ours, const int64_t *other, int kinds);

/* How badly the results @ours predict the results @other: twice the logarithm of how much less
 * probable @other is by what @ours tell (as above) than by its own shares, which make it most
 * probable. Deviances of independent results add up; the lower the sum, the better @ours predict
 * the others. So they rank players, or readings of them, by the logarithmic score. For the same
 * players the deviance is about 2 on average with many games, 1 with many tries, and higher with
 * few: compare deviances of equally many games.
 *
 * Shape:  as above, @other has at least one; finite and not negative.
 * Source: the deviance of J. A. Nelder and R. W. M. Wedderburn, Generalized linear models, Journal
 *         of the Royal Statistical Society A 135, 1972, with the predictive probability in the
 *         place of the fitted one; the score is that of I. J. Good, Rational decisions, Journal of
 *         the Royal Statistical Society B 14, 1952. */
double statistics_deviance(const int64_t *ours, const int64_t *other, int kinds);

/* Adjusts the p-values of @count questions that are asked at once, so that any value below 0.05 is
 * as rare as with one question. In ascending order each value is multiplied by the number of values
 * not smaller, and becomes at least as great as the one before it, and at most 1.
 *
 * Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
 *         Statistics 6, 1979, as adjusted p-values. */
void statistics_holm(double *p, size_t count);

/* Sets the adjusted value at the offset @holm of each struct in @array from that at the offset @p.
 */
void statistics_holm_of(const GArray *array, size_t p, size_t holm);

/* Counts of tries that succeed or fail. */
typedef struct {
    int64_t successes, tries;
} StatisticsTries;

/* How many of @tries new tries succeed, by what the tries @ours tell: the central 95 % of the same
 * distribution, from the first number that 2.5 % do not exceed.
 *
 * Shape: @tries from 1 to 100000, @ours any number. */
void statistics_predict(StatisticsTries ours, int64_t tries, int64_t *out_low, int64_t *out_high);

/* A total over new games of the same players, by what ours say of a game. */
typedef struct {
    double p;         /* how probable a total as far from the expected one is */
    double deviance;  /* twice the logarithm of how much less probable it is than that one */
    double low, high; /* where 95 % of such totals lie; not below 0 */
} StatisticsTotal;

/* Judges @other, a total over @games new games, by @ours, the mean and standard deviation over two
 * games or more. If all of ours are alike they do not tell how games differ: they are then taken to
 * scatter as Poisson's distribution says, with half an event more.
 *
 * Source: Student's t for the mean of a future sample: G. J. Hahn and W. Q. Meeker, Statistical
 *         Intervals, 1991, section 4.8. A sum over many games is nearly normal. */
StatisticsTotal statistics_total(StatisticsEstimate ours, double other, double games);

/* The probability that a try succeeds, with its 95 % interval; unknown without tries.
 *
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
 *         Journal of the American Statistical Association 22, 1927. */
Estimate statistics_share(StatisticsTries tries);
