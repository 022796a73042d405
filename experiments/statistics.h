/* What a sample says of the mean it was drawn from. */
#pragma once

#include <stdint.h>

/* A sample as sums, which can be added up in any order without rounding. */
typedef struct {
    int64_t count, sum, squares;
} StatisticsSums;

typedef struct {
    int64_t count;
    double mean;      /* only if count > 0 */
    double sd;        /* of the sample, with count - 1; this and the rest only if count > 1 */
    double low, high; /* the 95 % confidence interval of the mean */
} StatisticsEstimate;

/* Mean, standard deviation and interval of a sample.
 *
 * Source: Student, The probable error of a mean, Biometrika 6, 1908: mean -+ t sd / sqrt(count),
 * where t is the 97.5 % point of his distribution with count - 1 degrees of freedom. */
StatisticsEstimate statistics_estimate(StatisticsSums sums);

/* The estimate for the same sample with all signs turned. */
StatisticsEstimate statistics_negate(StatisticsEstimate estimate);
