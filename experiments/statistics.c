#include "experiments/statistics.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Products of the sums of a billion games overflow 64 bits. */
__extension__ typedef __int128 Wide;

static double variance_of(StatisticsSums sums)
{
    const Wide numerator = (Wide)sums.count * sums.squares - (Wide)sums.sum * sums.sum;

    return (double)numerator / (double)sums.count / (double)(sums.count - 1);
}

StatisticsEstimate statistics_estimate(StatisticsSums sums)
{
    StatisticsEstimate estimate = {.count = sums.count};
    double margin;

    if (sums.count > 0)
        estimate.mean = (double)sums.sum / (double)sums.count;
    if (sums.count > 1) {
        estimate.sd = sqrt(variance_of(sums));
        margin = gsl_cdf_tdist_Pinv(0.975, (double)(sums.count - 1)) * estimate.sd /
                 sqrt((double)sums.count);
        estimate.low = estimate.mean - margin;
        estimate.high = estimate.mean + margin;
    }
    return estimate;
}

StatisticsEstimate statistics_negate(StatisticsEstimate estimate)
{
    return (StatisticsEstimate){
        .count = estimate.count,
        .mean = -estimate.mean,
        .sd = estimate.sd,
        .low = -estimate.high,
        .high = -estimate.low,
    };
}
