#include "experiments/numbers/spsa.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "experiments/tools/gsl_tools.h"

#include "tests/test.h"

#define COUNT 4

static const SpsaGains GAINS = {.gain = 0.5, .stability = 50, .alpha = 0.602, .gamma = 0.101};

/* -sum of curvature / 2 * (value - optimum)^2, seen with normal noise. */
typedef struct {
    double optimum[COUNT], curvature[COUNT];
    double noise; /* the standard deviation of one value */
} Quadratic;

static double half_difference(const Quadratic *quadratic, const SpsaParameter *parameter,
                              Random *random)
{
    const gsl_rng rng = random_gsl(random);
    double plus = 0, minus = 0;

    for (int i = 0; i < COUNT; i++) {
        const double more = parameter[i].plus - quadratic->optimum[i];
        const double less = parameter[i].minus - quadratic->optimum[i];
        plus -= quadratic->curvature[i] / 2 * more * more;
        minus -= quadratic->curvature[i] / 2 * less * less;
    }
    return (plus + gsl_ran_gaussian(&rng, quadratic->noise) - minus -
            gsl_ran_gaussian(&rng, quadratic->noise)) /
           2;
}

static void check_bounds(const SpsaParameter *parameter)
{
    const double all[] = {parameter->value, parameter->plus, parameter->minus};

    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_assert_cmpfloat(all[i], >=, parameter->low);
        g_assert_cmpfloat(all[i], <=, parameter->high);
    }
}

/* Looks for the optimum; nothing leaves its bounds. */
static void look_for(const Quadratic *quadratic, SpsaParameter *parameter, uint64_t seed,
                     uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++) {
        Random random = spsa_begin(&GAINS, parameter, COUNT, seed, i);
        spsa_follow(&GAINS, parameter, COUNT, i, half_difference(quadratic, parameter, &random));
        for (int j = 0; j < COUNT; j++)
            check_bounds(&parameter[j]);
    }
}

#define WIDE                                                     \
    {                                                            \
        {-100, 100, 1, 0}, {-100, 100, 1, 0}, {-100, 100, 1, 3}, \
        {                                                        \
            -100, 100, 1, -5                                     \
        }                                                        \
    }

TEST(gains_are_spalls)
{
    /* a = 0.5 * 51^0.602, A = 50; c = 1. */
    const double a = 0.5 * pow(51, 0.602);

    g_assert_cmpfloat(spsa_gain(&GAINS, 0), ==, 0.5);
    g_assert_cmpfloat(spsa_aside(&GAINS, 0), ==, 1);
    for (uint64_t k = 1; k < 100000; k *= 7) {
        g_assert_cmpfloat_with_epsilon(spsa_gain(&GAINS, k), a / pow((double)k + 51, 0.602), 1e-12);
        g_assert_cmpfloat_with_epsilon(spsa_aside(&GAINS, k), 1 / pow((double)k + 1, 0.101), 1e-12);
    }
}

TEST(without_noise_the_optimum_is_found)
{
    const Quadratic quadratic = {.optimum = {7, -3, 1, 0.5}, .curvature = {1, 0.5, 2, 1}};
    SpsaParameter parameter[COUNT] = WIDE;

    look_for(&quadratic, parameter, 1, 2000);
    for (int i = 0; i < COUNT; i++)
        g_assert_cmpfloat_with_epsilon(parameter[i].value, quadratic.optimum[i], 1e-6);
}

/* What is left after K iterations: with h the curvature and s the deviation of one value, so that
 * half a difference has the variance s^2 / 2, the error of each parameter follows
 *   e' = e (1 - a h) + a noise / c,
 * whose variance settles at a_K (s^2 / 2) / (2 h c_K^2). It is what proposition 2 of Spall (1992)
 * says for alpha below 1, where a function without third derivatives leaves no bias. */
static double expected_variance(const Quadratic *quadratic, int i, uint64_t iterations)
{
    const double a = spsa_gain(&GAINS, iterations), c = spsa_aside(&GAINS, iterations);

    return a * quadratic->noise * quadratic->noise / 2 / (2 * quadratic->curvature[i] * c * c);
}

TEST(with_noise_the_error_is_what_theory_says)
{
    enum { RUNS = 200, ITERATIONS = 10000 };
    double squares[COUNT] = {0}, sum[COUNT] = {0};
    Quadratic quadratic = {.optimum = {7, -3, 1, 0.5}, .curvature = {1, 0.5, 2, 1}, .noise = 0.7};

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        SpsaParameter parameter[COUNT] = WIDE;
        look_for(&quadratic, parameter, seed, ITERATIONS);
        for (int i = 0; i < COUNT; i++) {
            const double error = parameter[i].value - quadratic.optimum[i];
            sum[i] += error;
            squares[i] += error * error;
        }
    }
    for (int i = 0; i < COUNT; i++) {
        const double variance = expected_variance(&quadratic, i, ITERATIONS);
        /* Five standard errors of a mean, and of a variance of normal numbers with two per cent
         * more for gains that still fall. */
        g_assert_cmpfloat(fabs(sum[i] / RUNS), <, 5 * sqrt(variance / RUNS));
        g_assert_cmpfloat(fabs(squares[i] / RUNS / variance - 1), <, 5 * sqrt(2.0 / RUNS) + 0.02);
    }
}

TEST(the_unit_of_a_parameter_does_not_matter)
{
    const Quadratic narrow = {.optimum = {7}, .curvature = {1}, .noise = 0.3};
    const Quadratic wide = {.optimum = {7000}, .curvature = {1e-6}, .noise = 0.3};
    /* The other terms of the quadratics have no curvature. */
    SpsaParameter plain[COUNT] = {{-1e3, 1e3, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    SpsaParameter scaled[COUNT] = {{-1e6, 1e6, 1000}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};

    look_for(&narrow, plain, 3, 300);
    look_for(&wide, scaled, 3, 300);
    g_assert_cmpfloat_with_epsilon(plain[0].value, scaled[0].value / 1000, 1e-9);
}

TEST(a_value_stays_within_narrow_bounds)
{
    const Quadratic quadratic = {.optimum = {7, -3, 1, 0.5}, .curvature = {1, 1, 1, 1}, .noise = 5};
    SpsaParameter tight[COUNT] = {{-1, 1, 1}, {0, 0, 1}, {3, 5, 1, 3}, {-100, 2, 30, 2}};

    look_for(&quadratic, tight, 4, 500);
    g_assert_cmpfloat(tight[1].value, ==, 0);
}

TEST(directions_are_even_and_independent)
{
    enum { ITERATIONS = 10000 };
    int ups[COUNT] = {0}, same = 0;
    SpsaParameter parameter[COUNT] = WIDE;
    const double error = sqrt(ITERATIONS) / 2;

    for (uint64_t iteration = 0; iteration < ITERATIONS; iteration++) {
        spsa_begin(&GAINS, parameter, COUNT, 5, iteration);
        for (int i = 0; i < COUNT; i++) {
            g_assert_cmpint(ABS(parameter[i].direction), ==, 1);
            ups[i] += parameter[i].direction == 1;
            same += parameter[i].direction == parameter[0].direction;
        }
    }
    for (int i = 0; i < COUNT; i++)
        g_assert_cmpfloat(fabs(ups[i] - ITERATIONS / 2.0), <, 5 * error);
    g_assert_cmpfloat(fabs(same - ITERATIONS - (COUNT - 1) * ITERATIONS / 2.0), <,
                      5 * error * sqrt(COUNT - 1));
}
