/* How well a model of ratings explains results. */
#include "experiments/numbers/ratings_fit.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* Pearson's statistic of the games of an entry, whose probabilities are known, and its moments. */
typedef struct {
    double statistic, variance;
    int64_t freedom;
} Pearson;

static Pearson pearson_of(const StatisticsScore *score, RatingsChances chances)
{
    const double seen[] = {(double)score->wins, (double)score->losses, (double)score->draws};
    const double chance[] = {chances.win, chances.loss, chances.draw};
    const double games = (double)statistics_count(*score);
    double statistic = 0, inverse = 0, kinds = 0;

    for (size_t i = 0; games > 0 && i < G_N_ELEMENTS(seen); i++) {
        const double expected = games * chance[i];
        if (expected < RATINGS_NOTHING)
            continue; /* the model rules the result out, and it has not occurred */
        statistic += (seen[i] - expected) * (seen[i] - expected) / expected;
        inverse += 1 / chance[i];
        kinds++;
    }
    if (kinds < 2)
        return (Pearson){0};
    return (Pearson){
        statistic,
        2 * (kinds - 1) + (inverse - kinds * kinds - 2 * kinds + 2) / games,
        (int64_t)kinds - 1,
    };
}

static int compare_players(gconstpointer a, gconstpointer b)
{
    const RatingsGames *first = a, *second = b;

    return first->white != second->white ? first->white - second->white
                                         : first->black - second->black;
}

/* All games of two players with the same colours as one entry: their list may be in parts. Owner:
 * the caller; a GArray of RatingsGames. */
static GArray *merge_parts(const RatingsData *data)
{
    GArray *merged = g_array_new(FALSE, FALSE, sizeof(RatingsGames));
    g_autofree RatingsGames *sorted = g_memdup2(data->games, data->count * sizeof *data->games);

    if (data->count > 0)
        qsort(sorted, data->count, sizeof *sorted, compare_players);
    for (size_t i = 0; i < data->count; i++) {
        RatingsGames *last =
            merged->len > 0 ? &g_array_index(merged, RatingsGames, merged->len - 1) : NULL;
        if (last != NULL && compare_players(last, &sorted[i]) == 0)
            last->score = statistics_add(last->score, sorted[i].score);
        else
            g_array_append_val(merged, sorted[i]);
    }
    return merged;
}

RatingsGoodness ratings_judge(const RatingsData *data, const gsl_vector *parameters, int64_t told)
{
    g_autoptr(GArray) merged = merge_parts(data);
    RatingsGoodness goodness = {.dispersion = 1, .p = 1};
    Pearson sum = {0};
    double effective;

    for (guint i = 0; i < merged->len; i++) {
        const RatingsGames *games = &g_array_index(merged, RatingsGames, i);
        const Pearson of = pearson_of(&games->score, ratings_chances(data, games, parameters));
        sum.statistic += of.statistic;
        sum.variance += of.variance;
        sum.freedom += of.freedom;
    }
    goodness.statistic = sum.statistic;
    goodness.freedom = MAX(sum.freedom - told, 0);
    if (goodness.freedom == 0)
        return goodness;
    /* The fit takes from the variance the share that it takes from the mean. The statistic times
     * effective / freedom has the mean and the variance of chi-square. */
    effective = 2.0 * (double)goodness.freedom * (double)sum.freedom / sum.variance;
    effective = fmin(effective, (double)goodness.freedom);
    goodness.dispersion = fmax(goodness.statistic / (double)goodness.freedom, 1);
    goodness.p =
        gsl_cdf_chisq_Q(goodness.statistic * effective / (double)goodness.freedom, effective);
    return goodness;
}

RatingsGoodness ratings_goodness(const Ratings *ratings)
{
    return ratings->goodness;
}

static int compare_pairings(gconstpointer a, gconstpointer b)
{
    const RatingsGames *first = a, *second = b;
    const int by_lower = MIN(first->white, first->black) - MIN(second->white, second->black);

    return by_lower != 0 ? by_lower
                         : MAX(first->white, first->black) - MAX(second->white, second->black);
}

#define SCATTER_LEVEL 0.2

void ratings_judge_pairings(const RatingsData *data, const gsl_vector *parameters,
                            int64_t strengths, RatingsGoodness *goodness)
{
    g_autofree RatingsGames *games = g_memdup2(data->games, data->count * sizeof *data->games);
    double statistic = 0, points = 0, variance = 0;
    int64_t freedom = -strengths;

    if (data->count > 0)
        qsort(games, data->count, sizeof *games, compare_pairings);
    for (size_t i = 0; i < data->count; i++) {
        const RatingsChances chance = ratings_chances(data, &games[i], parameters);
        const StatisticsScore *score = &games[i].score;
        const double count = (double)ratings_count_games(&games[i]);
        const double share = chance.win + chance.draw / 2;
        const double more =
            (double)score->wins + (double)score->draws / 2 - count * share; /* of White */
        points += games[i].white < games[i].black ? more : -more;
        variance += count * (chance.win + chance.draw / 4 - share * share);
        if (i + 1 < data->count && compare_pairings(&games[i], &games[i + 1]) == 0)
            continue;
        statistic += variance > 0 ? points * points / variance : 0;
        freedom += variance > 0;
        points = variance = 0;
    }
    if (freedom > 0 && statistic / (double)freedom > goodness->dispersion &&
        gsl_cdf_chisq_Q(statistic, (double)freedom) < SCATTER_LEVEL) {
        goodness->dispersion = statistic / (double)freedom;
        goodness->pairings = freedom;
    }
}

/* The degrees of freedom of Student's distribution. */
static double get_freedom(const RatingsGoodness *goodness)
{
    if (goodness->pairings > 0)
        return (double)goodness->pairings;
    return goodness->dispersion > 1 ? (double)goodness->freedom : 1e9; /* as good as normal */
}

double ratings_margin(const RatingsGoodness *goodness, double variance)
{
    return gsl_cdf_tdist_Qinv(0.025, get_freedom(goodness)) *
           sqrt(goodness->dispersion * fmax(variance, 0));
}

double ratings_p(const RatingsGoodness *goodness, double value, double variance)
{
    const double error = sqrt(goodness->dispersion * fmax(variance, 0));

    return error > 0 ? 2 * gsl_cdf_tdist_Q(fabs(value) / error, get_freedom(goodness)) : 1;
}

bool ratings_are_enough(const RatingsGames *games, size_t count, int strengths)
{
    g_autoptr(GHashTable) players = g_hash_table_new(NULL, NULL);
    int64_t decisive = 0;

    for (size_t i = 0; i < count; i++) {
        if (ratings_count_games(&games[i]) == 0)
            continue;
        g_hash_table_add(players, GINT_TO_POINTER(games[i].white));
        g_hash_table_add(players, GINT_TO_POINTER(games[i].black));
        decisive += games[i].score.wins + games[i].score.losses;
    }
    if (strengths == 0)
        strengths = (int)g_hash_table_size(players);
    return decisive >= (int64_t)RATINGS_MIN_DECISIVE * strengths;
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
