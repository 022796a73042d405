/* The likelihood of ratings.h, and where it is greatest.
 *
 * Parameters are a vector: the players' strengths, White's advantage, and the logarithm of the
 * constant of draws, all in nats. Only differences of strengths count. */
#pragma once

#include "experiments/numbers/likelihood.h"
#include "experiments/numbers/ratings.h"

#define RATINGS_NONE (-1)

/* The games played, which are borrowed. */
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

/* How much games must tell of a direction, measured in games that could have ended either way. One
 * game tells at least a hundredth, unless nearly all are drawn; if the likelihood has no maximum,
 * less than 1e-8 is left when the fit ends. */
#define RATINGS_NOTHING 1e-6

#define RATINGS_PART_OF_NOTHING 1e-6 /* of a unit vector's square: more than rounding */

struct Ratings {
    RatingsData data;
    RatingsGames *games;
    RatingsTie white_tie; /* used if the colours do not tell White's advantage */
    size_t tie_count;     /* 1 if so, otherwise 0 */
    gsl_vector *parameters;
    double log_likelihood;
    RatingsGoodness goodness; /* not of resamples */
    gsl_matrix *variance;     /* of the parameters; directions of which no games tell have none */
    gsl_matrix *untold;       /* projects directions on those of which no games tell */
    double scale;             /* points a nat */
    gsl_vector *scale_by;     /* its derivatives by the parameters */
};

/* One parameter minus another, or minus nothing. */
typedef struct {
    int parameter, other;
} RatingsContrast;

static inline int64_t ratings_count_games(const RatingsGames *games)
{
    return statistics_count(games->score);
}

static inline double ratings_get_contrast(const gsl_vector *vector, RatingsContrast c)
{
    const double value = gsl_vector_get(vector, (size_t)c.parameter);

    return c.other == RATINGS_NONE ? value : value - gsl_vector_get(vector, (size_t)c.other);
}

/* a' M b for two contrasts. */
static inline double ratings_get_product(const gsl_matrix *matrix, RatingsContrast a,
                                         RatingsContrast b)
{
    const gsl_vector_const_view row = gsl_matrix_const_row(matrix, (size_t)a.parameter);
    const double product = ratings_get_contrast(&row.vector, b);

    if (a.other == RATINGS_NONE)
        return product;
    const gsl_vector_const_view other = gsl_matrix_const_row(matrix, (size_t)a.other);
    return product - ratings_get_contrast(&other.vector, b);
}

static inline bool ratings_is_told(const gsl_matrix *untold, RatingsContrast c)
{
    return ratings_get_product(untold, c, c) < RATINGS_PART_OF_NOTHING;
}

/* Splits the directions of @information, which is used up, into those of which games tell, whose
 * inverse is the variance, and the others. */
void ratings_split(gsl_matrix *information, gsl_matrix *out_variance, gsl_matrix *out_untold);

/* Of how many directions games tell. */
int64_t ratings_count_told(const gsl_matrix *untold);

/* How well @parameters, which were fitted and of which games tell in @told directions, explain the
 * games. */
RatingsGoodness ratings_judge(const RatingsData *data, const gsl_vector *parameters, int64_t told);

/* Replaces the dispersion in @goodness by that of the points of the pairings, both colours
 * together, if it is greater and chance alone makes it as great in less than 20 % of cases: then
 * each pairing may have a strength of its own, which more games of it do not average out. (At a
 * level of 5 % too many of few pairings that do scatter pass.) @strengths of them were fitted. */
void ratings_judge_pairings(const RatingsData *data, const gsl_vector *parameters,
                            int64_t strengths, RatingsGoodness *goodness);

/* Half the 95 % interval of an estimate with @variance, to which the dispersion is still to be
 * applied; and how probable a @value as far from 0 is if it is 0. */
double ratings_margin(const RatingsGoodness *goodness, double variance);
double ratings_p(const RatingsGoodness *goodness, double value, double variance);

/* Whether points have a scale: not if nothing limits the constant of draws from above. */
static inline bool ratings_has_scale(const Ratings *ratings)
{
    const RatingsContrast draws = {ratings_draws(&ratings->data), RATINGS_NONE};

    return ratings_is_told(ratings->untold, draws) ||
           ratings_get_contrast(ratings->parameters, draws) < 0;
}
