/* See gsl_matrix.h. */
#pragma once

#include <gsl/gsl_matrix.h>

typedef enum { CblasNoTrans } CBLAS_TRANSPOSE_t;

void gsl_blas_ddot(const gsl_vector *a, const gsl_vector *b, double *out_product);
void gsl_blas_dger(double factor, const gsl_vector *a, const gsl_vector *b, gsl_matrix *sum);
void gsl_blas_dgemv(CBLAS_TRANSPOSE_t transpose, double factor, const gsl_matrix *matrix,
                    const gsl_vector *vector, double of_sum, gsl_vector *sum);
