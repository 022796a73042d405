/* How well one rating a player explains results. */
#include "experiments/numbers/ratings_fit.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>

/* The part of the deviance that @count games of a result make; a result that the model rules out
 * has not occurred. */
static double deviance_of(int64_t count, int64_t games, double chance)
{
    if (count == 0)
        return 0;
    return 2 * (double)count * log((double)count / ((double)games * chance));
}

RatingsGoodness ratings_goodness(const Ratings *ratings)
{
    const RatingsData *data = &ratings->data;
    RatingsGoodness goodness = {.freedom = -ratings_count_told(ratings->untold), .p = 1};

    for (size_t i = 0; i < data->count; i++) {
        const StatisticsScore *score = &data->games[i].score;
        const RatingsChances chances = ratings_chances(data, &data->games[i], ratings->parameters);
        const int64_t games = ratings_count_games(&data->games[i]);
        const double least = RATINGS_NOTHING / fmax((double)games, 1);
        if (games == 0)
            continue;
        goodness.deviance += deviance_of(score->wins, games, chances.win) +
                             deviance_of(score->losses, games, chances.loss) +
                             deviance_of(score->draws, games, chances.draw);
        goodness.freedom +=
            (chances.win > least) + (chances.loss > least) + (chances.draw > least) - 1;
    }
    goodness.deviance = fmax(goodness.deviance, 0);
    goodness.freedom = MAX(goodness.freedom, 0);
    if (goodness.freedom > 0)
        goodness.p = gsl_cdf_chisq_Q(goodness.deviance, (double)goodness.freedom);
    return goodness;
}

/* The parameters that games of a pairing depend on: its players, White's advantage, draws. */
#define PAIRING_PARTS 4

/* The points of a pairing. */
typedef struct {
    int64_t games;
    double made, expected, variance;
    double with[PAIRING_PARTS]; /* covariances with the statistics to which the parameters are
                                   fitted */
} PairingPoints;

/* Adds games with one colour; @sign is 1 if the points are White's, else -1. */
static void add_points(const Ratings *ratings, const RatingsGames *games, int sign,
                       PairingPoints *sum)
{
    const RatingsChances chance = ratings_chances(&ratings->data, games, ratings->parameters);
    const StatisticsScore *score = &games->score;
    const double count = (double)ratings_count_games(games), share = chance.win + chance.draw / 2;
    const double made = (double)score->wins + (double)score->draws / 2;
    const double with_strength =
        sign * count * (chance.win - share * (chance.win - chance.loss)) / 2;
    const double with_draws = sign * count * chance.draw * (0.5 - share);

    sum->games += ratings_count_games(games);
    sum->made += sign > 0 ? made : count - made;
    sum->expected += count * (sign > 0 ? share : 1 - share);
    sum->variance += count * (chance.win + chance.draw / 4 - share * share);
    sum->with[0] += sign * with_strength;
    sum->with[1] -= sign * with_strength;
    sum->with[2] += with_strength;
    sum->with[3] += with_draws;
}

static RatingsResidual residual_of(const Ratings *ratings, int player, int other,
                                   const PairingPoints *sum)
{
    const double games = (double)sum->games;
    const int parts[PAIRING_PARTS] = {player, other, ratings_white(&ratings->data),
                                      ratings_draws(&ratings->data)};
    const RatingsContrast c = {player, other};
    RatingsResidual residual = {player, other, .games = sum->games};
    double fitted = 0;

    for (int i = 0; i < PAIRING_PARTS; i++)
        for (int j = 0; j < PAIRING_PARTS; j++)
            fitted += sum->with[i] * sum->with[j] *
                      gsl_matrix_get(ratings->variance, (size_t)parts[i], (size_t)parts[j]);
    residual.score = sum->made / games;
    residual.expected = sum->expected / games;
    residual.elo = ratings_is_told(ratings->untold, c) && ratings_has_scale(ratings)
                       ? ratings->scale * ratings_get_contrast(ratings->parameters, c)
                       : 0;
    residual.is_standard = sum->variance - fitted > 1e-6 * fmax(sum->variance, 1e-3);
    if (residual.is_standard)
        residual.z = (sum->made - sum->expected) / sqrt(sum->variance - fitted);
    residual.p = 2 * gsl_cdf_ugaussian_Q(fabs(residual.z));
    return residual;
}

GArray *ratings_residuals(const Ratings *ratings)
{
    const RatingsData *data = &ratings->data;
    const int players = data->players;
    g_autofree PairingPoints *sums = g_new0(PairingPoints, (gsize)players * (gsize)players);
    GArray *residuals = g_array_new(FALSE, FALSE, sizeof(RatingsResidual));

    for (size_t i = 0; i < data->count; i++) {
        const RatingsGames *games = &data->games[i];
        const bool in_order = games->white < games->black;
        PairingPoints *sum = &sums[in_order ? games->white * players + games->black
                                            : games->black * players + games->white];
        if (ratings_count_games(games) > 0)
            add_points(ratings, games, in_order ? 1 : -1, sum);
    }
    for (int i = 0; i < players * players; i++)
        if (sums[i].games > 0) {
            const RatingsResidual residual =
                residual_of(ratings, i / players, i % players, &sums[i]);
            g_array_append_val(residuals, residual);
        }
    statistics_holm_of(residuals, offsetof(RatingsResidual, p), offsetof(RatingsResidual, p));
    return residuals;
}
