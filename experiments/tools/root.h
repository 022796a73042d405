/* Where a function of one variable is zero. */
#pragma once

/* A zero of @function between @low and @high, where it has different signs or is zero, within
 * @tolerance.
 *
 * Source: R. P. Brent, Algorithms for Minimization without Derivatives, 1973, chapter 4, as GSL's
 *         gsl_root_fsolver_brent. */
double root_find(double (*function)(double x, void *data), void *data, double low, double high,
                 double tolerance);
