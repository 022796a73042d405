#include "experiments/report/standings.h"

#include <stdlib.h>

static int64_t count_of(StatisticsScore score)
{
    return score.wins + score.losses + score.draws;
}

Scores standings_scores(const PairingTotals *totals)
{
    const Scores pairs = scores_of_pairs(&totals->pairs);

    if (scores_units(&pairs) > 0)
        return pairs;
    return scores_of_games((StatisticsScore){totals->wins, totals->losses, totals->draws});
}

double standings_share(StatisticsScore score)
{
    return ((double)score.wins + (double)score.draws / 2) / (double)count_of(score);
}

/* Each pairing as games with either colour. */
static Ratings *rate(const Pool *pool)
{
    g_autofree RatingsGames *games = g_new(RatingsGames, 2 * (gsize)pool->pairings->len);

    for (int i = 0; i < (int)pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(pool, i);
        const StatisticsScore black = statistics_reverse(pairing->totals.as[TOTALS_BLACK]);
        games[2 * i] =
            (RatingsGames){pairing->player, pairing->opponent, pairing->totals.as[TOTALS_WHITE]};
        games[2 * i + 1] = (RatingsGames){pairing->opponent, pairing->player, black};
    }
    return ratings_new((int)pool->players->len, games, 2 * (size_t)pool->pairings->len);
}

/* The score of each player in all games. Owner: the caller. */
static StatisticsScore *add_scores(const Pool *pool)
{
    StatisticsScore *scores = g_new0(StatisticsScore, pool->players->len);

    for (int i = 0; i < (int)pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(pool, i);
        StatisticsScore *player = &scores[pairing->player], *opponent = &scores[pairing->opponent];
        player->wins += pairing->totals.wins;
        player->losses += pairing->totals.losses;
        player->draws += pairing->totals.draws;
        opponent->wins += pairing->totals.losses;
        opponent->losses += pairing->totals.wins;
        opponent->draws += pairing->totals.draws;
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
        most_games = MAX(most_games, count_of(scores[i]));
    for (int i = 0; i < (int)pool->players->len && most < (int)pool->players->len - 1; i++) {
        const int count =
            count_of(scores[i]) == most_games ? count_intervals(pool, ratings, i) : -1;
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
    for (int i = 0; i < count; i++) {
        const Scores units = standings_scores(&pool_pairing(standings->pool, i)->totals);
        standings->pairings[i] = elo_pairing(&units);
    }
}

/* Where a kind of rating stands: what nothing limits from above is over all others. */
static int get_rank(EstimateKind kind)
{
    switch (kind) {
    case ESTIMATE_AT_LEAST:
        return 0;
    case ESTIMATE_GIVEN:
    case ESTIMATE_INTERVAL:
    case ESTIMATE_ALIKE:
        return 1;
    case ESTIMATE_AT_MOST:
        return 2;
    case ESTIMATE_UNKNOWN:
        break;
    }
    return 3;
}

/* Numbers that a kind does not have are 0. */
static double get_height(Estimate rating)
{
    return get_rank(rating.kind) == 1 ? rating.value : rating.low + rating.high;
}

static int compare(gconstpointer a, gconstpointer b)
{
    const StandingsPlayer *first = a, *second = b;
    const int rank = get_rank(first->rating.kind) - get_rank(second->rating.kind);
    const double height = get_height(second->rating) - get_height(first->rating);

    if (rank != 0)
        return rank;
    if (height != 0)
        return height > 0 ? 1 : -1;
    return first->player - second->player;
}

static void rate_players(Standings *standings, const Ratings *ratings,
                         const StatisticsScore *scores, const StandingsOptions *options)
{
    const int players = (int)standings->pool->players->len;
    g_autofree Estimate *resampled = g_new0(Estimate, (gsize)players);
    Random random = random_for_job(options->seed, 1);

    if (options->resamples > 0)
        ratings_resample(ratings, standings->anchor, standings->anchor_rating, options->resamples,
                         &random, resampled);
    standings->players = g_new(StandingsPlayer, (gsize)players);
    for (int i = 0; i < players; i++)
        standings->players[i] = (StandingsPlayer){
            .player = i,
            .rating = options->resamples > 0
                          ? resampled[i]
                          : ratings_rating(ratings, i, standings->anchor, standings->anchor_rating),
            .score = scores[i],
        };
    qsort(standings->players, (size_t)players, sizeof *standings->players, compare);
}

Standings *standings_new(const Pool *pool, const StandingsOptions *options)
{
    g_autoptr(Ratings) ratings = rate(pool);
    g_autofree StatisticsScore *scores = add_scores(pool);
    Standings *standings = g_new0(Standings, 1);

    standings->pool = pool;
    standings->anchor =
        options->anchor != POOL_NOBODY ? options->anchor : choose_anchor(pool, ratings, scores);
    standings->anchor_rating = options->anchor_rating;
    standings->resamples = options->resamples;
    judge_pairings(standings);
    rate_players(standings, ratings, scores, options);
    standings->white_advantage = ratings_white_advantage(ratings);
    standings->draw_share = ratings_draw_share(ratings);
    return standings;
}

void standings_free(Standings *standings)
{
    g_free(standings->pairings);
    g_free(standings->players);
    g_free(standings);
}
