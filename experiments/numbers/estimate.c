#include "experiments/numbers/estimate.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LEVEL 0.05

const EstimateKindFacts ESTIMATE_KINDS[ESTIMATE_KIND_COUNT] = {
    [ESTIMATE_UNKNOWN] = {"unknown", "the games do not determine the value"},
    [ESTIMATE_GIVEN] = {"given", "fixed, not estimated", .has_value = true},
    [ESTIMATE_INTERVAL] = {"interval", "estimated, with its 95 % interval", true, true, true},
    [ESTIMATE_ALIKE] = {"alike",
                        "all pairs of games or, without pairs, all games gave the same points, so "
                        "the interval is conservative",
                        true, true, true},
    [ESTIMATE_AT_LEAST] = {"at-least", "no result limits the value from above", .has_low = true},
    [ESTIMATE_AT_MOST] = {"at-most", "no result limits the value from below", .has_high = true},
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

Estimate estimate_sum(const Estimate *parts, int count)
{
    bool unknown = false, no_low = false, no_high = false;
    double value = 0, down = 0, up = 0; /* without a value its bound counts; sums of squares */

    for (const Estimate *part = parts; part < parts + count; part++) {
        const EstimateKindFacts *has = &ESTIMATE_KINDS[part->kind];
        unknown |= part->kind == ESTIMATE_UNKNOWN;
        no_low |= part->kind == ESTIMATE_AT_MOST;
        no_high |= part->kind == ESTIMATE_AT_LEAST;
        value += has->has_value ? part->value : has->has_low ? part->low : part->high;
        down += has->has_value && has->has_low ? pow(part->value - part->low, 2) : 0;
        up += has->has_value && has->has_high ? pow(part->high - part->value, 2) : 0;
    }
    if (unknown || (no_low && no_high))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    if (no_high)
        return (Estimate){.kind = ESTIMATE_AT_LEAST, .low = value - sqrt(down)};
    if (no_low)
        return (Estimate){.kind = ESTIMATE_AT_MOST, .high = value + sqrt(up)};
    return (Estimate){ESTIMATE_INTERVAL, value, value - sqrt(down), value + sqrt(up)};
}

Estimate estimate_difference(Estimate a, Estimate b)
{
    return estimate_sum((const Estimate[]){a, estimate_transform(b, -1, 0)}, 2);
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
