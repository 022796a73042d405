/* Standings from pooled results: how much better one player is than another, pairing by pairing and
 * by ratings of all of them together. */
#pragma once

#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings.h"
#include "experiments/report/comparison.h"
#include "experiments/report/pool.h"

#define STANDINGS_MIN_RESAMPLES 100
#define STANDINGS_MAX_RESAMPLES 1000000

/* How to rate. */
typedef struct {
    int anchor; /* the player whose rating is given; POOL_NOBODY: one of those with most games, by
                   which most others can be rated */
    double anchor_rating;
    int resamples; /* 0: intervals from the curvature of the likelihood */
    uint64_t seed; /* of the resamples */
} StandingsOptions;

typedef struct {
    int player; /* in the pool */
    Estimate rating;
    StatisticsScore score; /* of all games */
} StandingsPlayer;

typedef struct Standings {
    const Pool *pool;
    EloPairing *pairings;     /* how much better the first player of each pairing of the pool is */
    EloPairing *corrected;    /* the same by sprt_pairing() for those that a sequential test ended;
                                 unknown for the others */
    StandingsPlayer *players; /* the best first; players without a rating last */
    int anchor;               /* in the pool */
    double anchor_rating;
    int resamples;
    bool is_enough; /* false: too few decisive games for ratings, and no number of them is here */
    Estimate white_advantage, draw_share;
    RatingsGoodness goodness;
    GArray *residuals;  /* of RatingsResidual, the worst first */
    int contradictions; /* pairings whose players scored the other way round than they are rated */
    char *cycle;        /* "A > B > C > A": a shortest cycle of players, each of which is
                           significantly stronger than the next (5 % level, Holm's correction);
                           NULL: there is none */
} Standings;

/* Strength of the players of a pairing by @totals, as if the number of games had been fixed;
 * unknown if games may repeat and only one pair counts. */
EloPairing standings_evaluate(const PairingTotals *totals);

/* The same for a pairing of @spec: race_pairing() if it is a race. */
EloPairing standings_evaluate_in(const Spec *spec, const PairingTotals *totals);

/* The same corrected for the stopping rule of the test @sprt, unknown if that is NULL. */
EloPairing standings_correct(const PairingTotals *totals, const Sprt *sprt);

/* The points of a player as a share of all points, from 0 to 1; only if there are games. */
double standings_share(StatisticsScore score);

/* The standings of @pool, which is borrowed. If there are only two players, which met equally often
 * with both colours, the rating and its interval are those of their pairing, unless resamples are
 * asked for. Owner: the caller. */
Standings *standings_new(const Pool *pool, const StandingsOptions *options);
void standings_free(Standings *standings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Standings, standings_free)
