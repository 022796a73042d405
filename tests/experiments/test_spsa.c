#include "experiments/numbers/spsa.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "experiments/tools/gsl_tools.h"

#include "tests/test.h"

#define COUNT 4

static const SpsaGains GAINS = {
    .gain = 0.5, .stability = 50, .alpha = SPSA_ALPHA, .gamma = SPSA_GAMMA};

/* -sum of curvature / 2 * (value - optimum)^2, seen with normal noise. */
typedef struct {
    double optimum[COUNT], curvature[COUNT];
    double noise; /* the standard deviation of one value */
    uint64_t measured, told;
} Quadratic;

static double value_at(const Quadratic *quadratic, const double *x)
{
    double sum = 0;

    for (int i = 0; i < COUNT; i++) {
        const double off = x[i] - quadratic->optimum[i];
        sum -= quadratic->curvature[i] / 2 * off * off;
    }
    return sum;
}

static bool measure(const Spsa *spsa, Random *random, double *out_half_difference, void *data)
{
    Quadratic *quadratic = data;
    const gsl_rng rng = random_gsl(random);
    const double plus = value_at(quadratic, spsa->trial.plus),
                 minus = value_at(quadratic, spsa->trial.minus);

    quadratic->measured++;
    *out_half_difference = (plus + gsl_ran_gaussian(&rng, quadratic->noise) - minus -
                            gsl_ran_gaussian(&rng, quadratic->noise)) /
                           2;
    return true;
}

static bool tell(const Spsa *spsa, void *data)
{
    Quadratic *quadratic = data;

    g_assert_cmpuint(spsa->trial.iteration, ==, quadratic->told);
    quadratic->told++;
    return true;
}

static const SpsaParameter WIDE[COUNT] = {
    {0, -100, 100, 1}, {0, -100, 100, 1}, {3, -100, 100, 1}, {-5, -100, 100, 1}};

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
    Quadratic quadratic = {.optimum = {7, -3, 1, 0.5}, .curvature = {1, 0.5, 2, 1}};
    const SpsaTask task = {measure, tell};
    Spsa *spsa = spsa_new(&GAINS, WIDE, COUNT);

    g_assert_true(spsa_run(spsa, 1, 2000, &task, &quadratic));
    g_assert_cmpuint(quadratic.measured, ==, 2000);
    g_assert_cmpuint(quadratic.told, ==, 2000);
    for (int i = 0; i < COUNT; i++)
        g_assert_cmpfloat_with_epsilon(spsa->value[i], quadratic.optimum[i], 1e-6);
    spsa_free(spsa);
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
    const SpsaTask task = {measure, NULL};
    double squares[COUNT] = {0}, sum[COUNT] = {0};
    Quadratic quadratic = {.optimum = {7, -3, 1, 0.5}, .curvature = {1, 0.5, 2, 1}, .noise = 0.7};

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        Spsa *spsa = spsa_new(&GAINS, WIDE, COUNT);
        g_assert_true(spsa_run(spsa, seed, ITERATIONS, &task, &quadratic));
        for (int i = 0; i < COUNT; i++) {
            const double error = spsa->value[i] - quadratic.optimum[i];
            sum[i] += error;
            squares[i] += error * error;
        }
        spsa_free(spsa);
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
    static const SpsaParameter scaled[1] = {{0, -1e6, 1e6, 1000}}, plain[1] = {{0, -1e3, 1e3, 1}};
    Quadratic narrow = {.optimum = {7}, .curvature = {1}, .noise = 0.3};
    Quadratic wide = {.optimum = {7000}, .curvature = {1e-6}, .noise = 0.3};
    const SpsaTask task = {measure, NULL};
    /* The other terms of the quadratics have no curvature. */
    SpsaParameter all[2][COUNT] = {{plain[0]}, {scaled[0]}};
    Spsa *first, *second;

    for (int i = 1; i < COUNT; i++)
        all[0][i] = all[1][i] = (SpsaParameter){0, 0, 0, 1};
    first = spsa_new(&GAINS, all[0], COUNT);
    second = spsa_new(&GAINS, all[1], COUNT);
    g_assert_true(spsa_run(first, 3, 300, &task, &narrow));
    g_assert_true(spsa_run(second, 3, 300, &task, &wide));
    g_assert_cmpfloat_with_epsilon(first->value[0], second->value[0] / 1000, 1e-9);
    spsa_free(first);
    spsa_free(second);
}

static bool check_bounds(const Spsa *spsa, G_GNUC_UNUSED void *data)
{
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameter[i];
        const double all[] = {spsa->value[i], spsa->trial.plus[i], spsa->trial.minus[i]};
        for (size_t j = 0; j < G_N_ELEMENTS(all); j++) {
            g_assert_cmpfloat(all[j], >=, parameter->low);
            g_assert_cmpfloat(all[j], <=, parameter->high);
        }
    }
    return true;
}

TEST(nothing_leaves_its_bounds)
{
    static const SpsaParameter tight[COUNT] = {
        {0, -1, 1, 1}, {0, 0, 0, 1}, {3, 3, 5, 1}, {2, -100, 2, 30}};
    Quadratic quadratic = {.optimum = {7, -3, 1, 0.5}, .curvature = {1, 1, 1, 1}, .noise = 5};
    const SpsaTask task = {measure, check_bounds};
    Spsa *spsa = spsa_new(&GAINS, tight, COUNT);

    g_assert_true(spsa_run(spsa, 4, 500, &task, &quadratic));
    g_assert_cmpfloat(spsa->value[1], ==, 0);
    spsa_free(spsa);
}

static bool never(G_GNUC_UNUSED const Spsa *spsa, G_GNUC_UNUSED void *data)
{
    return false;
}

TEST(a_task_can_end_it)
{
    Quadratic quadratic = {.optimum = {1}, .curvature = {1}};
    const SpsaTask task = {measure, never};
    Spsa *spsa = spsa_new(&GAINS, WIDE, COUNT);

    g_assert_false(spsa_run(spsa, 1, 10, &task, &quadratic));
    g_assert_cmpuint(quadratic.measured, ==, 1);
    spsa_free(spsa);
}

static bool count_directions(const Spsa *spsa, void *data)
{
    int *ups = data;

    for (int i = 0; i < spsa->count; i++) {
        g_assert_cmpint(ABS(spsa->trial.direction[i]), ==, 1);
        ups[i] += spsa->trial.direction[i] == 1;
        ups[COUNT] += spsa->trial.direction[i] == spsa->trial.direction[0];
    }
    return true;
}

static bool measure_nothing(G_GNUC_UNUSED const Spsa *spsa, G_GNUC_UNUSED Random *random,
                            double *out_half_difference, G_GNUC_UNUSED void *data)
{
    *out_half_difference = 0;
    return true;
}

TEST(directions_are_even_and_independent)
{
    enum { ITERATIONS = 10000 };
    int ups[COUNT + 1] = {0};
    const SpsaTask task = {measure_nothing, count_directions};
    Spsa *spsa = spsa_new(&GAINS, WIDE, COUNT);
    const double error = sqrt(ITERATIONS) / 2;

    g_assert_true(spsa_run(spsa, 5, ITERATIONS, &task, ups));
    for (int i = 0; i < COUNT; i++)
        g_assert_cmpfloat(fabs(ups[i] - ITERATIONS / 2.0), <, 5 * error);
    g_assert_cmpfloat(fabs(ups[COUNT] - ITERATIONS - (COUNT - 1) * ITERATIONS / 2.0), <,
                      5 * error * sqrt(COUNT - 1));
    spsa_free(spsa);
}
