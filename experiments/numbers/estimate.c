#include "experiments/numbers/estimate.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LEVEL 0.05

const EstimateKindFacts ESTIMATE_KINDS[ESTIMATE_KIND_COUNT] = {
    [ESTIMATE_UNKNOWN] = {"unknown", "no game gives information about it"},
    [ESTIMATE_GIVEN] = {"given", "fixed, not estimated", .has_value = true},
    [ESTIMATE_INTERVAL] = {"interval", "estimated, with its 95 % interval", true, true, true},
    [ESTIMATE_ALIKE] = {"alike", "all results were the same; both ends of the interval are bounds",
                        true, true, true},
    [ESTIMATE_AT_LEAST] = {"at-least", "no result limits it from above", .has_low = true},
    [ESTIMATE_AT_MOST] = {"at-most", "no result limits it from below", .has_high = true},
};

Estimate estimate_transform(Estimate estimate, double factor, double offset)
{
    const bool turns = factor < 0;
    const double low = turns ? estimate.high : estimate.low;
    const double high = turns ? estimate.low : estimate.high;
    const EstimateKind kind = turns && estimate.kind == ESTIMATE_AT_LEAST  ? ESTIMATE_AT_MOST
                              : turns && estimate.kind == ESTIMATE_AT_MOST ? ESTIMATE_AT_LEAST
                                                                           : estimate.kind;

    return (Estimate){
        .kind = kind,
        .value = ESTIMATE_KINDS[kind].has_value ? factor * estimate.value + offset : 0,
        .low = ESTIMATE_KINDS[kind].has_low ? factor * low + offset : 0,
        .high = ESTIMATE_KINDS[kind].has_high ? factor * high + offset : 0,
    };
}

void estimate_sum_add(EstimateSum *sum, Estimate part)
{
    const EstimateKindFacts *facts = &ESTIMATE_KINDS[part.kind];

    sum->unknown |= part.kind == ESTIMATE_UNKNOWN;
    sum->no_low |= part.kind == ESTIMATE_AT_MOST;
    sum->no_high |= part.kind == ESTIMATE_AT_LEAST;
    sum->value += facts->has_value ? part.value : facts->has_low ? part.low : part.high;
    sum->down +=
        facts->has_value && facts->has_low ? (part.value - part.low) * (part.value - part.low) : 0;
    sum->up += facts->has_value && facts->has_high
                   ? (part.high - part.value) * (part.high - part.value)
                   : 0;
}

Estimate estimate_sum(const EstimateSum *sum)
{
    const double low = sum->value - sqrt(sum->down), high = sum->value + sqrt(sum->up);

    if (sum->unknown || (sum->no_low && sum->no_high))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    if (sum->no_high)
        return (Estimate){.kind = ESTIMATE_AT_LEAST, .low = low};
    if (sum->no_low)
        return (Estimate){.kind = ESTIMATE_AT_MOST, .high = high};
    return (Estimate){ESTIMATE_INTERVAL, sum->value, low, high};
}

Estimate estimate_difference(Estimate a, Estimate b)
{
    EstimateSum sum = {0};

    estimate_sum_add(&sum, a);
    estimate_sum_add(&sum, estimate_transform(b, -1, 0));
    return estimate_sum(&sum);
}

double estimate_p(Estimate estimate)
{
    const double room =
        estimate.value > 0 ? estimate.value - estimate.low : estimate.high - estimate.value;
    const double deviation = room / gsl_cdf_ugaussian_Qinv(LEVEL / 2);

    if (estimate.kind != ESTIMATE_INTERVAL && estimate.kind != ESTIMATE_ALIKE)
        return 1;
    if (deviation <= 0)
        return estimate.value == 0 ? 1 : 0;
    return 2 * gsl_cdf_ugaussian_Q(fabs(estimate.value) / deviation);
}
