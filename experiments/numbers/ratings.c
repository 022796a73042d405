#include "experiments/numbers/ratings_fit.h"

#include "experiments/numbers/elo.h"
#include "experiments/tools/gsl_tools.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort_vector.h>
#include <math.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_eigen_symmv_workspace, gsl_eigen_symmv_free)

#define LEVEL 0.05

#define ALIKE 1e-9 /* squared nats of all games together: players too alike to tell a scale */

/* A given parameter needs no information. */
static void forget(gsl_matrix *information, int parameter)
{
    gsl_vector_view row = gsl_matrix_row(information, (size_t)parameter);
    gsl_vector_view column = gsl_matrix_column(information, (size_t)parameter);

    gsl_vector_set_zero(&row.vector);
    gsl_vector_set_zero(&column.vector);
}

void ratings_split(gsl_matrix *information, gsl_matrix *variance, gsl_matrix *untold)
{
    const size_t count = information->size1;
    g_autoptr(gsl_matrix) vectors = gsl_matrix_alloc(count, count);
    g_autoptr(gsl_vector) values = gsl_vector_alloc(count);
    g_autoptr(gsl_eigen_symmv_workspace) workspace = gsl_eigen_symmv_alloc(count);

    gsl_eigen_symmv(information, values, vectors, workspace);
    gsl_matrix_set_zero(variance);
    gsl_matrix_set_zero(untold);
    for (size_t i = 0; i < count; i++) {
        const gsl_vector_const_view vector = gsl_matrix_const_column(vectors, i);
        const double value = gsl_vector_get(values, i);
        if (value < RATINGS_NOTHING)
            gsl_blas_dger(1, &vector.vector, &vector.vector, untold);
        else
            gsl_blas_dger(1 / value, &vector.vector, &vector.vector, variance);
    }
}

int64_t ratings_count_told(const gsl_matrix *untold)
{
    double told = (double)untold->size1;

    for (size_t i = 0; i < untold->size1; i++)
        told -= gsl_matrix_get(untold, i, i);
    return lround(told);
}

/* White's advantage can be told unless strengths explain the results as well, whatever these are:
 * then its direction has no information even where all results are equally probable. */
static bool colours_tell(const RatingsData *data)
{
    const size_t count = (size_t)ratings_parameters(data);
    g_autoptr(gsl_vector) even = gsl_vector_calloc(count), gradient = gsl_vector_alloc(count);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc(count, count);
    g_autoptr(gsl_matrix) variance = gsl_matrix_alloc(count, count);
    g_autoptr(gsl_matrix) untold = gsl_matrix_alloc(count, count);

    ratings_information(data, even, gradient, information);
    ratings_split(information, variance, untold);
    return ratings_is_told(untold, (RatingsContrast){ratings_white(data), RATINGS_NONE});
}

static void split(const Ratings *ratings)
{
    const size_t count = (size_t)ratings_parameters(&ratings->data);
    g_autoptr(gsl_vector) gradient = gsl_vector_alloc(count);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc(count, count);

    ratings_information(&ratings->data, ratings->parameters, gradient, information);
    if (ratings->tie_count > 0)
        forget(information, ratings->white_tie.parameter);
    ratings_split(information, ratings->variance, ratings->untold);
}

static double draw_share(double log_constant)
{
    return 1 / (1 + 2 * exp(-log_constant));
}

/* The difference in points that the model expects of two players over one game with each colour. */
static double elo_of_nats(double nats, double white, double log_constant)
{
    const double n = exp(log_constant);
    double made = 0, lost = 0;

    for (int sign = -1; sign <= 1; sign += 2) {
        const double win = exp((nats + sign * white) / 2), loss = 1 / win, all = win + loss + n;
        made += (win + n / 2) / all;
        lost += (loss + n / 2) / all;
    }
    return ELO_PER_NAT * log(made / lost);
}

/* The scale that other parameters than the fitted ones would have. Players that nothing limits are
 * left out. */
static double scale_at(const Ratings *ratings, const gsl_vector *parameters)
{
    const RatingsData *data = &ratings->data;
    const double log_constant = gsl_vector_get(parameters, (size_t)ratings_draws(data));
    const double white = gsl_vector_get(parameters, (size_t)ratings_white(data));
    double product = 0, square = 0;

    for (size_t i = 0; i < data->count; i++) {
        const RatingsContrast c = {data->games[i].white, data->games[i].black};
        const double nats = ratings_get_contrast(parameters, c);
        const double weight = (double)ratings_count_games(&data->games[i]);
        if (weight == 0 || !ratings_is_told(ratings->untold, c))
            continue;
        product += weight * nats * elo_of_nats(nats, white, log_constant);
        square += weight * nats * nats;
    }
    if (square < ALIKE)
        return ELO_PER_NAT * (1 - draw_share(log_constant));
    return product / square;
}

/* Differentiates by finite differences, each parameter in both directions. */
static void differentiate_scale(Ratings *ratings)
{
    static const double step = 1e-4;

    ratings->scale_by = gsl_vector_calloc(ratings->parameters->size);
    for (size_t i = 0; i < ratings->parameters->size; i++) {
        double *parameter = gsl_vector_ptr(ratings->parameters, i);
        const double here = *parameter;
        double low, high;
        *parameter = here - step;
        low = scale_at(ratings, ratings->parameters);
        *parameter = here + step;
        high = scale_at(ratings, ratings->parameters);
        *parameter = here;
        gsl_vector_set(ratings->scale_by, i, (high - low) / (2 * step));
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
    split(ratings);
    ratings->scale = scale_at(ratings, ratings->parameters);
    return ratings;
}

Ratings *ratings_new(int players, const RatingsGames *games, size_t count)
{
    Ratings *ratings = new_from(players, games, count, NULL);

    differentiate_scale(ratings);
    ratings->goodness =
        ratings_judge(&ratings->data, ratings->parameters, ratings_count_told(ratings->untold));
    return ratings;
}

void ratings_free(Ratings *ratings)
{
    gsl_vector_free(ratings->parameters);
    gsl_matrix_free(ratings->variance);
    gsl_matrix_free(ratings->untold);
    gsl_vector_free(ratings->scale_by);
    g_free(ratings->games);
    g_free(ratings);
}

/* A path along which the results become less probable: a contrast is held and the rest is
 * fitted. */
typedef struct {
    const Ratings *ratings;
    RatingsContrast contrast;
    gsl_vector *parameters;
    double depth; /* the logarithm of how much less probable the results may become */
} Profile;

/* Shifts the parameters of which no games tell along with the contrast, which often is enough. */
static void shift_untold(Profile *profile, double value)
{
    const gsl_matrix *untold = profile->ratings->untold;
    const RatingsContrast c = profile->contrast;
    double by;

    if (ratings_is_told(untold, c))
        return;
    by = (value - ratings_get_contrast(profile->parameters, c)) / ratings_get_product(untold, c, c);
    for (size_t i = 0; i < profile->parameters->size; i++)
        *gsl_vector_ptr(profile->parameters, i) +=
            by * ratings_get_product(untold, c, (RatingsContrast){(int)i, RATINGS_NONE});
}

/* How much less probable the results are than they may be, as a logarithm. */
static double profile_excess(double value, void *data)
{
    Profile *profile = data;
    const Ratings *ratings = profile->ratings;
    const RatingsTie ties[2] = {{profile->contrast.parameter, profile->contrast.other, value},
                                ratings->white_tie};

    shift_untold(profile, value);
    return ratings->log_likelihood - profile->depth -
           ratings_fit(&ratings->data, ties, 1 + ratings->tie_count, profile->parameters);
}

/* Looks for the bound from the contrast on, by steps of @step's sign: no farther than the fit
 * itself went, and at least as far as a handful of games leaves open. Of a contrast of players or
 * colours it is in points, of draws a share. */
static bool find_bound(const Ratings *ratings, RatingsContrast c, double depth, double step,
                       double *out_bound)
{
    g_autoptr(gsl_vector) parameters = gsl_vector_alloc(ratings->parameters->size);
    Profile profile = {ratings, c, parameters, depth};
    const double start = ratings_get_contrast(ratings->parameters, c);
    double inside = start, outside = start + step, low, high;

    gsl_vector_memcpy(parameters, ratings->parameters);
    gsl_vector_minmax(parameters, &low, &high);
    while (profile_excess(outside, &profile) < 0) {
        if (fabs(outside - start) > fmax(64, 2 * (high - low)))
            return false;
        inside = outside;
        step *= 2;
        outside += step;
    }
    outside =
        root_find(profile_excess, &profile, fmin(inside, outside), fmax(inside, outside), 1e-7);
    profile_excess(outside, &profile);
    *out_bound = c.parameter == ratings_draws(&ratings->data)
                     ? draw_share(outside)
                     : outside * scale_at(ratings, parameters);
    return true;
}

static Estimate estimate_bounds(const Ratings *ratings, RatingsContrast c)
{
    double low, high;

    const double depth = -log(LEVEL) * ratings->goodness.dispersion;

    if (find_bound(ratings, c, depth, -4, &low))
        return (Estimate){.kind = ESTIMATE_AT_LEAST, .low = low};
    if (find_bound(ratings, c, depth, 4, &high))
        return (Estimate){.kind = ESTIMATE_AT_MOST, .high = high};
    return (Estimate){.kind = ESTIMATE_UNKNOWN};
}

/* Points of rating by the delta method: the scale times the contrast, and the contrast times the
 * derivatives of the scale. */
static Estimate estimate_points(const Ratings *ratings, RatingsContrast c)
{
    const double nats = ratings_get_contrast(ratings->parameters, c), value = ratings->scale * nats;
    g_autoptr(gsl_vector) by = gsl_vector_alloc(ratings->parameters->size);
    g_autoptr(gsl_vector) product = gsl_vector_alloc(ratings->parameters->size);
    double variance, margin;

    if (!ratings_is_told(ratings->untold, c))
        return estimate_bounds(ratings, c);
    if (!ratings_has_scale(ratings))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    gsl_vector_memcpy(by, ratings->scale_by);
    gsl_vector_scale(by, nats);
    *gsl_vector_ptr(by, (size_t)c.parameter) += ratings->scale;
    if (c.other != RATINGS_NONE)
        *gsl_vector_ptr(by, (size_t)c.other) -= ratings->scale;
    gsl_blas_dgemv(CblasNoTrans, 1, ratings->variance, by, 0, product);
    gsl_blas_ddot(by, product, &variance);
    margin = ratings_margin(&ratings->goodness, variance);
    return (Estimate){ESTIMATE_INTERVAL, value, value - margin, value + margin};
}

Estimate ratings_difference(const Ratings *ratings, int player, int other)
{
    if (player == other)
        return (Estimate){.kind = ESTIMATE_GIVEN};
    return estimate_points(ratings, (RatingsContrast){player, other});
}

Estimate ratings_rating(const Ratings *ratings, int player, int anchor, double anchor_rating)
{
    return estimate_transform(ratings_difference(ratings, player, anchor), 1, anchor_rating);
}

/* @estimate with the ends at which the likelihood says no to a contrast that the games tell, each
 * with the scale that then fits best. Of a handful of games the scale may change more than the
 * contrast, so that no end lies beyond the value: @estimate stays then. */
static Estimate with_profile(const Ratings *ratings, RatingsContrast c, Estimate estimate)
{
    const double unit = ratings_margin(&ratings->goodness, 1);
    const double depth = unit * unit / 2;
    const double step =
        ratings_margin(&ratings->goodness, ratings_get_product(ratings->variance, c, c));
    double low, high;

    if (estimate.kind == ESTIMATE_INTERVAL && find_bound(ratings, c, depth, -step, &low) &&
        find_bound(ratings, c, depth, step, &high) && low < estimate.value &&
        estimate.value < high) {
        estimate.low = low;
        estimate.high = high;
    }
    return estimate;
}

Estimate ratings_white_advantage(const Ratings *ratings)
{
    const RatingsContrast c = {ratings_white(&ratings->data), RATINGS_NONE};

    if (ratings->tie_count > 0)
        return (Estimate){.kind = ESTIMATE_GIVEN};
    return with_profile(ratings, c, estimate_points(ratings, c));
}

Estimate ratings_draw_share(const Ratings *ratings)
{
    const RatingsContrast c = {ratings_draws(&ratings->data), RATINGS_NONE};
    const double value = ratings_get_contrast(ratings->parameters, c);
    const double margin =
        ratings_margin(&ratings->goodness, ratings_get_product(ratings->variance, c, c));

    if (!ratings_is_told(ratings->untold, c))
        return estimate_bounds(ratings, c);
    return (Estimate){ESTIMATE_INTERVAL, draw_share(value), draw_share(value - margin),
                      draw_share(value + margin)};
}

double ratings_scale(const Ratings *ratings)
{
    return ratings->scale;
}

/* As many results as @score has, drawn from them with replacement. */
static StatisticsScore draw_score(StatisticsScore score, const gsl_rng *rng)
{
    const double weight[3] = {(double)score.wins, (double)score.losses, (double)score.draws};
    unsigned drawn[3];

    if (statistics_count(score) == 0)
        return score;
    gsl_ran_multinomial(rng, 3, (unsigned)statistics_count(score), weight, drawn);
    return (StatisticsScore){drawn[0], drawn[1], drawn[2]};
}

/* The points of a difference; DBL_MAX stands for a side on which there is no end. */
static double resampled_points(const Ratings *ratings, RatingsContrast c)
{
    const double nats = ratings_get_contrast(ratings->parameters, c);

    if (!ratings_is_told(ratings->untold, c) || !ratings_has_scale(ratings))
        return copysign(G_MAXDOUBLE, nats);
    return ratings->scale * nats;
}

/* Fills a row of @out_points for each player. */
static void resample(const Ratings *ratings, int anchor, int resamples, Random *random,
                     gsl_matrix *out_points)
{
    const int players = ratings->data.players;
    const gsl_rng rng = random_gsl(random);
    g_autofree RatingsGames *games = g_new(RatingsGames, ratings->data.count);

    for (int i = 0; i < resamples; i++) {
        g_autoptr(Ratings) again = NULL;
        for (size_t game = 0; game < ratings->data.count; game++) {
            games[game] = ratings->games[game];
            games[game].score = draw_score(games[game].score, &rng);
        }
        again = new_from(players, games, ratings->data.count, ratings->parameters);
        for (int player = 0; player < players; player++)
            gsl_matrix_set(out_points, (size_t)player, (size_t)i,
                           resampled_points(again, (RatingsContrast){player, anchor}));
    }
}

/* The estimate whose interval holds 95 % of @sorted. */
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
