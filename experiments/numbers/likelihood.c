#include "experiments/numbers/likelihood.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_permutation, gsl_permutation_free)

#define MAX_STEPS 10000
#define MAX_STEP_NATS \
    10.0 /* where the likelihood is nearly straight, Newton's step is far too long */
#define MAX_HALVINGS 50
#define ENOUGH 1e-8 /* stops when so little of the logarithm is still to be gained */
#define RIDGE 1e-10 /* holds parameters of which no game tells; far below one game */

/* Sets @out_step to information^-1 gradient, but not longer than the likelihood can be trusted to
 * curve as here. @information is used up. */
static void find_step(gsl_matrix *information, const gsl_vector *gradient, gsl_vector *out_step)
{
    g_autoptr(gsl_permutation) permutation = gsl_permutation_alloc(out_step->size);
    gsl_vector_view diagonal = gsl_matrix_diagonal(information);
    double longest = 0;

    gsl_vector_add_constant(&diagonal.vector, RIDGE);
    gsl_linalg_mcholesky_decomp(information, permutation, NULL);
    gsl_linalg_mcholesky_solve(information, permutation, gradient, out_step);
    for (size_t i = 0; i < out_step->size; i++)
        longest = fmax(longest, fabs(gsl_vector_get(out_step, i)));
    if (longest > MAX_STEP_NATS)
        gsl_vector_scale(out_step, MAX_STEP_NATS / longest);
}

/* Goes as far along the step as gives a good part of the gain that it promises. */
static double go_up(const Likelihood *likelihood, const gsl_vector *step, double promised,
                    double value, gsl_vector *x)
{
    const double rounding = 1e-14 * fabs(value);
    double length = 1, next = value;

    gsl_vector_add(x, step);
    for (int i = 0; i < MAX_HALVINGS; i++) {
        next = likelihood->value(likelihood->data, x);
        if (next >= value + 1e-4 * length * promised - rounding)
            break;
        length /= 2;
        gsl_blas_daxpy(-length, step, x);
    }
    return next;
}

double likelihood_climb(const Likelihood *likelihood, gsl_vector *x)
{
    g_autoptr(gsl_vector) gradient = gsl_vector_alloc(x->size), step = gsl_vector_alloc(x->size);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc(x->size, x->size);
    double value = likelihood->value(likelihood->data, x), promised = 1;

    for (int i = 0; i < MAX_STEPS && promised > ENOUGH; i++) {
        likelihood->differentiate(likelihood->data, x, gradient, information);
        find_step(information, gradient, step);
        gsl_blas_ddot(gradient, step, &promised);
        value = go_up(likelihood, step, promised, value, x);
    }
    return value;
}
