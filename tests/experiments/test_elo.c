/* What a pairing says, in formulas, in known examples, and of players whose difference is known. */
#include "experiments/numbers/elo.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#include <gsl/gsl_cdf.h>

static EloPairing of_games(int64_t wins, int64_t losses, int64_t draws)
{
    const Scores scores = scores_of_games((StatisticsScore){wins, losses, draws});

    return elo_pairing(&scores);
}

TEST(shares_and_differences_are_one_curve)
{
    g_assert_cmpfloat_with_epsilon(elo_from_share(0.5), 0, 1e-12);
    g_assert_cmpfloat_with_epsilon(elo_from_share(10.0 / 11), 400, 1e-9);
    g_assert_cmpfloat_with_epsilon(elo_to_share(-400), 1.0 / 11, 1e-12);
    g_assert_cmpfloat_with_epsilon(elo_to_share(ELO_PER_NAT * log(3)), 0.75, 1e-12);
    for (double share = 0.01; share < 1; share += 0.01)
        g_assert_cmpfloat_with_epsilon(elo_to_share(elo_from_share(share)), share, 1e-12);
}

/* 1.96 standard errors on both sides, which is what every interval comes to. */
TEST(many_games_have_the_usual_interval)
{
    const EloPairing pairing = of_games(250000, 150000, 600000);
    const double error = sqrt((0.25 + 0.15 - 0.1 * 0.1) / 4 / 1000000);

    g_assert_cmpint(pairing.share.kind, ==, ESTIMATE_INTERVAL);
    g_assert_cmpfloat_with_epsilon(pairing.share.value, 0.55, 1e-12);
    g_assert_cmpfloat_with_epsilon(pairing.share.low, 0.55 - 1.959964 * error, 1e-6);
    g_assert_cmpfloat_with_epsilon(pairing.share.high, 0.55 + 1.959964 * error, 1e-6);
    g_assert_cmpfloat_with_epsilon(pairing.elo.value, elo_from_share(0.55), 1e-9);
    g_assert_cmpfloat_with_epsilon(pairing.elo.low, elo_from_share(pairing.share.low), 1e-6);
    g_assert_cmpfloat_with_epsilon(pairing.elo.high, elo_from_share(pairing.share.high), 1e-6);
}

/* Fishtest's example of 38946 games, whose superiority it gave as 17 %. */
TEST(the_superiority_is_that_of_the_decided_games)
{
    const double normal = gsl_cdf_ugaussian_P((5975 - 6077) / sqrt(5975 + 6077));

    g_assert_cmpfloat_with_epsilon(of_games(5975, 6077, 26894).superiority, normal, 1e-3);
    g_assert_cmpfloat_with_epsilon(of_games(5975, 6077, 26894).superiority, 0.17, 0.01);
    g_assert_cmpfloat_with_epsilon(of_games(10, 10, 3).superiority, 0.5, 1e-9);
}

TEST(turned_sides_turn_everything)
{
    static const int64_t games[][3] = {{7, 3, 2}, {5, 0, 5}, {9, 0, 0}, {0, 0, 4}, {1, 2, 3}};

    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        const EloPairing a = of_games(games[i][0], games[i][1], games[i][2]);
        const EloPairing b = of_games(games[i][1], games[i][0], games[i][2]);
        const Estimate turned = estimate_transform(b.elo, -1, 0);
        g_assert_cmpint(a.elo.kind, ==, turned.kind);
        g_assert_cmpfloat_with_epsilon(a.elo.value, turned.value, 1e-6);
        g_assert_cmpfloat_with_epsilon(a.elo.low, turned.low, 1e-6);
        g_assert_cmpfloat_with_epsilon(a.elo.high, turned.high, 1e-6);
        g_assert_cmpfloat_with_epsilon(a.superiority, 1 - b.superiority, 1e-9);
    }
}

TEST(superiority_and_interval_agree)
{
    for (int64_t wins = 0; wins <= 14; wins++)
        for (int64_t losses = 0; losses <= 14 - wins; losses++) {
            const EloPairing pairing = of_games(wins, losses, 14 - wins - losses);
            g_assert_cmpint(pairing.superiority > 0.975, ==, pairing.share.low > 0.5);
            g_assert_cmpint(pairing.superiority < 0.025, ==,
                            pairing.share.value < 0.5 && pairing.share.high < 0.5);
        }
}

/* Clopper and Pearson: at a share of 0.05^(1 / 10) ten wins in ten have a probability of 5 %. */
TEST(all_won_is_at_least_something)
{
    const EloPairing pairing = of_games(10, 0, 0);

    g_assert_cmpint(pairing.elo.kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpfloat_with_epsilon(pairing.share.low, 0.741134, 1e-6);
    g_assert_cmpfloat(pairing.share.high, ==, 1);
    g_assert_cmpfloat_with_epsilon(pairing.elo.low, elo_from_share(0.741134), 1e-3);
    g_assert_cmpfloat(pairing.elo.value, ==, 0);
    g_assert_cmpfloat(pairing.elo.high, ==, 0);
    g_assert_cmpfloat_with_epsilon(pairing.superiority, 1 - pow(0.5, 11), 1e-12);
}

TEST(all_lost_is_at_most_something)
{
    const EloPairing pairing = of_games(0, 1000, 0);

    g_assert_cmpint(pairing.elo.kind, ==, ESTIMATE_AT_MOST);
    g_assert_cmpfloat_with_epsilon(pairing.share.high, 3.0 / 1000, 1e-5); /* the rule of three */
    g_assert_cmpfloat_with_epsilon(pairing.elo.high, elo_from_share(pairing.share.high), 1e-9);
    g_assert_cmpfloat(pairing.superiority, <, 1e-9);
}

TEST(all_drawn_is_even_within_bounds)
{
    const EloPairing pairing = of_games(0, 0, 10);

    g_assert_cmpint(pairing.elo.kind, ==, ESTIMATE_ALIKE);
    g_assert_cmpfloat_with_epsilon(pairing.elo.value, 0, 1e-12);
    g_assert_cmpfloat_with_epsilon(pairing.share.low, 0.741134 / 2, 1e-6);
    g_assert_cmpfloat_with_epsilon(pairing.share.high, 1 - 0.741134 / 2, 1e-6);
    g_assert_cmpfloat(pairing.superiority, ==, 0.5);
}

TEST(without_games_nothing_is_known)
{
    const EloPairing pairing = of_games(0, 0, 0);

    g_assert_cmpint(pairing.share.kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpint(pairing.elo.kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpfloat(pairing.superiority, ==, 0.5);
}

static bool is_finite(Estimate e)
{
    return isfinite(e.value) && isfinite(e.low) && isfinite(e.high);
}

static void assert_sound(const Scores *scores)
{
    const EloPairing p = elo_pairing(scores);

    g_assert_true(is_finite(p.share) && is_finite(p.elo));
    g_assert_true(p.superiority >= 0 && p.superiority <= 1);
    g_assert_cmpfloat(p.share.low, <=, p.share.value);
    g_assert_cmpfloat(p.share.value, <=, p.share.high);
    if (p.elo.kind == ESTIMATE_INTERVAL) {
        g_assert_cmpfloat(p.elo.low, <, p.elo.value);
        g_assert_cmpfloat(p.elo.value, <, p.elo.high);
    }
}

/* Every way to play up to six pairs, and very many of them. */
TEST(all_counts_have_finite_numbers)
{
    for (int64_t code = 0; code < 4 * 4 * 4 * 4 * 4; code++) {
        const Scores scores = {
            5, {code % 4, code / 4 % 4, code / 16 % 4, code / 64 % 4, code / 256 % 4}};
        assert_sound(&scores);
    }
    for (int64_t units = 1; units < INT64_C(10000000000); units *= 10) {
        assert_sound(&(Scores){5, {1, 0, 0, 0, units}});
        assert_sound(&(Scores){5, {units, 1, 0, 0, 0}});
        assert_sound(&(Scores){5, {0, 0, units, 1, 0}});
        assert_sound(&(Scores){3, {0, 0, units}});
    }
}

static bool holds(Estimate estimate, double truth)
{
    return estimate.low <= truth && truth <= estimate.high;
}

typedef struct {
    int by_pairs, by_games; /* intervals that hold the truth */
} Coverage;

static Coverage measure(const Synthetic *s, uint64_t seed, int pairs, int trials)
{
    const double truth = synthetic_share(s);
    Coverage coverage = {0, 0};

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(seed, (uint64_t)trial);
        Scores by_pairs = {.values = 5}, by_games = {.values = 3};
        synthetic_play(s, pairs, &random, &by_pairs, &by_games);
        coverage.by_pairs += holds(elo_pairing(&by_pairs).share, truth);
        coverage.by_games += holds(elo_pairing(&by_games).share, truth);
    }
    return coverage;
}

TEST(intervals_of_independent_games_hold_the_truth)
{
    const Synthetic players[] = {{0, 0, 0, 0}, {0.5, 0, 0, 1}, {2, 0, 0, -1}, {-4, 0, 0, 0}};
    const int trials = synthetic_trials();

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++)
        for (int pairs = 100; pairs <= 500; pairs += 400) {
            const Coverage coverage = measure(&players[i], 10 * i + (uint64_t)pairs, pairs, trials);
            assert_about_95_per_cent("games", coverage.by_games, trials);
            assert_about_95_per_cent("pairs", coverage.by_pairs, trials);
        }
}

/* Openings with an advantage, as chosen against draws: the games of a pair go against each other,
 * and counted one by one they seem to scatter more than they do. */
TEST(intervals_of_pairs_hold_the_truth_and_those_of_their_games_are_too_wide)
{
    const Synthetic players[] = {{0.3, 1, 2, 0.5}, {0, 3, 0, 0}, {1, 0.5, 1.5, -1}};
    const int trials = synthetic_trials();

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        const Coverage coverage = measure(&players[i], i, 200, trials);
        assert_about_95_per_cent("pairs", coverage.by_pairs, trials);
        g_test_message("their games: %.2f %%", 100.0 * coverage.by_games / trials);
        g_assert_cmpint(coverage.by_games, >, coverage.by_pairs);
    }
}

/* Few results make few intervals, and some hold the truth more often than they need; none less. */
TEST(intervals_of_few_games_do_not_promise_too_much)
{
    const Synthetic players[] = {{0, 0, 0, 0}, {3, 0, 0, 0}, {5, 0, 0, 0}, {0, 0, 0, 3}};
    const int trials = synthetic_trials();

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++)
        for (int pairs = 1; pairs <= 16; pairs *= 2) {
            const Coverage coverage = measure(&players[i], 10 * i + (uint64_t)pairs, pairs, trials);
            g_test_message("%d pairs: %.2f %%, games: %.2f %%", pairs,
                           100.0 * coverage.by_pairs / trials, 100.0 * coverage.by_games / trials);
            g_assert_cmpfloat(coverage.by_pairs, >=, 0.93 * trials);
            g_assert_cmpfloat(coverage.by_games, >=, 0.93 * trials);
        }
}

/* Mean 5/8, variance 5/64 of a pair's mean, so twice that of a game. */
TEST(normalized_elo_is_the_lead_in_deviations_of_a_game)
{
    const Scores pairs = {5, {10, 20, 40, 60, 30}}, alike = {5, {0, 0, 7, 0, 0}};
    const Estimate normalized = elo_normalized(&pairs);

    g_assert_cmpfloat_with_epsilon(normalized.value, 800 / log(10) * (1.0 / 8) / sqrt(2 * 5.0 / 64),
                                   1e-9);
    g_assert_cmpfloat(normalized.low, <, normalized.value);
    g_assert_cmpint(elo_normalized(&alike).kind, ==, ESTIMATE_UNKNOWN);
}

/* The truth is that of a million pairs. */
TEST(intervals_of_normalized_elo_hold_the_truth)
{
    const Synthetic s = {0.6, 0.3, 0.8, 0.5};
    const int trials = synthetic_trials();
    Random random = random_for_job(77, 1);
    Scores many = {.values = 5}, games = {.values = 3};
    int held = 0;
    double truth;

    synthetic_play(&s, 1000000, &random, &many, &games);
    truth = elo_normalized(&many).value;
    for (int trial = 0; trial < trials; trial++) {
        Scores pairs = {.values = 5};
        Estimate normalized;
        synthetic_play(&s, 100, &random, &pairs, &games);
        normalized = elo_normalized(&pairs);
        held += normalized.low <= truth && truth <= normalized.high;
    }
    assert_about_95_per_cent("normalized", held, trials);
}
