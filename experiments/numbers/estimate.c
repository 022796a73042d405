#include "experiments/numbers/estimate.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LEVEL 0.05

static const struct {
    const char *name, *sentence;
} KINDS[ESTIMATE_KIND_COUNT] = {
    [ESTIMATE_UNKNOWN] = {"unknown", "no game was played that is informative"},
    [ESTIMATE_GIVEN] = {"given", "fixed, not estimated"},
    [ESTIMATE_INTERVAL] = {"interval", "estimated, with its 95 % interval"},
    [ESTIMATE_ALIKE] = {"alike", "all results were the same; the interval consists of bounds"},
    [ESTIMATE_AT_LEAST] = {"at-least", "no result limits it from above"},
    [ESTIMATE_AT_MOST] = {"at-most", "no result limits it from below"},
};

const char *estimate_kind_name(EstimateKind kind)
{
    return KINDS[kind].name;
}

const char *estimate_kind_sentence(EstimateKind kind)
{
    return KINDS[kind].sentence;
}

bool estimate_has_value(EstimateKind kind)
{
    return kind == ESTIMATE_GIVEN || kind == ESTIMATE_INTERVAL || kind == ESTIMATE_ALIKE;
}

bool estimate_has_low(EstimateKind kind)
{
    return kind == ESTIMATE_INTERVAL || kind == ESTIMATE_ALIKE || kind == ESTIMATE_AT_LEAST;
}

bool estimate_has_high(EstimateKind kind)
{
    return kind == ESTIMATE_INTERVAL || kind == ESTIMATE_ALIKE || kind == ESTIMATE_AT_MOST;
}

static EstimateKind mirrored(EstimateKind kind)
{
    if (kind == ESTIMATE_AT_LEAST)
        return ESTIMATE_AT_MOST;
    if (kind == ESTIMATE_AT_MOST)
        return ESTIMATE_AT_LEAST;
    return kind;
}

Estimate estimate_transform(Estimate estimate, double factor, double offset)
{
    const double value = factor * estimate.value + offset;
    const double first = factor * estimate.low + offset, second = factor * estimate.high + offset;
    const double low = factor < 0 ? second : first, high = factor < 0 ? first : second;
    const EstimateKind kind = factor < 0 ? mirrored(estimate.kind) : estimate.kind;

    switch (kind) {
    case ESTIMATE_GIVEN:
        return (Estimate){.kind = kind, .value = value};
    case ESTIMATE_INTERVAL:
    case ESTIMATE_ALIKE:
        return (Estimate){kind, value, low, high};
    case ESTIMATE_AT_LEAST:
        return (Estimate){.kind = kind, .low = low};
    case ESTIMATE_AT_MOST:
        return (Estimate){.kind = kind, .high = high};
    default:
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    }
}

void estimate_sum_add(EstimateSum *sum, Estimate part)
{
    switch (part.kind) {
    case ESTIMATE_UNKNOWN:
        sum->unknown = true;
        return;
    case ESTIMATE_GIVEN:
        sum->value += part.value;
        return;
    case ESTIMATE_INTERVAL:
    case ESTIMATE_ALIKE:
        sum->value += part.value;
        sum->down += (part.value - part.low) * (part.value - part.low);
        sum->up += (part.high - part.value) * (part.high - part.value);
        return;
    case ESTIMATE_AT_LEAST:
        sum->value += part.low;
        sum->no_high = true;
        return;
    case ESTIMATE_AT_MOST:
        sum->value += part.high;
        sum->no_low = true;
        return;
    }
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
