/* See gsl_matrix.h. */
#pragma once

double gsl_sf_lngamma(double x);
