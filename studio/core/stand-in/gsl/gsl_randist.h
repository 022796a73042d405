/* See gsl_matrix.h. */
#pragma once

#include <gsl/gsl_rng.h>

void gsl_ran_multinomial(const gsl_rng *rng, size_t count, unsigned draws, const double *weights,
                         unsigned *out_counts);
