#include "experiments/tools/root.h"

#include <glib.h>
#include <math.h>

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

static void test_a_smooth_function_has_its_zero(void)
{
    double zero = sqrt(2);

    g_assert_cmpfloat_with_epsilon(root_find(parabola, &zero, 0, 5, 1e-12), zero, 1e-12);
    g_assert_cmpfloat_with_epsilon(root_find(parabola, &zero, -5, 0, 1e-12), -zero, 1e-12);
}

static void test_a_step_is_found_within_the_tolerance(void)
{
    double zero = 0.123;

    g_assert_cmpfloat_with_epsilon(root_find(step, &zero, -1e6, 1e6, 1e-6), zero, 1e-6);
}

static void test_an_end_that_is_zero_is_the_zero(void)
{
    double zero = 3;

    g_assert_cmpfloat_with_epsilon(root_find(parabola, &zero, 3, 5, 1e-12), 3, 1e-12);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/root/a-smooth-function-has-its-zero", test_a_smooth_function_has_its_zero);
    g_test_add_func("/root/a-step-is-found-within-the-tolerance",
                    test_a_step_is_found_within_the_tolerance);
    g_test_add_func("/root/an-end-that-is-zero-is-the-zero", test_an_end_that_is_zero_is_the_zero);
    return g_test_run();
}
