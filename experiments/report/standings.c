#include "experiments/report/standings.h"

#include "experiments/numbers/race.h"

#include "experiments/numbers/cycle.h"

#include <math.h>
#include <stdlib.h>

EloPairing standings_evaluate(const PairingTotals *totals)
{
    const Scores scores = pairing_totals_scores(totals), pairs = pairing_totals_pairs(totals);

    if (totals->may_repeat && scores_units(&pairs) < 2)
        return (EloPairing){.superiority = 0.5};
    return elo_pairing(&scores);
}

EloPairing standings_evaluate_in(const Spec *spec, const PairingTotals *totals)
{
    const EloPairing fixed = standings_evaluate(totals);

    return spec->format == SPEC_RACE ? race_pairing(fixed) : fixed;
}

EloPairing standings_correct(const PairingTotals *totals, const Sprt *sprt)
{
    const Scores pairs = pairing_totals_pairs(totals); /* the test counts nothing else */

    return sprt != NULL ? sprt_pairing(sprt, &pairs) : (EloPairing){.superiority = 0.5};
}

double standings_share(StatisticsScore score)
{
    return ((double)score.wins + (double)score.draws / 2) / (double)statistics_count(score);
}

/* Each pairing as games with either colour. Owner: the caller; a GArray of RatingsGames. */
static GArray *list_games(const Pool *pool)
{
    GArray *games = g_array_new(FALSE, FALSE, sizeof(RatingsGames));

    for (int i = 0; i < (int)pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(pool, i);
        pairing_totals_rated(&pairing->totals, pairing->player, pairing->opponent, games);
    }
    return games;
}

/* The score of each player in all games. Owner: the caller. */
static StatisticsScore *add_scores(const Pool *pool)
{
    StatisticsScore *scores = g_new0(StatisticsScore, pool->players->len);

    for (int i = 0; i < (int)pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(pool, i);
        const StatisticsScore score = pairing->totals.score;
        scores[pairing->player] = statistics_add(scores[pairing->player], score);
        scores[pairing->opponent] =
            statistics_add(scores[pairing->opponent], statistics_reverse(score));
    }
    return scores;
}

/* How many players have an interval if @anchor is the anchor. */
static int count_intervals(const Pool *pool, const Ratings *ratings, int anchor)
{
    int count = 0;

    for (int i = 0; i < (int)pool->players->len; i++)
        count += ratings_difference(ratings, i, anchor).kind == ESTIMATE_INTERVAL;
    return count;
}

static int choose_anchor(const Pool *pool, const Ratings *ratings, const StatisticsScore *scores)
{
    int64_t most_games = 0;
    int anchor = 0, most = -1;

    for (guint i = 0; i < pool->players->len; i++)
        most_games = MAX(most_games, statistics_count(scores[i]));
    for (int i = 0; i < (int)pool->players->len && most < (int)pool->players->len - 1; i++) {
        const int count =
            statistics_count(scores[i]) == most_games ? count_intervals(pool, ratings, i) : -1;
        if (count > most) {
            anchor = i;
            most = count;
        }
    }
    return anchor;
}

static void judge_pairings(Standings *standings)
{
    const int count = (int)standings->pool->pairings->len;

    standings->pairings = g_new(EloPairing, (gsize)count);
    standings->corrected = g_new(EloPairing, (gsize)count);
    for (int i = 0; i < count; i++) {
        const PoolPairing *of = pool_pairing(standings->pool, i);
        standings->pairings[i] = standings_evaluate(&of->totals);
        if (standings->pool->is_race)
            standings->pairings[i] = race_pairing(standings->pairings[i]);
        standings->corrected[i] = standings_correct(&of->totals, of->sprt);
    }
}

/* The rank of a kind of rating: ratings without a limit from above stand over all others. */
static const int RANKS[ESTIMATE_KIND_COUNT] = {
    [ESTIMATE_AT_LEAST] = 0, [ESTIMATE_GIVEN] = 1,   [ESTIMATE_INTERVAL] = 1,
    [ESTIMATE_ALIKE] = 1,    [ESTIMATE_AT_MOST] = 2, [ESTIMATE_UNKNOWN] = 3,
};

/* Numbers that a kind does not have are 0. */
static double get_height(Estimate rating)
{
    return ESTIMATE_KINDS[rating.kind].has_value ? rating.value : rating.low + rating.high;
}

static double get_share(const StandingsPlayer *player)
{
    return statistics_count(player->score) > 0 ? standings_share(player->score) : 0;
}

static int compare_players(gconstpointer a, gconstpointer b)
{
    const StandingsPlayer *first = a, *second = b;
    const int rank = RANKS[first->rating.kind] - RANKS[second->rating.kind];
    double height = get_height(second->rating) - get_height(first->rating);

    if (rank != 0)
        return rank;
    if (height == 0)
        height = get_share(second) - get_share(first);
    if (height != 0)
        return height > 0 ? 1 : -1;
    return first->player - second->player;
}

/* Whether the pool has only one pairing, in which colours alternate or are always the same: there
 * is no advantage of White to be told from strength. */
static bool is_one_match(const Pool *pool)
{
    const PairingTotals *totals;
    int64_t white, black;

    if (pool->players->len != 2 || pool->pairings->len != 1)
        return false;
    totals = &pool_pairing(pool, 0)->totals;
    white = statistics_count(totals->as[TOTALS_WHITE]);
    black = statistics_count(totals->as[TOTALS_BLACK]);
    return llabs(white - black) <= 1 || white == 0 || black == 0;
}

/* The ratings of a match: the difference of its pairing. */
static void rate_match(Standings *standings)
{
    for (int i = 0; i < 2; i++) {
        StandingsPlayer *player = &standings->players[i];
        const int sign = player->player == pool_pairing(standings->pool, 0)->player ? 1 : -1;
        if (player->player != standings->anchor)
            player->rating =
                estimate_transform(standings->pairings[0].elo, sign, standings->anchor_rating);
    }
}

static void rate_players(Standings *standings, const Ratings *ratings,
                         const StatisticsScore *scores, const StandingsOptions *options)
{
    const int players = (int)standings->pool->players->len;
    g_autofree Estimate *resampled = g_new0(Estimate, (gsize)players);
    Random random = random_for_job(options->seed, 1);

    if (options->resamples > 0 && standings->is_enough)
        ratings_resample(ratings, standings->anchor, standings->anchor_rating, options->resamples,
                         &random, resampled);
    standings->players = g_new(StandingsPlayer, (gsize)players);
    for (int i = 0; i < players; i++) {
        StandingsPlayer *player = &standings->players[i];
        *player = (StandingsPlayer){.player = i, .score = scores[i]};
        if (i == standings->anchor || (standings->is_enough && options->resamples == 0))
            player->rating =
                ratings_rating(ratings, i, standings->anchor, standings->anchor_rating);
        else if (standings->is_enough)
            player->rating = resampled[i];
        if (standings->pool->is_race)
            player->rating = race_interval(player->rating, players - 1);
    }
    if (options->resamples == 0 && is_one_match(standings->pool))
        rate_match(standings);
    qsort(standings->players, (size_t)players, sizeof *standings->players, compare_players);
}

static int compare_residuals(gconstpointer a, gconstpointer b)
{
    const RatingsResidual *first = a, *second = b;
    const double more = fabs(second->z) - fabs(first->z);

    if (more != 0)
        return more > 0 ? 1 : -1;
    if (first->player != second->player)
        return first->player - second->player;
    return first->other - second->other;
}

static int count_contradictions(const GArray *residuals)
{
    int count = 0;

    for (guint i = 0; i < residuals->len; i++) {
        const RatingsResidual *of = &g_array_index(residuals, RatingsResidual, i);
        count += (of->score - 0.5) * of->elo < 0;
    }
    return count;
}

/* Fills in what the model tells beyond the ratings, if there are enough games. */
static void explain_fit(Standings *standings, const Ratings *ratings)
{
    if (!standings->is_enough) {
        standings->goodness = (RatingsGoodness){.dispersion = 1, .p = 1};
        standings->residuals = g_array_new(FALSE, FALSE, sizeof(RatingsResidual));
        return;
    }
    standings->white_advantage = ratings_white_advantage(ratings);
    standings->draw_share = ratings_draw_share(ratings);
    if (standings->pool->is_race) {
        const int players = (int)standings->pool->players->len;
        standings->white_advantage = race_interval(standings->white_advantage, players);
        standings->draw_share = race_share(standings->draw_share, players + 1);
    }
    standings->goodness = ratings_goodness(ratings);
    standings->residuals = ratings_residuals(ratings);
    standings->contradictions = count_contradictions(standings->residuals);
    g_array_sort(standings->residuals, compare_residuals);
}

#define LEVEL 0.05

/* Owner: the caller; NULL if @count is 0. */
static char *describe_cycle(const Standings *standings, const int *cycle, int count)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; count > 0 && i <= count; i++)
        g_string_append_printf(text, "%s%s", i > 0 ? " > " : "",
                               pool_player(standings->pool, cycle[i % count])->name);
    return g_string_free(text, count == 0);
}

static void find_cycle(Standings *standings)
{
    const int players = (int)standings->pool->players->len;
    const int count = (int)standings->pool->pairings->len;
    g_autofree double *p = g_new(double, (gsize)count);
    g_autofree bool *beats = g_new0(bool, (gsize)players *(gsize)players);
    g_autofree int *cycle = g_new(int, (gsize)players);

    for (int i = 0; i < count; i++) {
        const EloPairing *judged = pool_pairing(standings->pool, i)->sprt != NULL
                                       ? standings->corrected
                                       : standings->pairings;
        const double superiority = judged[i].superiority;
        p[i] = fmin(1, 2 * fmin(superiority, 1 - superiority));
    }
    statistics_holm(p, (size_t)count);
    for (int i = 0; i < count; i++) {
        const PoolPairing *pairing = pool_pairing(standings->pool, i);
        const bool first = standings->pairings[i].superiority > 0.5;
        const int better = first ? pairing->player : pairing->opponent;
        const int worse = first ? pairing->opponent : pairing->player;
        if (p[i] < LEVEL)
            beats[better * players + worse] = true;
    }
    standings->cycle = describe_cycle(standings, cycle, cycle_find(players, beats, cycle));
}

Standings *standings_new(const Pool *pool, const StandingsOptions *options)
{
    g_autoptr(GArray) games = list_games(pool);
    const RatingsGames *first = (const RatingsGames *)(void *)games->data;
    g_autoptr(Ratings) ratings = ratings_new((int)pool->players->len, first, games->len);
    g_autofree StatisticsScore *scores = add_scores(pool);
    Standings *standings = g_new0(Standings, 1);

    standings->pool = pool;
    standings->anchor =
        options->anchor != POOL_NOBODY ? options->anchor : choose_anchor(pool, ratings, scores);
    standings->anchor_rating = options->anchor_rating;
    standings->resamples = options->resamples;
    standings->is_enough = ratings_are_enough(first, games->len, 0);
    judge_pairings(standings);
    rate_players(standings, ratings, scores, options);
    explain_fit(standings, ratings);
    find_cycle(standings);
    return standings;
}

void standings_free(Standings *standings)
{
    g_free(standings->pairings);
    g_free(standings->corrected);
    g_free(standings->players);
    g_array_unref(standings->residuals);
    g_free(standings->cycle);
    g_free(standings);
}
