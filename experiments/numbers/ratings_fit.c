#include "experiments/numbers/ratings_fit.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_permutation, gsl_permutation_free)

#define MAX_STEPS 10000
#define MAX_STEP_NATS \
    10.0 /* where the likelihood is nearly straight, Newton's step is far too long */
#define MAX_HALVINGS 50
#define ENOUGH 1e-8 /* stops when so little of the logarithm is still to be gained */
#define RIDGE 1e-10 /* holds parameters of which no game tells; far below one game */

/* The parameters that a game depends on: two strengths and the advantage make its strength, the
 * last its draws. */
#define PARTS 4
static const double OF_STRENGTH[PARTS] = {1, -1, 1, 0};
static const double OF_DRAWS[PARTS] = {0, 0, 0, 1};

static void get_parts(const RatingsData *data, const RatingsGames *games, int out_parts[PARTS])
{
    out_parts[0] = games->white;
    out_parts[1] = games->black;
    out_parts[2] = ratings_white(data);
    out_parts[3] = ratings_draws(data);
}

static RatingsChances logarithms_of_chances(const RatingsData *data, const RatingsGames *games,
                                            const gsl_vector *x)
{
    const double strength = gsl_vector_get(x, (size_t)games->white) -
                            gsl_vector_get(x, (size_t)games->black) +
                            gsl_vector_get(x, (size_t)ratings_white(data));
    const double draw = gsl_vector_get(x, (size_t)ratings_draws(data));
    const double most = fmax(fabs(strength) / 2, draw);
    const double sum =
        most + log(exp(strength / 2 - most) + exp(-strength / 2 - most) + exp(draw - most));

    return (RatingsChances){strength / 2 - sum, -strength / 2 - sum, draw - sum};
}

RatingsChances ratings_chances(const RatingsData *data, const RatingsGames *games,
                               const gsl_vector *parameters)
{
    const RatingsChances log = logarithms_of_chances(data, games, parameters);

    return (RatingsChances){exp(log.win), exp(log.loss), exp(log.draw)};
}

double ratings_log_likelihood(const RatingsData *data, const gsl_vector *x)
{
    double sum = 0;

    for (size_t i = 0; i < data->count; i++) {
        const RatingsChances log = logarithms_of_chances(data, &data->games[i], x);
        const StatisticsScore *score = &data->games[i].score;
        sum += (double)score->wins * log.win + (double)score->losses * log.loss +
               (double)score->draws * log.draw;
    }
    return sum;
}

/* First derivatives of a game's logarithm and minus the second, by its strength and its draws. All
 * are sums of products, so that they vanish to the last digit where everything is as expected. */
typedef struct {
    double by_strength, by_draws;
    double strength_strength, strength_draws, draws_draws;
} Derivatives;

static Derivatives derivatives_of(const RatingsGames *games, RatingsChances log)
{
    const double win = exp(log.win), loss = exp(log.loss), draw = exp(log.draw);
    const double wins = (double)games->score.wins, losses = (double)games->score.losses;
    const double draws = (double)games->score.draws, count = wins + losses + draws;
    const double more_wins = wins * (draw + loss) - (draws + losses) * win;
    const double more_losses = losses * (win + draw) - (wins + draws) * loss;

    return (Derivatives){
        .by_strength = (more_wins - more_losses) / 2,
        .by_draws = draws * (win + loss) - (wins + losses) * draw,
        .strength_strength = count * (draw * (win + loss) + 4 * win * loss) / 4,
        .strength_draws = -count * draw * (win - loss) / 2,
        .draws_draws = count * draw * (win + loss),
    };
}

/* Adds what a game contributes, where column[] says which row a parameter has. */
static void add_game(const Derivatives *d, const int parts[PARTS], const int *column,
                     gsl_vector *gradient, gsl_matrix *information)
{
    for (int i = 0; i < PARTS; i++) {
        const int row = column[parts[i]];
        if (row == RATINGS_NONE)
            continue;
        *gsl_vector_ptr(gradient, (size_t)row) +=
            OF_STRENGTH[i] * d->by_strength + OF_DRAWS[i] * d->by_draws;
        for (int j = 0; j < PARTS; j++)
            if (column[parts[j]] != RATINGS_NONE)
                *gsl_matrix_ptr(information, (size_t)row, (size_t)column[parts[j]]) +=
                    OF_STRENGTH[i] * OF_STRENGTH[j] * d->strength_strength +
                    (OF_STRENGTH[i] * OF_DRAWS[j] + OF_DRAWS[i] * OF_STRENGTH[j]) *
                        d->strength_draws +
                    OF_DRAWS[i] * OF_DRAWS[j] * d->draws_draws;
    }
}

static void differentiate(const RatingsData *data, const gsl_vector *x, const int *column,
                          gsl_vector *gradient, gsl_matrix *information)
{
    gsl_vector_set_zero(gradient);
    gsl_matrix_set_zero(information);
    for (size_t i = 0; i < data->count; i++) {
        const RatingsGames *games = &data->games[i];
        const Derivatives d = derivatives_of(games, logarithms_of_chances(data, games, x));
        int parts[PARTS];
        get_parts(data, games, parts);
        add_game(&d, parts, column, gradient, information);
    }
}

/* A column for each free parameter; a tied one shares the column of what it is tied to. */
static int *number_columns(const RatingsData *data, const RatingsTie *ties, size_t tie_count,
                           int *out_count)
{
    const int count = ratings_parameters(data);
    int *column = g_new0(int, count);

    for (size_t i = 0; i < tie_count; i++)
        column[ties[i].parameter] = RATINGS_NONE;
    *out_count = 0;
    for (int i = 0; i < count; i++)
        if (column[i] != RATINGS_NONE)
            column[i] = (*out_count)++;
    for (size_t i = 0; i < tie_count; i++)
        if (ties[i].other != RATINGS_NONE)
            column[ties[i].parameter] = column[ties[i].other];
    return column;
}

static void impose(const RatingsTie *ties, size_t tie_count, gsl_vector *x)
{
    for (size_t i = 0; i < tie_count; i++) {
        const double from =
            ties[i].other == RATINGS_NONE ? 0 : gsl_vector_get(x, (size_t)ties[i].other);
        gsl_vector_set(x, (size_t)ties[i].parameter, from + ties[i].by);
    }
}

void ratings_find_step(gsl_matrix *information, const gsl_vector *gradient, gsl_vector *step)
{
    g_autoptr(gsl_permutation) permutation = gsl_permutation_alloc(step->size);
    gsl_vector_view diagonal = gsl_matrix_diagonal(information);
    double longest = 0;

    gsl_vector_add_constant(&diagonal.vector, RIDGE);
    gsl_linalg_mcholesky_decomp(information, permutation, NULL);
    gsl_linalg_mcholesky_solve(information, permutation, gradient, step);
    for (size_t i = 0; i < step->size; i++)
        longest = fmax(longest, fabs(gsl_vector_get(step, i)));
    if (longest > MAX_STEP_NATS)
        gsl_vector_scale(step, MAX_STEP_NATS / longest);
}

static void move(const int *column, const gsl_vector *step, double length, gsl_vector *x)
{
    for (size_t i = 0; i < x->size; i++)
        if (column[i] != RATINGS_NONE)
            *gsl_vector_ptr(x, i) += length * gsl_vector_get(step, (size_t)column[i]);
}

/* Goes as far along the step as gives a good part of the gain that it promises; @from and @x are
 * equal at first. */
static double climb(const RatingsData *data, const int *column, const gsl_vector *step,
                    double promised, double from_value, gsl_vector *from, gsl_vector *x)
{
    const double rounding = 1e-14 * fabs(from_value);
    double length = 1, value = from_value;

    for (int i = 0; i < MAX_HALVINGS; i++) {
        gsl_vector_memcpy(x, from);
        move(column, step, length, x);
        value = ratings_log_likelihood(data, x);
        if (value >= from_value + 1e-4 * length * promised - rounding)
            break;
        length /= 2;
    }
    gsl_vector_memcpy(from, x);
    return value;
}

double ratings_fit(const RatingsData *data, const RatingsTie *ties, size_t tie_count,
                   gsl_vector *parameters)
{
    int free_count;
    g_autofree int *column = number_columns(data, ties, tie_count, &free_count);
    g_autoptr(gsl_vector) gradient = gsl_vector_alloc((size_t)free_count);
    g_autoptr(gsl_vector) step = gsl_vector_alloc((size_t)free_count);
    g_autoptr(gsl_vector) from = gsl_vector_alloc(parameters->size);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc((size_t)free_count, (size_t)free_count);
    double value, promised = 1;

    impose(ties, tie_count, parameters);
    gsl_vector_memcpy(from, parameters);
    value = ratings_log_likelihood(data, parameters);
    for (int i = 0; i < MAX_STEPS && promised > ENOUGH; i++) {
        differentiate(data, parameters, column, gradient, information);
        ratings_find_step(information, gradient, step);
        gsl_blas_ddot(gradient, step, &promised);
        value = climb(data, column, step, promised, value, from, parameters);
    }
    return value;
}

void ratings_information(const RatingsData *data, const gsl_vector *parameters,
                         gsl_vector *out_gradient, gsl_matrix *out_information)
{
    const int count = ratings_parameters(data);
    g_autofree int *column = g_new(int, count);

    for (int i = 0; i < count; i++)
        column[i] = i;
    differentiate(data, parameters, column, out_gradient, out_information);
}
