#include "experiments/numbers/scores.h"

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

/* The secular function and, in *@out_slope, its derivative. */
static double secular(const Expected *expected, double x, double *out_slope)
{
    double sum = 0;

    *out_slope = 0;
    for (int i = 0; i < expected->scores->values; i++) {
        const double count = (double)expected->scores->count[i];
        const double term = expected->difference[i] / (1 + x * expected->difference[i]);
        if (count > 0) {
            sum += count * term;
            *out_slope -= count * term * term;
        }
    }
    return sum;
}

#define MAX_STEPS 200 /* of Newton's method; three are usual near the solution */
#define PRECISION 1e-13

/* No probability exceeds 1, which limits the multiplier. The secular function falls; if it has no
 * zero within the limits, an extreme score that did not occur has a probability all the same.
 * Newton's method, from @start, with bisection where it leaves the limits. */
static double multiplier(const Expected *expected, double start)
{
    const Scores *scores = expected->scores;
    const double units = (double)scores_units(scores);
    double low = -(1 - (double)scores->count[expected->greatest] / units) /
                 expected->difference[expected->greatest];
    double high = -(1 - (double)scores->count[expected->least] / units) /
                  expected->difference[expected->least];
    double slope, x = start;

    if (secular(expected, low, &slope) <= 0)
        return low;
    if (secular(expected, high, &slope) >= 0)
        return high;
    for (int step = 0; step < MAX_STEPS && high - low > PRECISION; step++) {
        double value, next;
        if (!(x > low && x < high))
            x = (low + high) / 2;
        value = secular(expected, x, &slope);
        *(value > 0 ? &low : &high) = x;
        next = x - value / slope;
        if (fabs(next - x) < PRECISION)
            return x;
        x = next;
    }
    return (low + high) / 2;
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

/* The solution @x, and what further units would make of it. */
static void note_solution(const Expected *expected, double x, ScoresRatio *out_ratio)
{
    double steepest = 0, slope;

    secular(expected, x, &slope);
    out_ratio->multiplier = x;
    out_ratio->value = 0;
    get_probabilities(expected, x, out_ratio->probability);
    for (int i = 0; i < expected->scores->values; i++) {
        const double factor = 1 + x * expected->difference[i];
        out_ratio->gain[i] = log1p(x * expected->difference[i]);
        if (expected->scores->count[i] > 0)
            out_ratio->value += (double)expected->scores->count[i] * out_ratio->gain[i];
        steepest = fmax(steepest, fabs(expected->difference[i] / factor));
    }
    out_ratio->value = fmax(out_ratio->value, 0);
    out_ratio->bend = steepest * steepest / -slope / 2;
}

void scores_ratio_update(const Scores *scores, double share, ScoresRatio *ratio)
{
    const Expected expected = expect_share(scores, share);

    note_solution(&expected, multiplier(&expected, ratio->multiplier), ratio);
}

double scores_log_ratio(const Scores *scores, double share)
{
    ScoresRatio ratio = {0};

    if (scores_units(scores) > 0)
        scores_ratio_update(scores, share, &ratio);
    return ratio.value;
}

void scores_expect(const Scores *scores, double share, double *out_probability)
{
    const Expected expected = expect_share(scores, share);

    get_probabilities(&expected, multiplier(&expected, 0), out_probability);
}

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

/* From the probabilities of the last solution, or of none, the lead is approached in @steps_up
 * steps; false: no distribution near has so great a lead. */
static bool find_lead(const Scores *scores, double lead, int steps_up, ScoresRatio *ratio)
{
    double change = 1;

    for (int step = 0; step < MAX_STEPS && change > SAME; step++) {
        const double part = fmin(1, (step + 1.0) / steps_up);
        const Expected expected = expect_lead(scores, part * lead, ratio->probability);
        double before[SCORES_MAX_VALUES];
        if (expected.difference[expected.least] >= 0 || expected.difference[expected.greatest] <= 0)
            return false;
        memcpy(before, ratio->probability, sizeof before);
        note_solution(&expected, multiplier(&expected, ratio->multiplier), ratio);
        change = part < 1 ? 1 : 0;
        for (int i = 0; i < scores->values; i++)
            change = fmax(change, fabs(ratio->probability[i] - before[i]));
    }
    return true;
}

void scores_ratio_of_lead_update(const Scores *scores, double lead, ScoresRatio *ratio)
{
    const double of_unit = scores->values == 3 ? lead : lead * G_SQRT2;
    const bool is_first = ratio->bend == 0;

    if (!is_first && find_lead(scores, of_unit, 1, ratio))
        return;
    *ratio = (ScoresRatio){0};
    for (int i = 0; i < scores->values; i++)
        ratio->probability[i] = 1.0 / scores->values;
    find_lead(scores, of_unit, STEPS_UP, ratio);
}

double scores_log_ratio_of_lead(const Scores *scores, double lead)
{
    ScoresRatio ratio = {0};

    if (scores_units(scores) > 0)
        scores_ratio_of_lead_update(scores, lead, &ratio);
    return ratio.value;
}

static double bartlett_factor(const Expected *expected, const ScoresRatio *ratio)
{
    double second = 0, third = 0, fourth = 0;

    for (int i = 0; i < expected->scores->values; i++) {
        const double d = expected->difference[i];
        second += ratio->probability[i] * d * d;
        third += ratio->probability[i] * d * d * d;
        fourth += ratio->probability[i] * d * d * d * d;
    }
    if (second <= 0)
        return 1; /* all scores are equal, and @share is theirs */
    return 1 + (fourth / 2 - third * third / second / 3) / (second * second) /
                   (double)scores_units(expected->scores);
}

double scores_chi_square(const Scores *scores, double share)
{
    const Expected expected = expect_share(scores, share);
    ScoresRatio ratio = {0};

    if (scores_units(scores) == 0)
        return 0;
    scores_ratio_update(scores, share, &ratio);
    return 2 * ratio.value / fmin(bartlett_factor(&expected, &ratio), MAX_FACTOR);
}
