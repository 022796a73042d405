#include "experiments/numbers/scores.h"
#include "experiments/tools/gsl_tools.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define MAX_FACTOR 1.25

void pair_counts_add(PairCounts *counts, int64_t number, int half_points)
{
    if (number % 2 == 1) {
        counts->waiting[half_points]++;
        return;
    }
    for (size_t first = 0; first < G_N_ELEMENTS(counts->waiting); first++)
        if (counts->waiting[first] > 0) {
            counts->waiting[first]--;
            counts->pairs[first + (size_t)half_points]++;
            return;
        }
}

Scores scores_of_games(StatisticsScore score)
{
    return (Scores){3, {score.losses, score.draws, score.wins}};
}

Scores scores_of_pairs(const PairCounts *counts)
{
    Scores scores = {.values = 5};

    for (int i = 0; i < 5; i++)
        scores.count[i] = counts->pairs[i];
    return scores;
}

int64_t scores_units(const Scores *scores)
{
    int64_t units = 0;

    for (int i = 0; i < scores->values; i++)
        units += scores->count[i];
    return units;
}

double scores_share(const Scores *scores)
{
    int64_t points = 0;

    for (int i = 0; i < scores->values; i++)
        points += i * scores->count[i];
    return (double)points / (double)(scores->values - 1) / (double)scores_units(scores);
}

void scores_moments(const Scores *scores, double out_moment[5])
{
    const double mean = scores_share(scores), units = (double)scores_units(scores);

    for (int power = 0; power < 5; power++) {
        out_moment[power] = 0;
        for (int i = 0; i < scores->values; i++)
            out_moment[power] += (double)scores->count[i] / units *
                                 pow((double)i / (scores->values - 1) - mean, power);
    }
    out_moment[1] = mean;
}

bool scores_are_alike(const Scores *scores)
{
    const int64_t units = scores_units(scores);

    for (int i = 0; i < scores->values; i++)
        if (scores->count[i] == units)
            return true;
    return false;
}

/* The most probable distribution for which @difference is 0 on average has, for a value with the
 * difference d, the probability count / units / (1 + x d); x is the multiplier for which that adds
 * up to 1. */
typedef struct {
    const Scores *scores;
    double difference[SCORES_MAX_VALUES];
    int least, greatest; /* of the differences, below and above 0 */
} Expected;

static double value_of(const Scores *scores, int i)
{
    return (double)i / (scores->values - 1);
}

static void find_extremes(Expected *expected)
{
    expected->least = expected->greatest = 0;
    for (int i = 1; i < expected->scores->values; i++) {
        if (expected->difference[i] < expected->difference[expected->least])
            expected->least = i;
        if (expected->difference[i] > expected->difference[expected->greatest])
            expected->greatest = i;
    }
}

static Expected expect_share(const Scores *scores, double share)
{
    Expected expected = {.scores = scores};

    for (int i = 0; i < scores->values; i++)
        expected.difference[i] = value_of(scores, i) - share;
    find_extremes(&expected);
    return expected;
}

static double secular(double x, void *data)
{
    const Expected *expected = data;
    double sum = 0;

    for (int i = 0; i < expected->scores->values; i++) {
        const double d = expected->difference[i];
        if (expected->scores->count[i] > 0)
            sum += (double)expected->scores->count[i] * d / (1 + x * d);
    }
    return sum;
}

/* No probability exceeds 1, which limits the multiplier. The secular function falls; if it has no
 * zero within the limits, an extreme score that did not occur has a probability all the same. */
static double multiplier(Expected *expected)
{
    const Scores *scores = expected->scores;
    const double units = (double)scores_units(scores);
    const double low = -(1 - (double)scores->count[expected->greatest] / units) /
                       expected->difference[expected->greatest];
    const double high = -(1 - (double)scores->count[expected->least] / units) /
                        expected->difference[expected->least];

    if (secular(low, expected) <= 0)
        return low;
    if (secular(high, expected) >= 0)
        return high;
    return root_find(secular, expected, low, high, 1e-13);
}

static double log_ratio(const Expected *expected, double x)
{
    const Scores *scores = expected->scores;
    double sum = 0;

    for (int i = 0; i < scores->values; i++)
        if (scores->count[i] > 0)
            sum += (double)scores->count[i] * log1p(x * expected->difference[i]);
    return fmax(sum, 0);
}

double scores_log_ratio(const Scores *scores, double share)
{
    Expected expected = expect_share(scores, share);

    return scores_units(scores) > 0 ? log_ratio(&expected, multiplier(&expected)) : 0;
}

/* The probability that the counts leave over is that of the extreme score on the far side. */
static void get_probabilities(const Expected *expected, double x, double *out_probability)
{
    const Scores *scores = expected->scores;
    const double units = (double)scores_units(scores);
    double rest = 1;

    for (int i = 0; i < scores->values; i++) {
        const double d = expected->difference[i];
        out_probability[i] =
            scores->count[i] > 0 ? (double)scores->count[i] / units / (1 + x * d) : 0;
        rest -= out_probability[i];
    }
    out_probability[x > 0 ? expected->least : expected->greatest] += fmax(rest, 0);
}

#define MAX_STEPS 200
#define STEPS_UP 16 /* steps up to the lead, so that no condition is far from the last */
#define SAME 1e-12  /* difference of probabilities that counts as none */

/* The condition at the present probabilities: with mean m and deviation s it says that value - 1/2
 * - lead ((value - m)^2 / s + s) / 2 is 0 on average. */
static Expected expect_lead(const Scores *scores, double lead, const double *probability)
{
    Expected expected = {.scores = scores};
    double mean = 0, variance = 0, deviation;

    for (int i = 0; i < scores->values; i++)
        mean += probability[i] * value_of(scores, i);
    for (int i = 0; i < scores->values; i++)
        variance += probability[i] * (value_of(scores, i) - mean) * (value_of(scores, i) - mean);
    deviation = sqrt(fmax(variance, 1e-12));
    for (int i = 0; i < scores->values; i++) {
        const double off = value_of(scores, i) - mean;
        expected.difference[i] =
            value_of(scores, i) - 0.5 - lead * (off * off / deviation + deviation) / 2;
    }
    find_extremes(&expected);
    return expected;
}

double scores_log_ratio_of_lead(const Scores *scores, double lead)
{
    const double of_unit = scores->values == 3 ? lead : lead * G_SQRT2;
    double probability[SCORES_MAX_VALUES], ratio = 0, change = 1;

    if (scores_units(scores) == 0)
        return 0;
    for (int i = 0; i < scores->values; i++)
        probability[i] = 1.0 / scores->values;
    for (int step = 0; step < MAX_STEPS && change > SAME; step++) {
        const double part = fmin(1, (step + 1.0) / STEPS_UP);
        Expected expected = expect_lead(scores, part * of_unit, probability);
        double before[SCORES_MAX_VALUES], x;
        if (expected.difference[expected.least] >= 0 || expected.difference[expected.greatest] <= 0)
            break; /* no distribution near has so great a lead */
        memcpy(before, probability, sizeof before);
        x = multiplier(&expected);
        get_probabilities(&expected, x, probability);
        ratio = log_ratio(&expected, x);
        change = part < 1 ? 1 : 0;
        for (int i = 0; i < scores->values; i++)
            change = fmax(change, fabs(probability[i] - before[i]));
    }
    return ratio;
}

static double bartlett_factor(const Expected *expected, double x)
{
    double probability[SCORES_MAX_VALUES], second = 0, third = 0, fourth = 0;

    get_probabilities(expected, x, probability);
    for (int i = 0; i < expected->scores->values; i++) {
        const double d = expected->difference[i];
        second += probability[i] * d * d;
        third += probability[i] * d * d * d;
        fourth += probability[i] * d * d * d * d;
    }
    if (second <= 0)
        return 1; /* all scores are equal, and @share is theirs */
    return 1 + (fourth / 2 - third * third / second / 3) / (second * second) /
                   (double)scores_units(expected->scores);
}

double scores_chi_square(const Scores *scores, double share)
{
    Expected expected = expect_share(scores, share);
    double x;

    if (scores_units(scores) == 0)
        return 0;
    x = multiplier(&expected);
    return 2 * log_ratio(&expected, x) / fmin(bartlett_factor(&expected, x), MAX_FACTOR);
}
