#include "experiments/tools/gsl_tools.h"

#include <glib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_root_fsolver, gsl_root_fsolver_free)

#define MAX_STEPS 200 /* ten are usual; bisection, to which the method falls back, needs sixty */

double root_find(double (*function)(double x, void *data), void *data, double low, double high,
                 double tolerance)
{
    gsl_function gsl = {function, data};
    g_autoptr(gsl_root_fsolver) solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);

    gsl_root_fsolver_set(solver, &gsl, low, high);
    for (int i = 0; i < MAX_STEPS; i++) {
        gsl_root_fsolver_iterate(solver);
        low = gsl_root_fsolver_x_lower(solver);
        high = gsl_root_fsolver_x_upper(solver);
        if (gsl_root_test_interval(low, high, tolerance, 0) == GSL_SUCCESS)
            break;
    }
    return gsl_root_fsolver_root(solver);
}

static void set_state(void *state, unsigned long seed)
{
    *(Random *)state = random_for_job(seed, 0);
}

/* An unsigned long has 32 bits on some machines; more of them would draw other numbers there. */
static unsigned long draw_number(void *state)
{
    return (unsigned long)(random_next(state) >> 32);
}

static double get_double(void *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

static const gsl_rng_type TYPE = {
    .name = "xoshiro256++",
    .max = 0xffffffff,
    .min = 0,
    .size = sizeof(Random),
    .set = set_state,
    .get = draw_number,
    .get_double = get_double,
};

gsl_rng random_gsl(Random *random)
{
    return (gsl_rng){.type = &TYPE, .state = random};
}
