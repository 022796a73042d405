/* The stand-in for GSL's distributions, sorting and zeros of functions, as gsl_linear.c. */
#include "experiments/tools/gsl_tools.h"

#include <glib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_sort_vector.h>
#include <math.h>

#define MOST_STEPS 100000 /* of a series or fraction; hundreds are usual */
#define SAME 1e-15

double gsl_sf_lngamma(const double x)
{
    return lgamma(x);
}

double gsl_cdf_ugaussian_Q(const double x)
{
    return erfc(x / M_SQRT2) / 2;
}

double gsl_cdf_ugaussian_P(const double x)
{
    return gsl_cdf_ugaussian_Q(-x);
}

/* Where @tail, which falls, is @probability: by Newton's method with its @density, from 0 on. */
static double invert(double (*tail)(double x, double freedom),
                     double (*density)(double x, double freedom), double freedom,
                     double probability)
{
    double x = 0, step = 1;

    for (int i = 0; i < 200 && fabs(step) > 1e-15 * fabs(x); i++)
        x += step = (tail(x, freedom) - probability) / density(x, freedom);
    return x;
}

static double gaussian_tail(double x, G_GNUC_UNUSED double freedom)
{
    return gsl_cdf_ugaussian_Q(x);
}

static double gaussian_density(double x, G_GNUC_UNUSED double freedom)
{
    return exp(-x * x / 2) / sqrt(2 * M_PI);
}

double gsl_cdf_ugaussian_Qinv(const double probability)
{
    return invert(gaussian_tail, gaussian_density, 0, probability);
}

double gsl_cdf_ugaussian_Pinv(const double probability)
{
    return -gsl_cdf_ugaussian_Qinv(probability);
}

/* The fraction of the incomplete beta function.
 *
 * Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.5.8, by Lentz's
 *         method. */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), product = d, change = 0;

    for (int m = 1; m < MOST_STEPS && fabs(change - 1) > SAME; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        product *= c * d;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        product *= change = c * d;
    }
    return product;
}

/* The logarithm of 1 / B(1 / 2, freedom / 2). */
static double log_beta_factor(double freedom)
{
    return lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(M_PI) / 2;
}

static double student_density(double t, double freedom)
{
    return exp(log_beta_factor(freedom) - (freedom + 1) / 2 * log1p(t * t / freedom)) /
           sqrt(freedom);
}

/* Source: Abramowitz and Stegun, 26.7.1 and 26.5.2. */
static double student_tail(double t, double freedom)
{
    const double a = freedom / 2, x = freedom / (freedom + t * t);
    const double factor =
        exp(log_beta_factor(freedom) + a * log(x) + log1p(-x) / 2); /* x^a (1 - x)^1/2 / B */

    if (t == 0)
        return 0.5;
    if (x < (a + 1) / (a + 2.5))
        return factor * beta_fraction(a, 0.5, x) / a / 2;
    return (1 - factor * beta_fraction(0.5, a, 1 - x) * 2) / 2;
}

#define MANY 1000 /* degrees of freedom from which the series is exact to 1e-14 */

/* Source: Abramowitz and Stegun, 26.7.5. */
static double student_of_many(double z, double n)
{
    const double z2 = z * z;

    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n) +
           z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92160 * n * n * n * n);
}

/* Of a @probability of at most one half. With one degree of freedom, Cauchy's distribution,
 * Newton's method would step too far. */
double gsl_cdf_tdist_Qinv(const double probability, const double freedom)
{
    if (freedom == 1)
        return 1 / tan(M_PI * probability);
    if (freedom >= MANY)
        return student_of_many(gsl_cdf_ugaussian_Qinv(probability), freedom);
    return invert(student_tail, student_density, freedom, probability);
}

double gsl_cdf_tdist_Pinv(const double probability, const double freedom)
{
    return gsl_cdf_tdist_Qinv(1 - probability, freedom);
}

double gsl_cdf_tdist_Q(const double t, const double freedom)
{
    return t < 0 ? 1 - student_tail(t, freedom) : student_tail(t, freedom);
}

/* Source: Abramowitz and Stegun, 6.5.29 below a, else 6.5.31 by Lentz's method. */
double gsl_cdf_chisq_Q(const double x, const double freedom)
{
    const double a = freedom / 2, z = x / 2, factor = exp(a * log(z) - z - lgamma(a));
    double sum = 1 / a, term = sum, b = z + 1 - a, c = 1e300, d = 1 / b, product = d, change = 0;

    if (z <= 0)
        return 1;
    if (z < a + 1) {
        for (int i = 1; i < MOST_STEPS && term > sum * SAME; i++)
            sum += term *= z / (a + i);
        return 1 - factor * sum;
    }
    for (int i = 1; i < MOST_STEPS && fabs(change - 1) > SAME; i++) {
        const double part = -i * (i - a);
        b += 2;
        d = 1 / (part * d + b);
        c = b + part / c;
        product *= change = c * d;
    }
    return factor * product;
}

static int compare_places(gconstpointer a, gconstpointer b, gpointer data)
{
    const double *values = data;
    const double first = values[*(const size_t *)a], second = values[*(const size_t *)b];

    return (first > second) - (first < second);
}

void gsl_sort_index(size_t *out_places, const double *values, G_GNUC_UNUSED const size_t stride,
                    const size_t count)
{
    for (size_t i = 0; i < count; i++)
        out_places[i] = i;
    g_qsort_with_data(out_places, (int)count, sizeof *out_places, compare_places, (double *)values);
}

/* The page draws no new results: it asks for no intervals by resampling. */

void gsl_sort_vector(G_GNUC_UNUSED gsl_vector *vector)
{
    g_assert_not_reached();
}

void gsl_ran_multinomial(G_GNUC_UNUSED const gsl_rng *rng, G_GNUC_UNUSED const size_t kinds,
                         G_GNUC_UNUSED const unsigned count, G_GNUC_UNUSED const double *weights,
                         G_GNUC_UNUSED unsigned *out_counts)
{
    g_assert_not_reached();
}

gsl_rng random_gsl(Random *random)
{
    return (gsl_rng){.state = random};
}

/* Source: M. Dowell and P. Jarratt, A modified regula falsi method for computing the root of an
 *         equation, BIT 11, 1971 (the Illinois method), with a bisection each third step. */
double root_find(double (*function)(double x, void *data), void *data, double low, double high,
                 double tolerance)
{
    double at_low = function(low, data), at_high = function(high, data);

    for (int i = 1; high - low > tolerance && at_low != 0 && at_high != 0; i++) {
        const double crossing = high - at_high * (high - low) / (at_high - at_low);
        const double x =
            i % 3 == 0 || !(crossing > low && crossing < high) ? (low + high) / 2 : crossing;
        const double value = function(x, data);
        if (x == low || x == high)
            break;
        if ((value > 0) == (at_high > 0)) {
            high = x;
            at_high = value;
            at_low /= 2;
        } else {
            low = x;
            at_low = value;
            at_high /= 2;
        }
    }
    return fabs(at_low) < fabs(at_high) ? low : high;
}
