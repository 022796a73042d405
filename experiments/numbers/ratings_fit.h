/* The likelihood of ratings.h, and where it is greatest.
 *
 * Parameters are a vector: the players' strengths, White's advantage, and the logarithm of the
 * constant of draws, all in nats. Only differences of strengths count. */
#pragma once

#include "experiments/numbers/likelihood.h"
#include "experiments/numbers/ratings.h"

#define RATINGS_NONE (-1)

/* What was played. Games are borrowed. */
typedef struct {
    int players;
    const RatingsGames *games;
    size_t count;
} RatingsData;

static inline int ratings_white(const RatingsData *data)
{
    return data->players;
}

static inline int ratings_draws(const RatingsData *data)
{
    return data->players + 1;
}

static inline int ratings_parameters(const RatingsData *data)
{
    return data->players + 2;
}

/* A parameter that is not free: it is @by more than @other, or than 0 if @other is RATINGS_NONE.
 * @other must not be tied itself. */
typedef struct {
    int parameter, other;
    double by;
} RatingsTie;

/* The probabilities of White's results in a game. */
typedef struct {
    double win, loss, draw;
} RatingsChances;

RatingsChances ratings_chances(const RatingsData *data, const RatingsGames *games,
                               const gsl_vector *parameters);

/* Moves @parameters to the greatest likelihood under @ties, and returns its logarithm there. If
 * there is no maximum, @parameters end so far out that the logarithm is within 1e-7 of its
 * supremum.
 *
 * Shape:  @parameters holds where to begin, 0 for all of them being good enough.
 * Source: likelihood_climb(). */
double ratings_fit(const RatingsData *data, const RatingsTie *ties, size_t tie_count,
                   gsl_vector *parameters);

/* The logarithm of the likelihood. */
double ratings_log_likelihood(const RatingsData *data, const gsl_vector *parameters);

/* The first derivatives of the logarithm by all parameters, and Fisher's information, minus the
 * second ones. */
void ratings_information(const RatingsData *data, const gsl_vector *parameters,
                         gsl_vector *out_gradient, gsl_matrix *out_information);
