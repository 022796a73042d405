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

#include <stdbool.h>

/* One parameter. @step is its unit: how far it is perturbed in the first iteration. */
typedef struct {
    double start, low, high; /* low <= start <= high */
    double step;             /* above 0 */
} SpsaParameter;

/* In iteration k, from 0, gain(k) = gain * ((A + 1) / (A + 1 + k))^alpha, Spall's a_k with
 * a = gain * (A + 1)^alpha, and aside(k) = 1 / (k + 1)^gamma, his c_k; both in steps of each
 * parameter. */
typedef struct {
    double gain;
    double stability; /* A */
    double alpha, gamma;
} SpsaGains;

#define SPSA_ALPHA 0.602
#define SPSA_GAMMA 0.101

double spsa_gain(const SpsaGains *gains, uint64_t iteration);
double spsa_aside(const SpsaGains *gains, uint64_t iteration);

/* The values tried in one iteration. Shape: each array has one member per parameter. */
typedef struct {
    uint64_t iteration; /* from 0 */
    int *direction;     /* 1 or -1 */
    double *plus;       /* the values perturbed along the directions, */
    double *minus;      /* and against them; both within their bounds */
} SpsaTrial;

typedef struct {
    SpsaGains gains;
    int count;
    const SpsaParameter *parameter; /* @count of them */
    double *value;                  /* where the parameters have come to, @count of them */
    SpsaTrial trial;                /* the present one */
} Spsa;

/* A search that has every parameter at its start. Borrows @parameter. */
Spsa *spsa_new(const SpsaGains *gains, const SpsaParameter *parameter, int count);
void spsa_free(Spsa *spsa);

/* Callbacks; @data is the caller's. Either may end the search by returning false. */
typedef struct {
    /* Draws are to come from @random, a stream of the iteration that has drawn the directions.
     * Writes half the difference of the function, its value with plus less that with minus. */
    bool (*measure)(const Spsa *spsa, Random *random, double *out_half_difference, void *data);

    /* Told after each iteration, unless NULL: the values have moved, the trial is still there. */
    bool (*tell)(const Spsa *spsa, void *data);
} SpsaTask;

/* Looks for the greatest value: goes through iterations 0 to @iterations - 1, whose directions are
 * drawn from streams of @seed, one each. False if the task has ended it before. */
bool spsa_run(Spsa *spsa, uint64_t seed, uint64_t iterations, const SpsaTask *task, void *data);
