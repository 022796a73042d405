#include "experiments/numbers/race.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#define LEVEL 0.05

/* The ratings of all players and of an average one, the last. */
static Ratings *rate(int players, const RatingsGames *games, size_t count)
{
    g_autofree RatingsGames *all = g_new(RatingsGames, count + (size_t)players);

    if (count > 0)
        memcpy(all, games, count * sizeof *games);
    for (int i = 0; i < players; i++)
        all[count + (size_t)i] = (RatingsGames){i, players, {.wins = 1, .losses = 1}};
    return ratings_new(players + 1, all, count + (size_t)players);
}

Estimate race_interval(Estimate estimate, int strengths)
{
    const double point = gsl_cdf_ugaussian_Qinv(LEVEL / 2);
    const double nats = (estimate.high - estimate.low) / 2 / point / ELO_PER_NAT;
    const double ratio = 1 / (nats * nats);
    const double wider =
        sqrt((1 + 1 / ratio) * (strengths * log1p(ratio) - 2 * log(LEVEL))) / point;

    if (estimate.kind == ESTIMATE_INTERVAL && nats > 0) {
        estimate.low = estimate.value - wider * (estimate.value - estimate.low);
        estimate.high = estimate.value + wider * (estimate.high - estimate.value);
    }
    return estimate;
}

Estimate race_share(Estimate share, int strengths)
{
    const EstimateKind kind = share.kind;
    const Estimate elo =
        race_interval((Estimate){kind, elo_from_share(share.value), elo_from_share(share.low),
                                 elo_from_share(share.high)},
                      strengths);

    if (kind != ESTIMATE_INTERVAL || share.low <= 0 || share.high >= 1)
        return share;
    return (Estimate){kind, share.value, elo_to_share(elo.low), elo_to_share(elo.high)};
}

EloPairing race_pairing(EloPairing fixed)
{
    const Estimate elo = race_interval(fixed.elo, 1);
    const double narrower = (fixed.elo.high - fixed.elo.low) / (elo.high - elo.low);

    if (elo.kind != ESTIMATE_INTERVAL)
        return fixed;
    return (EloPairing){
        .share = {ESTIMATE_INTERVAL, fixed.share.value, elo_to_share(elo.low),
                  elo_to_share(elo.high)},
        .elo = elo,
        .superiority = gsl_cdf_ugaussian_P(narrower * gsl_cdf_ugaussian_Pinv(fixed.superiority)),
    };
}

static bool excludes_zero(Estimate lead)
{
    return lead.low > 0 || lead.high < 0;
}

static double need_of(const Ratings *ratings, Estimate lead)
{
    const double scale = ratings_scale(ratings), nats = lead.value / scale;
    const double deviation = (lead.high - lead.value) / gsl_cdf_ugaussian_Qinv(LEVEL / 2) / scale;
    const double doubt = exp(-nats * nats / (2 * deviation * deviation)) / deviation;
    const double game = 1 / (2 + exp(nats) + exp(-nats));

    return excludes_zero(lead) ? 0 : doubt * deviation * deviation * game;
}

/* Those in equal need in the order of the players, so that any sort gives the same. */
static int compare_pairs(gconstpointer a, gconstpointer b)
{
    const RacePair *first = a, *second = b;
    const int here[] = {MIN(first->better, first->worse), MAX(first->better, first->worse)};
    const int there[] = {MIN(second->better, second->worse), MAX(second->better, second->worse)};

    if (first->need != second->need)
        return first->need < second->need ? 1 : -1;
    return here[0] != there[0] ? here[0] - there[0] : here[1] - there[1];
}

GArray *race_pairs(int players, const RatingsGames *games, size_t count)
{
    g_autoptr(Ratings) ratings = rate(players, games, count);
    GArray *pairs = g_array_new(FALSE, FALSE, sizeof(RacePair));

    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++) {
            const Estimate lead = ratings_difference(ratings, i, j);
            const RacePair pair = {lead.value < 0 ? j : i, lead.value < 0 ? i : j,
                                   need_of(ratings, lead),
                                   excludes_zero(race_interval(lead, players - 1))};
            g_array_append_val(pairs, pair);
        }
    g_array_sort(pairs, compare_pairs);
    return pairs;
}
