/* Our chance for the distributions of GSL: multinomial, binomial and the like drawn from the
 * stream of a seed. */
#pragma once

#include "agents/random.h"

#include <gsl/gsl_rng.h>

/* A generator of GSL that draws from @random and moves it on. It has numbers of 32 bits, doubles
 * of 53, and ends with the scope: gsl_rng_free() is not for it, nor anything that copies its state
 * to another. gsl_rng_set() begins the stream of random_for_job(seed, 0).
 *
 * Owner:  @random is borrowed and must live as long.
 * Source: GNU Scientific Library, section "Random Number Generation",
 *         https://www.gnu.org/software/gsl/doc/html/rng.html; doubles of the upper bits as
 *         S. Vigna advises, https://prng.di.unimi.it, "Generating uniform doubles in the unit
 *         interval". */
gsl_rng random_gsl(Random *random);
