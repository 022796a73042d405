/* How often the intervals that are printed hold the truth, at 40 games: the table of
 * experiments/numbers/README.md. Those that need a world of their own are in test_effects.c,
 * test_plackett_luce.c and test_conclusions.c. */
#include <gsl/gsl_randist.h>

#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings.h"

#include "tests/synthetic.h"
#include "tests/test.h"

#define GAMES 40
#define PLAYERS 4

static bool holds(Estimate estimate, double truth)
{
    return estimate.low <= truth && truth <= estimate.high;
}

/* Openings with an advantage, some draws, a lead of 60 points. */
static const Synthetic PAIRING = {0.6, 0.3, 0.8, 0.5};

static double normalized_truth(void)
{
    Random random = random_for_job(77, 1);
    Scores pairs = {.values = 5}, games = {.values = 3};

    synthetic_play(&PAIRING, 1000000, &random, &pairs, &games);
    return elo_normalized(&pairs).value;
}

TEST(of_a_pairing)
{
    const int trials = synthetic_trials();
    const double share = synthetic_share(&PAIRING), elo = elo_from_share(share);
    const double normalized = normalized_truth();
    int scores = 0, elos = 0, normal = 0, differences = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(5, (uint64_t)trial);
        Scores first = {.values = 5}, second = {.values = 5}, games = {.values = 3};
        EloPairing here, there;
        synthetic_play(&PAIRING, GAMES / 2, &random, &first, &games);
        synthetic_play(&PAIRING, GAMES / 2, &random, &second, &games);
        here = elo_pairing(&first);
        there = elo_pairing(&second);
        scores += holds(here.share, share);
        elos += holds(here.elo, elo);
        normal += holds(elo_normalized(&first), normalized);
        differences += holds(estimate_difference(here.elo, there.elo), 0);
    }
    assert_about_95_per_cent("score", scores, trials);
    assert_about_95_per_cent("Elo", elos, trials);
    assert_about_95_per_cent("normalized Elo", normal, trials);
    assert_about_95_per_cent("difference of two runs", differences, trials);
}

/* Players 0.4 nats apart, all pairings with GAMES games: two players, and four. */
static Ratings *play_round_robin(int players, double white, double draws, Random *random)
{
    RatingsGames games[PLAYERS * PLAYERS];
    size_t count = 0;

    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++) {
            RatingsGames *of = &games[count];
            if (i == j)
                continue;
            *of = (RatingsGames){i, j, {0}};
            for (int game = 0; game < GAMES / 2; game++) {
                const int points = synthetic_game(0.4 * (j - i) + white, draws, random);
                of->score.wins += points == 2;
                of->score.draws += points == 1;
                of->score.losses += points == 0;
            }
            count++;
        }
    return ratings_new(players, games, count);
}

/* The scale of points is that of ratings.h, for the scores that are expected. */
static void check_ratings(int players)
{
    const double white = 0.3, draws = 0.5;
    const int trials = synthetic_trials();
    int ratings_held = 0, white_held = 0, draws_held = 0;
    double scale = 0, weight = 0;

    for (int i = 1; i < players; i++) {
        const Synthetic pairing = {0.4 * i, white, 0, draws};
        scale += (players - i) * 0.4 * i * elo_from_share(synthetic_share(&pairing));
        weight += (players - i) * 0.4 * i * 0.4 * i;
    }
    scale /= weight;
    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(6, (uint64_t)trial);
        g_autoptr(Ratings) ratings = play_round_robin(players, white, draws, &random);
        for (int i = 1; i < players; i++)
            ratings_held += holds(ratings_difference(ratings, 0, i), 0.4 * i * scale);
        white_held += holds(ratings_white_advantage(ratings), white * scale);
        draws_held += holds(ratings_draw_share(ratings), exp(draws) / (2 + exp(draws)));
    }
    g_test_message("%d players", players);
    /* The dispersion is never below 1: intervals contain the truth a little more often. */
    assert_near_95_per_cent("ratings", ratings_held, trials * (players - 1), 0.025);
    assert_near_95_per_cent("White's advantage", white_held, trials, 0.025);
    assert_near_95_per_cent("draws of equal players", draws_held, trials, 0.03);
}

TEST(of_ratings)
{
    check_ratings(2);
    check_ratings(PLAYERS);
}

/* A number of a game. */
typedef int64_t (*Draw)(const gsl_rng *rng);

static int64_t draw_events(const gsl_rng *rng)
{
    return gsl_ran_poisson(rng, 2);
}

static int64_t draw_length(const gsl_rng *rng)
{
    return (int64_t)gsl_ran_gamma(rng, 4, 25);
}

/* Material: in one game of five a queen is lost for nothing, more often by the one. */
static int64_t draw_material(const gsl_rng *rng)
{
    const double at = gsl_rng_uniform(rng);

    return (int64_t)gsl_ran_gaussian(rng, 200) + (at < 0.15 ? 900 : at < 0.2 ? -900 : 0);
}

static void check_mean(const char *of, Draw draw, double truth, int games, double within)
{
    const int trials = synthetic_trials();
    int held = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(8, (uint64_t)trial);
        const gsl_rng rng = random_gsl(&random);
        StatisticsSums sums = {.count = games};
        Estimate mean;
        for (int i = 0; i < games; i++) {
            const int64_t value = draw(&rng);
            sums.sum += value;
            sums.squares += value * value;
        }
        mean = statistics_estimate(sums).mean;
        held += mean.low <= truth && truth <= mean.high;
    }
    assert_near_95_per_cent(of, held, trials, within);
}

TEST(of_means)
{
    check_mean("mean of events", draw_events, 2, GAMES, 0.02);
    check_mean("mean length", draw_length, 99.5, GAMES, 0.02);
    check_mean("mean curve", draw_material, 90, GAMES, 0.02);
    check_mean("mean curve, 10 games left", draw_material, 90, 10, 0.03);
}

TEST(of_shares)
{
    const int trials = synthetic_trials();
    int held = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(9, (uint64_t)trial);
        const gsl_rng rng = random_gsl(&random);
        const double p = 0.1 + 0.8 * gsl_rng_uniform(&rng);
        const int64_t successes = gsl_ran_binomial(&rng, p, GAMES);
        held += holds(statistics_share((StatisticsTries){successes, GAMES}), p);
    }
    assert_about_95_per_cent("share of decisions that solve a position", held, trials);
}
