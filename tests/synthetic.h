/* Games of players whose strengths are known, to see whether the estimates from them are true. The
 * model is that of experiments/numbers/ratings.h; an opening helps White or Black, differently in
 * each pair, so that the two games of a pair are not independent. */
#pragma once

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "experiments/numbers/scores.h"
#include "experiments/tools/gsl_tools.h"

#define SYNTHETIC_OPENINGS 3

/* Units: nats. */
typedef struct {
    double strength; /* of the first player above the second */
    double white;    /* White's advantage */
    double opening;  /* White's further advantage is minus this, 0 or this, equally often */
    double draws;    /* logarithm of the constant of draws */
} Synthetic;

/* How many trials a test makes, and how far from 95 % the result may then be. */
static inline int synthetic_trials(void)
{
    const char *trials = g_getenv("AGENTCHESS_TRIALS");

    return trials != NULL ? atoi(trials) : 400;
}

static inline void assert_near_95_per_cent(const char *of, int held, int trials, double within)
{
    const double share = (double)held / trials;

    g_test_message("%s: %.2f %% of %d", of, 100 * share, trials);
    g_assert_cmpfloat_with_epsilon(share, 0.95, within);
}

static inline void assert_about_95_per_cent(const char *of, int held, int trials)
{
    assert_near_95_per_cent(of, held, trials, trials < 10000 ? 0.02 : 0.01);
}

static inline double synthetic_uniform(Random *random)
{
    const gsl_rng rng = random_gsl(random);

    return gsl_rng_uniform(&rng);
}

/* The half points, in one game, of the player that is @strength stronger. */
static inline int synthetic_game(double strength, double draws, Random *random)
{
    const double win = exp(strength / 2), loss = exp(-strength / 2), draw = exp(draws);
    const double at = synthetic_uniform(random) * (win + loss + draw);

    if (at < win)
        return 2;
    return at < win + loss ? 0 : 1;
}

/* The logarithm of the constant of draws by which two equal players draw @draws per cent. */
static inline double synthetic_draws_constant(int draws)
{
    return log(2.0 * draws / (100 - draws));
}

static inline double synthetic_expected(double strength, double draws)
{
    const double win = exp(strength / 2), loss = exp(-strength / 2), draw = exp(draws);

    return (win + draw / 2) / (win + loss + draw);
}

static inline double synthetic_opening(const Synthetic *s, int opening)
{
    return s->white + (opening - 1) * s->opening;
}

/* The share of the points that the first player is expected to make. */
static inline double synthetic_share(const Synthetic *s)
{
    double sum = 0;

    for (int i = 0; i < SYNTHETIC_OPENINGS; i++) {
        const double white = synthetic_opening(s, i);
        sum += synthetic_expected(s->strength + white, s->draws) +
               synthetic_expected(s->strength - white, s->draws);
    }
    return sum / (2 * SYNTHETIC_OPENINGS);
}

/* Plays @pairs pairs more, counted as such and, without regard to pairs, as games. */
static inline void synthetic_play(const Synthetic *s, int pairs, Random *random, Scores *by_pairs,
                                  Scores *by_games)
{
    for (int i = 0; i < pairs; i++) {
        const double white = synthetic_opening(s, (int)random_below(random, SYNTHETIC_OPENINGS));
        const int first = synthetic_game(s->strength + white, s->draws, random);
        const int second = synthetic_game(s->strength - white, s->draws, random);
        by_pairs->count[first + second]++;
        by_games->count[first]++;
        by_games->count[second]++;
    }
}
