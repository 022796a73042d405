#include "experiments/numbers/ratings_fit.h"

#include <math.h>

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

/* Adds what a game contributes, where column[] says which row a parameter has; NULL: its own. */
static void add_game(const Derivatives *d, const int parts[PARTS], const int *column,
                     gsl_vector *gradient, gsl_matrix *information)
{
    for (int i = 0; i < PARTS; i++) {
        const int row = column != NULL ? column[parts[i]] : parts[i];
        if (row == RATINGS_NONE)
            continue;
        *gsl_vector_ptr(gradient, (size_t)row) +=
            OF_STRENGTH[i] * d->by_strength + OF_DRAWS[i] * d->by_draws;
        for (int j = 0; j < PARTS; j++) {
            const int other = column != NULL ? column[parts[j]] : parts[j];
            if (other != RATINGS_NONE)
                *gsl_matrix_ptr(information, (size_t)row, (size_t)other) +=
                    OF_STRENGTH[i] * OF_STRENGTH[j] * d->strength_strength +
                    (OF_STRENGTH[i] * OF_DRAWS[j] + OF_DRAWS[i] * OF_STRENGTH[j]) *
                        d->strength_draws +
                    OF_DRAWS[i] * OF_DRAWS[j] * d->draws_draws;
        }
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

/* The likelihood as a function of the free parameters: each of all parameters is one of them, or
 * none, and a constant more. */
typedef struct {
    const RatingsData *data;
    int *column; /* which free one; RATINGS_NONE: none */
    double *by;
    gsl_vector *parameters; /* all of them, by the free ones */
} Free;

static void expand(const Free *of, const gsl_vector *x)
{
    for (size_t i = 0; i < of->parameters->size; i++)
        gsl_vector_set(of->parameters, i,
                       of->column[i] == RATINGS_NONE
                           ? of->by[i]
                           : gsl_vector_get(x, (size_t)of->column[i]) + of->by[i]);
}

static double value_of_free(void *data, const gsl_vector *x)
{
    const Free *of = data;

    expand(of, x);
    return ratings_log_likelihood(of->data, of->parameters);
}

static void differentiate_free(void *data, const gsl_vector *x, gsl_vector *gradient,
                               gsl_matrix *information)
{
    const Free *of = data;

    expand(of, x);
    differentiate(of->data, of->parameters, of->column, gradient, information);
}

double ratings_fit(const RatingsData *data, const RatingsTie *ties, size_t tie_count,
                   gsl_vector *parameters)
{
    g_autofree int *column = g_new0(int, parameters->size);
    g_autofree double *by = g_new0(double, parameters->size);
    g_autoptr(gsl_vector) x = gsl_vector_alloc(parameters->size - tie_count);
    Free of = {data, column, by, parameters};
    const Likelihood likelihood = {&of, value_of_free, differentiate_free};
    int free_count = 0;

    for (size_t i = 0; i < tie_count; i++) {
        column[ties[i].parameter] = RATINGS_NONE;
        by[ties[i].parameter] = ties[i].by;
    }
    for (size_t i = 0; i < parameters->size; i++)
        if (column[i] != RATINGS_NONE) {
            gsl_vector_set(x, (size_t)free_count, gsl_vector_get(parameters, i));
            column[i] = free_count++;
        }
    for (size_t i = 0; i < tie_count; i++)
        if (ties[i].other != RATINGS_NONE)
            column[ties[i].parameter] = column[ties[i].other];
    return likelihood_climb(&likelihood, x);
}

void ratings_information(const RatingsData *data, const gsl_vector *parameters,
                         gsl_vector *out_gradient, gsl_matrix *out_information)
{
    differentiate(data, parameters, NULL, out_gradient, out_information);
}
