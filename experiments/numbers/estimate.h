/* A number that is estimated from results. If everything was won there is no estimate and no
 * interval, only a bound; the kind says so, instead of an infinity. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    ESTIMATE_UNKNOWN,  /* no number: no games tell anything about it */
    ESTIMATE_GIVEN,    /* value: given, not estimated */
    ESTIMATE_INTERVAL, /* value, low, high */
    ESTIMATE_ALIKE,    /* value, low, high: all units gave the same points; the ends are bounds */
    ESTIMATE_AT_LEAST, /* low: no result limits it from above */
    ESTIMATE_AT_MOST   /* high: no result limits it from below */
} EstimateKind;

#define ESTIMATE_KIND_COUNT 6

/* Numbers that the kind does not have are 0; none is ever infinite or NaN. Values outside low and
 * high are refuted at the 5 % level. */
typedef struct {
    EstimateKind kind;
    double value, low, high;
} Estimate;

typedef struct {
    const char *name;                  /* a word for tables: "at-least" */
    const char *sentence;              /* for people: "no result limits it from above" */
    bool has_value, has_low, has_high; /* which numbers the kind has */
} EstimateKindFacts;

extern const EstimateKindFacts ESTIMATE_KINDS[ESTIMATE_KIND_COUNT];

/* The estimate of @factor times the number plus @offset. Shape: @factor is not 0. */
Estimate estimate_transform(Estimate estimate, double factor, double offset);

/* The sum of @count estimates, which are independent. The distance of its lower end is the root of
 * the sum of the squares of the distances of the parts' lower ends; likewise for the upper end. If
 * a part has no lower or no upper end, the sum has none either.
 *
 * Source: G. Y. Zou and A. Donner, Construction of confidence limits about effect measures: a
 *         general approach, Statistics in Medicine 27, 2008. */
Estimate estimate_sum(const Estimate *parts, int count);

/* @a less @b, which are independent. */
Estimate estimate_difference(Estimate a, Estimate b);

/* How probable an estimate as far from 0 would be if the number were 0, by a normal distribution
 * that fits the end of the interval on the side of 0: so it is below 0.05 exactly if 0 lies outside
 * the interval. 1 for a kind without an interval. */
double estimate_p(Estimate estimate);
