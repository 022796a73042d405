#include "experiments/tools/gsl_tools.h"

#include <math.h>

#include "tests/test.h"

static double parabola(double x, void *data)
{
    const double *zero = data;

    return x * x - *zero * *zero;
}

static double step(double x, void *data)
{
    const double *zero = data;

    return x < *zero ? -1e-6 : 1e6;
}

TEST(a_smooth_function_has_its_zero)
{
    double zero = sqrt(2);

    g_assert_cmpfloat_with_epsilon(root_find(parabola, &zero, 0, 5, 1e-12), zero, 1e-12);
    g_assert_cmpfloat_with_epsilon(root_find(parabola, &zero, -5, 0, 1e-12), -zero, 1e-12);
}

TEST(a_step_is_found_within_the_tolerance)
{
    double zero = 0.123;

    g_assert_cmpfloat_with_epsilon(root_find(step, &zero, -1e6, 1e6, 1e-6), zero, 1e-6);
}

TEST(an_end_that_is_zero_is_the_zero)
{
    double zero = 3;

    g_assert_cmpfloat_with_epsilon(root_find(parabola, &zero, 3, 5, 1e-12), 3, 1e-12);
}
