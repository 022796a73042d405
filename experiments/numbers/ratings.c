#include "experiments/numbers/ratings.h"
#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings_fit.h"
#include "experiments/tools/random_gsl.h"
#include "experiments/tools/root.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort_vector.h>
#include <math.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_eigen_symmv_workspace, gsl_eigen_symmv_free)

#define LEVEL 0.05

/* What games tell of a direction, in games that could have ended either way: one game tells a
 * hundredth at least, unless nearly all are drawn; where the likelihood has no maximum, less than
 * 1e-8 is left when the fit ends. */
#define NOTHING 1e-6

#define PART_OF_NOTHING 1e-6 /* of a unit vector's square: more than rounding */

struct Ratings {
    RatingsData data;
    RatingsGames *games;
    RatingsTie white_tie; /* holds if the colours do not tell White's advantage */
    size_t tie_count;     /* 1 if so, otherwise 0 */
    gsl_vector *parameters;
    double log_likelihood;
    gsl_matrix *variance; /* of the parameters; what nothing tells has none */
    gsl_matrix *untold;   /* projects directions on those of which nothing tells */
};

/* One parameter minus another, or minus nothing. */
typedef struct {
    int parameter, other;
} Contrast;

static bool was_played(const RatingsGames *games)
{
    return games->score.wins + games->score.losses + games->score.draws > 0;
}

/* Whether each player can be given a place such that White always stands one above Black. */
static bool is_ladder(const RatingsData *data, const int *place)
{
    for (size_t i = 0; i < data->count; i++)
        if (was_played(&data->games[i]) &&
            place[data->games[i].white] != place[data->games[i].black] + 1)
            return false;
    return true;
}

/* Gives places to the opponents of those that have one; answers whether there were any. */
static bool spread_places(const RatingsData *data, bool *placed, int *place)
{
    bool changed = false;

    for (size_t i = 0; i < data->count; i++) {
        const int white = data->games[i].white, black = data->games[i].black;
        if (!was_played(&data->games[i]) || placed[white] == placed[black])
            continue;
        if (placed[white])
            place[black] = place[white] - 1;
        else
            place[white] = place[black] + 1;
        placed[white] = placed[black] = changed = true;
    }
    return changed;
}

/* An advantage of White can be told unless strengths would do as well: unless all players stand on
 * a ladder. */
static bool colours_tell(const RatingsData *data)
{
    g_autofree bool *placed = g_new0(bool, data->players);
    g_autofree int *place = g_new0(int, data->players);

    for (int i = 0; i < data->players; i++) {
        placed[i] = true; /* whoever is still without a place begins a ladder of his own */
        while (spread_places(data, placed, place))
            ;
    }
    return !is_ladder(data, place);
}

static double get_contrast(const gsl_vector *vector, Contrast c)
{
    const double value = gsl_vector_get(vector, (size_t)c.parameter);

    return c.other == RATINGS_NONE ? value : value - gsl_vector_get(vector, (size_t)c.other);
}

/* a' M b for two contrasts. */
static double get_product(const gsl_matrix *matrix, Contrast a, Contrast b)
{
    const gsl_vector_const_view row = gsl_matrix_const_row(matrix, (size_t)a.parameter);
    const double product = get_contrast(&row.vector, b);

    if (a.other == RATINGS_NONE)
        return product;
    const gsl_vector_const_view other = gsl_matrix_const_row(matrix, (size_t)a.other);
    return product - get_contrast(&other.vector, b);
}

static bool is_told(const gsl_matrix *untold, Contrast c)
{
    return get_product(untold, c, c) < PART_OF_NOTHING;
}

/* What is laid down needs no information. */
static void forget(gsl_matrix *information, int parameter)
{
    gsl_vector_view row = gsl_matrix_row(information, (size_t)parameter);
    gsl_vector_view column = gsl_matrix_column(information, (size_t)parameter);

    gsl_vector_set_zero(&row.vector);
    gsl_vector_set_zero(&column.vector);
}

/* Splits directions into those of which the games tell, whose inverse information is the variance,
 * and the others. */
static void split(const Ratings *ratings, gsl_matrix *variance, gsl_matrix *untold)
{
    const size_t count = (size_t)ratings_parameters(&ratings->data);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc(count, count);
    g_autoptr(gsl_matrix) vectors = gsl_matrix_alloc(count, count);
    g_autoptr(gsl_vector) values = gsl_vector_alloc(count);
    g_autoptr(gsl_eigen_symmv_workspace) workspace = gsl_eigen_symmv_alloc(count);

    ratings_information(&ratings->data, ratings->parameters, information);
    if (ratings->tie_count > 0)
        forget(information, ratings->white_tie.parameter);
    gsl_eigen_symmv(information, values, vectors, workspace);
    gsl_matrix_set_zero(variance);
    gsl_matrix_set_zero(untold);
    for (size_t i = 0; i < count; i++) {
        const gsl_vector_const_view vector = gsl_matrix_const_column(vectors, i);
        const double value = gsl_vector_get(values, i);
        if (value < NOTHING)
            gsl_blas_dger(1, &vector.vector, &vector.vector, untold);
        else
            gsl_blas_dger(1 / value, &vector.vector, &vector.vector, variance);
    }
}

/* @start: where the fit begins, or NULL. */
static Ratings *new_from(int players, const RatingsGames *games, size_t count,
                         const gsl_vector *start)
{
    Ratings *ratings = g_new0(Ratings, 1);
    size_t parameters;

    ratings->games = g_memdup2(games, count * sizeof *games);
    ratings->data = (RatingsData){players, ratings->games, count};
    ratings->white_tie = (RatingsTie){ratings_white(&ratings->data), RATINGS_NONE, 0};
    ratings->tie_count = colours_tell(&ratings->data) ? 0 : 1;
    parameters = (size_t)ratings_parameters(&ratings->data);
    ratings->parameters = gsl_vector_calloc(parameters);
    if (start != NULL)
        gsl_vector_memcpy(ratings->parameters, start);
    ratings->variance = gsl_matrix_alloc(parameters, parameters);
    ratings->untold = gsl_matrix_alloc(parameters, parameters);
    ratings->log_likelihood =
        ratings_fit(&ratings->data, &ratings->white_tie, ratings->tie_count, ratings->parameters);
    split(ratings, ratings->variance, ratings->untold);
    return ratings;
}

Ratings *ratings_new(int players, const RatingsGames *games, size_t count)
{
    return new_from(players, games, count, NULL);
}

void ratings_free(Ratings *ratings)
{
    gsl_vector_free(ratings->parameters);
    gsl_matrix_free(ratings->variance);
    gsl_matrix_free(ratings->untold);
    g_free(ratings->games);
    g_free(ratings);
}

static double draw_share(double log_constant)
{
    return 1 / (1 + 2 * exp(-log_constant));
}

/* Points of rating, from nats and the logarithm of the constant of draws. */
static double points(double nats, double log_constant)
{
    return ELO_PER_NAT * nats * (1 - draw_share(log_constant));
}

/* A number made of a contrast and the constant of draws. */
typedef double (*Measure)(double value, double log_constant);

static double share_of(double value, double log_constant)
{
    (void)log_constant; /* it is the value itself */
    return draw_share(value);
}

/* Along which the results become less probable: a contrast is held and the rest is fitted. */
typedef struct {
    const Ratings *ratings;
    Contrast contrast;
    gsl_vector *parameters;
} Profile;

/* Shifts what nothing tells along with the contrast, which often is all there is to do. */
static void shift_untold(Profile *profile, double value)
{
    const gsl_matrix *untold = profile->ratings->untold;
    const Contrast c = profile->contrast;
    const double by = (value - get_contrast(profile->parameters, c)) / get_product(untold, c, c);

    for (size_t i = 0; i < profile->parameters->size; i++)
        *gsl_vector_ptr(profile->parameters, i) +=
            by * get_product(untold, c, (Contrast){(int)i, RATINGS_NONE});
}

/* How much less probable than 1 / 20 of what they are at best the results are. */
static double profile_excess(double value, void *data)
{
    Profile *profile = data;
    const Ratings *ratings = profile->ratings;
    const RatingsTie ties[2] = {{profile->contrast.parameter, profile->contrast.other, value},
                                ratings->white_tie};

    shift_untold(profile, value);
    return ratings->log_likelihood + log(LEVEL) -
           ratings_fit(&ratings->data, ties, 1 + ratings->tie_count, profile->parameters);
}

/* How far a bound can be from where the fit ended: no farther than the fit went on its way out, and
 * at least what a handful of games leaves open. */
static double get_reach(const Ratings *ratings)
{
    double low, high;

    gsl_vector_minmax(ratings->parameters, &low, &high);
    return fmax(64, 2 * (high - low));
}

/* Looks for the bound from @profile's contrast on, by steps of @step's sign. */
static bool find_bound(Profile *profile, double step, Measure measure, double *out_bound)
{
    const double start = get_contrast(profile->parameters, profile->contrast);
    const double reach = get_reach(profile->ratings);
    const int draws = ratings_draws(&profile->ratings->data);
    double inside = start, outside = start + step;

    while (profile_excess(outside, profile) < 0) {
        if (fabs(outside - start) > reach)
            return false;
        inside = outside;
        step *= 2;
        outside += step;
    }
    outside =
        root_find(profile_excess, profile, fmin(inside, outside), fmax(inside, outside), 1e-7);
    profile_excess(outside, profile);
    *out_bound = measure(outside, gsl_vector_get(profile->parameters, (size_t)draws));
    return true;
}

static bool find_bound_afresh(const Ratings *ratings, Contrast c, double step, Measure measure,
                              double *out_bound)
{
    g_autoptr(gsl_vector) parameters = gsl_vector_alloc(ratings->parameters->size);
    Profile profile = {ratings, c, parameters};

    gsl_vector_memcpy(parameters, ratings->parameters);
    return find_bound(&profile, step, measure, out_bound);
}

static Estimate estimate_bounds(const Ratings *ratings, Contrast c, Measure measure)
{
    double low, high;

    if (find_bound_afresh(ratings, c, -4, measure, &low))
        return (Estimate){.kind = ESTIMATE_AT_LEAST, .low = low};
    if (find_bound_afresh(ratings, c, 4, measure, &high))
        return (Estimate){.kind = ESTIMATE_AT_MOST, .high = high};
    return (Estimate){.kind = ESTIMATE_UNKNOWN};
}

/* Points have no scale where nothing limits the constant of draws from above. */
static bool has_scale(const Ratings *ratings)
{
    const Contrast draws = {ratings_draws(&ratings->data), RATINGS_NONE};

    return is_told(ratings->untold, draws) || get_contrast(ratings->parameters, draws) < 0;
}

static double half_width(double variance)
{
    return gsl_cdf_ugaussian_Qinv(LEVEL / 2) * sqrt(fmax(variance, 0));
}

/* Points of rating by the delta method: their derivative by the contrast is the scale, that by the
 * logarithm of the constant minus the points times the share of draws. */
static Estimate estimate_points(const Ratings *ratings, Contrast c)
{
    const Contrast draws = {ratings_draws(&ratings->data), RATINGS_NONE};
    const double log_constant = get_contrast(ratings->parameters, draws);
    const double value = points(get_contrast(ratings->parameters, c), log_constant);
    const double by_contrast = points(1, log_constant);
    const double by_draws = -value * draw_share(log_constant);
    const double margin =
        half_width(by_contrast * by_contrast * get_product(ratings->variance, c, c) +
                   by_draws * by_draws * get_product(ratings->variance, draws, draws) +
                   2 * by_contrast * by_draws * get_product(ratings->variance, c, draws));

    if (!is_told(ratings->untold, c))
        return estimate_bounds(ratings, c, points);
    if (!has_scale(ratings))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    return (Estimate){ESTIMATE_INTERVAL, value, value - margin, value + margin};
}

Estimate ratings_difference(const Ratings *ratings, int player, int other)
{
    if (player == other)
        return (Estimate){.kind = ESTIMATE_GIVEN};
    return estimate_points(ratings, (Contrast){player, other});
}

Estimate ratings_rating(const Ratings *ratings, int player, int anchor, double anchor_rating)
{
    return estimate_transform(ratings_difference(ratings, player, anchor), 1, anchor_rating);
}

Estimate ratings_white_advantage(const Ratings *ratings)
{
    if (ratings->tie_count > 0)
        return (Estimate){.kind = ESTIMATE_GIVEN};
    return estimate_points(ratings, (Contrast){ratings_white(&ratings->data), RATINGS_NONE});
}

Estimate ratings_draw_share(const Ratings *ratings)
{
    const Contrast c = {ratings_draws(&ratings->data), RATINGS_NONE};
    const double value = get_contrast(ratings->parameters, c);
    const double margin = half_width(get_product(ratings->variance, c, c));

    if (!is_told(ratings->untold, c))
        return estimate_bounds(ratings, c, share_of);
    return (Estimate){ESTIMATE_INTERVAL, draw_share(value), draw_share(value - margin),
                      draw_share(value + margin)};
}

/* As many games as were played, drawn from their results. */
static void draw_games(const Ratings *ratings, const gsl_rng *rng, RatingsGames *out_games)
{
    for (size_t i = 0; i < ratings->data.count; i++) {
        const StatisticsScore *score = &ratings->games[i].score;
        const double weight[3] = {(double)score->wins, (double)score->losses, (double)score->draws};
        unsigned drawn[3] = {0, 0, 0};

        if (was_played(&ratings->games[i]))
            gsl_ran_multinomial(rng, 3, (unsigned)(score->wins + score->losses + score->draws),
                                weight, drawn);
        out_games[i] = ratings->games[i];
        out_games[i].score = (StatisticsScore){drawn[0], drawn[1], drawn[2]};
    }
}

/* The points of a difference; DBL_MAX stands for a side on which there is no end. */
static double resampled_points(const Ratings *ratings, Contrast c)
{
    const int draws = ratings_draws(&ratings->data);
    const double nats = get_contrast(ratings->parameters, c);

    if (!is_told(ratings->untold, c) || !has_scale(ratings))
        return copysign(G_MAXDOUBLE, nats);
    return points(nats, gsl_vector_get(ratings->parameters, (size_t)draws));
}

/* A row of @out_points for each player. */
static void resample(const Ratings *ratings, int anchor, int resamples, Random *random,
                     gsl_matrix *out_points)
{
    const int players = ratings->data.players;
    const gsl_rng rng = random_gsl(random);
    g_autofree RatingsGames *games = g_new(RatingsGames, ratings->data.count);

    for (int i = 0; i < resamples; i++) {
        g_autoptr(Ratings) again = NULL;
        draw_games(ratings, &rng, games);
        again = new_from(players, games, ratings->data.count, ratings->parameters);
        for (int player = 0; player < players; player++)
            gsl_matrix_set(out_points, (size_t)player, (size_t)i,
                           resampled_points(again, (Contrast){player, anchor}));
    }
}

/* The estimate with the ends that 95 % of @sorted have. */
static Estimate estimate_percentiles(double value, const gsl_vector *sorted)
{
    const double last = (double)sorted->size - 1;
    const double low = gsl_vector_get(sorted, (size_t)floor(LEVEL / 2 * last));
    const double high = gsl_vector_get(sorted, (size_t)ceil((1 - LEVEL / 2) * last));

    if (low == -G_MAXDOUBLE && high == G_MAXDOUBLE)
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    if (high == G_MAXDOUBLE)
        return (Estimate){.kind = ESTIMATE_AT_LEAST, .low = low};
    if (low == -G_MAXDOUBLE)
        return (Estimate){.kind = ESTIMATE_AT_MOST, .high = high};
    return (Estimate){ESTIMATE_INTERVAL, value, low, high};
}

void ratings_resample(const Ratings *ratings, int anchor, double anchor_rating, int resamples,
                      Random *random, Estimate *out_ratings)
{
    const size_t players = (size_t)ratings->data.players;
    g_autoptr(gsl_matrix) drawn = gsl_matrix_alloc(players, (size_t)resamples);

    resample(ratings, anchor, resamples, random, drawn);
    for (size_t player = 0; player < players; player++) {
        gsl_vector_view row = gsl_matrix_row(drawn, player);
        Estimate difference = ratings_difference(ratings, (int)player, anchor);
        gsl_sort_vector(&row.vector);
        if (difference.kind == ESTIMATE_INTERVAL)
            difference = estimate_percentiles(difference.value, &row.vector);
        out_ratings[player] = estimate_transform(difference, 1, anchor_rating);
    }
}
