/* See gsl_matrix.h. */
#pragma once

#include <gsl/gsl_matrix.h>

typedef struct {
    size_t size;
} gsl_eigen_symmv_workspace;

gsl_eigen_symmv_workspace *gsl_eigen_symmv_alloc(size_t size);
void gsl_eigen_symmv_free(gsl_eigen_symmv_workspace *workspace);
void gsl_eigen_symmv(gsl_matrix *matrix, gsl_vector *out_values, gsl_matrix *out_vectors,
                     gsl_eigen_symmv_workspace *workspace);
