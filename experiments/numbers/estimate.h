/* A number that results let us estimate, and how far they do: where everything was won there is
 * no estimate and no interval, only a bound, and the kind says so instead of an infinity. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    ESTIMATE_UNKNOWN,  /* no number: nothing was played that tells */
    ESTIMATE_GIVEN,    /* value: laid down, not estimated */
    ESTIMATE_INTERVAL, /* value, low, high */
    ESTIMATE_ALIKE,    /* value, low, high: all results were the same, the ends are bounds */
    ESTIMATE_AT_LEAST, /* low: no result limits it from above */
    ESTIMATE_AT_MOST   /* high: no result limits it from below */
} EstimateKind;

#define ESTIMATE_KIND_COUNT 6

/* Numbers that the kind does not have are 0; none is ever infinite or not a number. What lies
 * outside low and high is refuted at the 5 % level. */
typedef struct {
    EstimateKind kind;
    double value, low, high;
} Estimate;

/* A word for tables, "at-least", and a sentence for people, "no result limits it from above". */
const char *estimate_kind_name(EstimateKind kind);
const char *estimate_kind_sentence(EstimateKind kind);

/* Which numbers a kind has. */
bool estimate_has_value(EstimateKind kind);
bool estimate_has_low(EstimateKind kind);
bool estimate_has_high(EstimateKind kind);

/* The estimate of @factor times the number plus @offset. Shape: @factor is not 0. */
Estimate estimate_transform(Estimate estimate, double factor, double offset);
