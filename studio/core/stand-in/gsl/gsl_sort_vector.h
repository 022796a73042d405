/* See gsl_matrix.h. */
#pragma once

#include <gsl/gsl_matrix.h>

void gsl_sort_vector(gsl_vector *vector);
