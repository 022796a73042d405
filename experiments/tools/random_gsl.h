/* Our random numbers for the distributions of GSL: multinomial, binomial and others are drawn from
 * the stream of a seed. */
#pragma once

#include "agents/random.h"

#include <gsl/gsl_rng.h>

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
