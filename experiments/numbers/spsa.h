/* The best values of some parameters of a function that is only known with noise, by simultaneous
 * perturbation stochastic approximation: in each iteration all parameters are perturbed together,
 * each up or down at random, in both directions, and then follow the side on which
 * the function was greater. Two values of the function do for any number of parameters.
 *
 * Source: J. C. Spall, Multivariate stochastic approximation using a simultaneous perturbation
 *         gradient approximation, IEEE Transactions on Automatic Control 37, 1992; the gains are
 *         those of J. C. Spall, Implementation of the simultaneous perturbation algorithm for
 *         stochastic optimization, IEEE Transactions on Aerospace and Electronic Systems 34, 1998,
 *         section III. That the values are put back into their bounds is P. Sadegh's (Constrained
 *         optimization via stochastic approximation with a simultaneous perturbation gradient
 *         approximation, Automatica 33, 1997). */
#pragma once

#include "agents/random.h"

/* One parameter. @step is its unit: how far it is perturbed in the first iteration. */
typedef struct {
    double low, high; /* low <= value <= high */
    double step;      /* above 0 */
    double value;     /* its start, then where it has come to */

    /* Of the present trial. */
    int direction; /* 1 or -1 */
    double plus;   /* the value perturbed along the direction, */
    double minus;  /* and against it; both within the bounds */
} SpsaParameter;

/* In iteration k, from 0, gain(k) = gain * ((A + 1) / (A + 1 + k))^alpha, Spall's a_k with
 * a = gain * (A + 1)^alpha, and aside(k) = 1 / (k + 1)^gamma, his c_k; both in steps of each
 * parameter. */
typedef struct {
    double gain;
    double stability; /* A */
    double alpha, gamma;
} SpsaGains;

double spsa_gain(const SpsaGains *gains, uint64_t iteration);
double spsa_aside(const SpsaGains *gains, uint64_t iteration);

/* Begins iteration @iteration, from 0: perturbs each of @count parameters in a direction drawn from
 * the stream of the iteration, which is one of @seed and is returned for other draws. */
Random spsa_begin(const SpsaGains *gains, SpsaParameter *parameter, int count, uint64_t seed,
                  uint64_t iteration);

/* Ends it: moves the values towards the greater side. @half_difference is half the difference of
 * the function, its value with all plus less that with all minus. */
void spsa_follow(const SpsaGains *gains, SpsaParameter *parameter, int count, uint64_t iteration,
                 double half_difference);
