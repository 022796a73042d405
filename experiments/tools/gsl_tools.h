/* Additions to GSL: zeros of functions, and random draws from distributions by the stream of a
 * seed. */
#pragma once

#include "agents/random.h"

#include <gsl/gsl_rng.h>

/* A zero of @function between @low and @high, where it has different signs or is zero, within
 * @tolerance.
 *
 * Source: R. P. Brent, Algorithms for Minimization without Derivatives, 1973, chapter 4, as GSL's
 *         gsl_root_fsolver_brent. */
double root_find(double (*function)(double x, void *data), void *data, double low, double high,
                 double tolerance);

/* A generator of GSL that draws from @random and moves it on. Its numbers have 32 bits, its doubles
 * 53. It needs no gsl_rng_free(), and its state must not be copied to another generator.
 * gsl_rng_set() begins the stream of random_for_job(seed, 0).
 *
 * Owner:  @random is borrowed and must live as long.
 * Source: GNU Scientific Library, section "Random Number Generation",
 *         https://www.gnu.org/software/gsl/doc/html/rng.html; doubles of the upper bits as
 *         S. Vigna advises, https://prng.di.unimi.it, "Generating uniform doubles in the unit
 *         interval". */
gsl_rng random_gsl(Random *random);
