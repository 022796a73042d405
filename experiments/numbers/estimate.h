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

/* A sum of independent estimates, as it grows; {0} is that of none. */
typedef struct {
    double value;    /* with the bounds of those that have no value */
    double down, up; /* squares of what the ends lie below and above */
    bool no_low, no_high, unknown;
} EstimateSum;

void estimate_sum_add(EstimateSum *sum, Estimate part);

/* The sum: its lower end lies below it by the root of the sum of the squares of what those of the
 * parts lie below theirs, its upper end likewise. With a part without an end it has none there.
 *
 * Source: G. Y. Zou and A. Donner, Construction of confidence limits about effect measures: a
 *         general approach, Statistics in Medicine 27, 2008. */
Estimate estimate_sum(const EstimateSum *sum);

/* @a less @b, which are independent. */
Estimate estimate_difference(Estimate a, Estimate b);

/* How probable a number as far from 0 is if it were 0: by a normal distribution that has the
 * interval's end on the side of 0, so that it is below 0.05 just if 0 lies outside. 1 for a kind
 * that has no interval. */
double estimate_p(Estimate estimate);
