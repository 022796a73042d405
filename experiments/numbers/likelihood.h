/* Where the logarithm of a likelihood is greatest, if it is concave; and of which directions of its
 * parameters results tell nothing. */
#pragma once

#include <glib.h>
#include <gsl/gsl_matrix.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_vector, gsl_vector_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_matrix, gsl_matrix_free)

/* The logarithm of a likelihood, its first derivatives and Fisher's information, minus the second
 * ones, by the parameters @x. */
typedef struct {
    void *data;
    double (*value)(void *data, const gsl_vector *x);
    void (*differentiate)(void *data, const gsl_vector *x, gsl_vector *out_gradient,
                          gsl_matrix *out_information);
} Likelihood;

/* Moves @x, where to begin, to the maximum, and returns the value there. If there is no maximum, @x
 * ends so far out that the value is within 1e-7 of its supremum.
 *
 * Source: Newton's method with GSL's modified Cholesky decomposition and step halving: P. E. Gill,
 *         W. Murray and M. H. Wright, Practical Optimization, 1981, section 4.4.2. The logarithm
 *         is concave, so there is one maximum, and every step leads up. */
double likelihood_climb(const Likelihood *likelihood, gsl_vector *x);
