/* See gsl_matrix.h. */
#pragma once

#include <gsl/gsl_matrix.h>

typedef struct {
    size_t size;
} gsl_permutation;

gsl_permutation *gsl_permutation_alloc(size_t size);
void gsl_permutation_free(gsl_permutation *permutation);
void gsl_linalg_mcholesky_decomp(gsl_matrix *matrix, gsl_permutation *permutation,
                                 gsl_vector *added);
void gsl_linalg_mcholesky_solve(const gsl_matrix *matrix, const gsl_permutation *permutation,
                                const gsl_vector *right, gsl_vector *out_vector);
