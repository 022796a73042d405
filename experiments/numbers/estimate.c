#include "experiments/numbers/estimate.h"

static const struct {
    const char *name, *sentence;
} KINDS[ESTIMATE_KIND_COUNT] = {
    [ESTIMATE_UNKNOWN] = {"unknown", "nothing was played that tells"},
    [ESTIMATE_GIVEN] = {"given", "laid down, not estimated"},
    [ESTIMATE_INTERVAL] = {"interval", "estimated, with its 95 % interval"},
    [ESTIMATE_ALIKE] = {"alike", "all results were the same; the interval is made of bounds"},
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
