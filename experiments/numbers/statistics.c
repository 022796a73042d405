#include "experiments/numbers/statistics.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdbool.h>

/* Products of the sums of a billion games overflow 64 bits. */
__extension__ typedef __int128 Wide;

static Wide variance_numerator(StatisticsSums sums)
{
    return (Wide)sums.count * sums.squares - (Wide)sums.sum * sums.sum;
}

bool statistics_sums_are_possible(StatisticsSums sums)
{
    return sums.count >= 0 && sums.squares >= 0 && variance_numerator(sums) >= 0;
}

static double variance_of(StatisticsSums sums)
{
    return (double)variance_numerator(sums) / (double)sums.count / (double)(sums.count - 1);
}

StatisticsEstimate statistics_estimate_like(StatisticsSums sums, StatisticsEstimate like)
{
    StatisticsEstimate estimate = {.count = sums.count};
    double margin;

    if (sums.count > 0)
        estimate.mean =
            (Estimate){.kind = ESTIMATE_GIVEN, .value = (double)sums.sum / (double)sums.count};
    if (sums.count > 1) {
        estimate.sd = sqrt(variance_of(sums));
        estimate.t =
            like.count == sums.count ? like.t : gsl_cdf_tdist_Pinv(0.975, (double)(sums.count - 1));
        margin = estimate.t * estimate.sd / sqrt((double)sums.count);
        estimate.mean = (Estimate){ESTIMATE_INTERVAL, estimate.mean.value,
                                   estimate.mean.value - margin, estimate.mean.value + margin};
    }
    return estimate;
}

StatisticsEstimate statistics_estimate(StatisticsSums sums)
{
    return statistics_estimate_like(sums, (StatisticsEstimate){0});
}

/* The logarithm of the weight of @count new games with a result that ours have @ours times. */
static double log_weight(int64_t ours, int64_t count)
{
    const double known = (double)ours + 0.5;

    return gsl_sf_lngamma(known + (double)count) - gsl_sf_lngamma(known) -
           gsl_sf_lngamma((double)count + 1);
}

/* The same of counts of @kinds results, 2 or 3. */
static double log_weight_of(const int64_t *ours, const int64_t *counts, int kinds)
{
    double sum = 0;

    for (int i = 0; i < kinds; i++)
        sum += log_weight(ours[i], counts[i]);
    return sum;
}

double statistics_agreement(const int64_t *ours, const int64_t *other, int kinds)
{
    const int64_t games = other[0] + other[1] + (kinds == 3 ? other[2] : 0);
    const double limit = log_weight_of(ours, other, kinds);
    double all = 0, tail = 0;

    for (int64_t first = 0; first <= games; first++)
        for (int64_t second = kinds == 3 ? 0 : games - first; second <= games - first; second++) {
            const int64_t counts[] = {first, second, games - first - second};
            const double log_weight = log_weight_of(ours, counts, kinds);
            const double weight = exp(log_weight - limit);
            all += weight;
            if (log_weight <= limit + 1e-9) /* equal weights may differ by rounding */
                tail += weight;
        }
    return tail / all;
}

void statistics_holm(double *p, size_t count)
{
    g_autofree size_t *order = g_new(size_t, count);
    double greatest = 0;

    gsl_sort_index(order, p, 1, count);
    for (size_t i = 0; i < count; i++) {
        greatest = fmax(greatest, fmin(p[order[i]] * (double)(count - i), 1));
        p[order[i]] = greatest;
    }
}

void statistics_holm_of(const GArray *array, size_t p, size_t holm)
{
    const size_t size = g_array_get_element_size((GArray *)array);
    g_autofree double *values = g_new(double, array->len);

    for (guint i = 0; i < array->len; i++)
        values[i] = G_STRUCT_MEMBER(double, array->data + i * size, p);
    statistics_holm(values, array->len);
    for (guint i = 0; i < array->len; i++)
        G_STRUCT_MEMBER(double, array->data + i * size, holm) = values[i];
}

void statistics_predict(StatisticsTries ours, int64_t tries, int64_t *out_low, int64_t *out_high)
{
    const int64_t known[] = {ours.successes, ours.tries - ours.successes};
    const int64_t likely =
        (int64_t)((double)tries * ((double)ours.successes + 0.5) / ((double)ours.tries + 1));
    const double limit = log_weight_of(known, (const int64_t[]){likely, tries - likely}, 2);
    g_autofree double *below =
        g_new(double, (gsize)tries + 1); /* the sum of the weights up to each */
    double sum = 0;

    for (int64_t i = 0; i <= tries; i++) {
        sum += exp(log_weight_of(known, (const int64_t[]){i, tries - i}, 2) - limit);
        below[i] = sum;
    }
    for (*out_low = 0; below[*out_low] < 0.025 * sum;)
        (*out_low)++;
    for (*out_high = *out_low; below[*out_high] < 0.975 * sum;)
        (*out_high)++;
}

double statistics_deviance(const int64_t *ours, const int64_t *other, int kinds)
{
    double known = 0, all = 0, log_ratio = 0;

    for (int i = 0; i < kinds; i++) {
        known += (double)ours[i] + 0.5;
        all += (double)other[i];
    }
    for (int i = 0; i < kinds; i++) {
        const double count = (double)other[i], mine = (double)ours[i] + 0.5;
        log_ratio += gsl_sf_lngamma(mine + count) - gsl_sf_lngamma(mine);
        if (count > 0)
            log_ratio -= count * log(count / all);
    }
    log_ratio -= gsl_sf_lngamma(known + all) - gsl_sf_lngamma(known);
    return fmax(-2 * log_ratio, 0);
}

StatisticsTotal statistics_total(StatisticsEstimate ours, double other, double games)
{
    const double count = (double)ours.count, freedom = count - 1, mean = ours.mean.value;
    const double expected = games * mean, sd = ours.sd > 0 ? ours.sd : sqrt(mean + 0.5 / count);
    const double error = sd * sqrt(games + games * games / count);
    const double t = (other - expected) / error;
    const double margin = gsl_cdf_tdist_Pinv(0.975, freedom) * error;

    return (StatisticsTotal){
        .p = 2 * gsl_cdf_tdist_Q(fabs(t), freedom),
        .deviance = count * log1p(t * t / freedom),
        .low = fmax(expected - margin, 0),
        .high = expected + margin,
    };
}

Estimate statistics_share(StatisticsTries tries)
{
    const double z = gsl_cdf_ugaussian_Qinv(0.025), all = (double)tries.tries;
    const double share = tries.tries > 0 ? (double)tries.successes / all : 0;
    const double middle = share + z * z / (2 * all);
    const double half = z * sqrt(share * (1 - share) / all + z * z / (4 * all * all));

    if (tries.tries == 0)
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    return (Estimate){
        .kind = ESTIMATE_INTERVAL,
        .value = share,
        .low = tries.successes > 0 ? (middle - half) / (1 + z * z / all) : 0,
        .high = tries.successes < tries.tries ? (middle + half) / (1 + z * z / all) : 1,
    };
}
