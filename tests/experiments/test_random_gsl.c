#include "experiments/tools/gsl_tools.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

#include "tests/test.h"

TEST(the_numbers_are_those_of_our_generator)
{
    Random random = random_for_job(1, 42), twin = random;
    const gsl_rng rng = random_gsl(&random);

    for (int i = 0; i < 1000; i++) {
        g_assert_cmpuint(gsl_rng_get(&rng), ==, random_next(&twin) >> 32);
        g_assert_cmpfloat(gsl_rng_uniform(&rng), ==, (double)(random_next(&twin) >> 11) / 0x1p53);
    }
    g_assert_cmpmem(&random, sizeof random, &twin, sizeof twin);
}

TEST(a_seed_begins_a_stream_of_that_seed)
{
    Random random = random_for_job(1, 42), expected = random_for_job(7, 0);
    const gsl_rng rng = random_gsl(&random);

    gsl_rng_set(&rng, 7);
    g_assert_cmpmem(&random, sizeof random, &expected, sizeof expected);
}

/* Distributions are made of these: 0 is possible, 1 is not. */
TEST(uniform_numbers_lie_between_0_and_1)
{
    Random random = random_for_job(2, 1);
    const gsl_rng rng = random_gsl(&random);
    double least = 1, most = 0, sum = 0;

    for (int i = 0; i < 100000; i++) {
        const double uniform = gsl_rng_uniform(&rng);
        least = MIN(least, uniform);
        most = MAX(most, uniform);
        sum += uniform;
    }
    g_assert_cmpfloat(least, >=, 0);
    g_assert_cmpfloat(least, <, 1e-3);
    g_assert_cmpfloat(most, <, 1);
    g_assert_cmpfloat(most, >, 1 - 1e-3);
    g_assert_cmpfloat_with_epsilon(sum / 100000, 0.5, 5 / sqrt(12 * 100000.0));
}

TEST(a_multinomial_has_its_probabilities)
{
    static const double weight[] = {1, 2, 3, 4};
    Random random = random_for_job(3, 1);
    const gsl_rng rng = random_gsl(&random);
    unsigned count[4];
    double chi_square = 0;

    gsl_ran_multinomial(&rng, 4, 100000, weight, count);
    g_assert_cmpuint(count[0] + count[1] + count[2] + count[3], ==, 100000);
    for (int i = 0; i < 4; i++) {
        const double expected = 10000 * weight[i];
        chi_square += (count[i] - expected) * (count[i] - expected) / expected;
    }
    g_assert_cmpfloat(gsl_cdf_chisq_Q(chi_square, 3), >, 0.001);
}
