/* The sequential test: a known example, and how often it errs. */
#include "experiments/numbers/elo.h"
#include "experiments/numbers/sprt.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gsl_tools.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#define MAX_PAIRS 100000

TEST(a_test_that_cannot_be_is_refused_with_its_numbers)
{
    static const struct {
        Sprt sprt;
        const char *said;
    } cases[] = {
        {{5, 0, 0.05, 0.05}, "elo0 is 5 and elo1 is 0"},
        {{3, 3, 0.05, 0.05}, "elo0 is 3 and elo1 is 3"},
        {{0, 5000, 0.05, 0.05}, "elo1 is 5000"},
        {{0, NAN, 0.05, 0.05}, "elo1 is nan"},
        {{0, 5, 0, 0.05}, "alpha is 0 and"},
        {{0, 5, 0.05, -1}, "beta is -1"},
        {{0, 5, 0.5, 0.5}, "alpha is 0.5 and beta is 0.5"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(sprt_check(&cases[i].sprt, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE);
        g_assert_nonnull(error != NULL ? strstr(error->message, cases[i].said) : NULL);
    }
    g_assert_true(sprt_check(&(Sprt){-3, 1, 0.05, 0.1}, NULL));
}

/* https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, a copy of fishtest: 256 games,
 * limits and "Logistic (exact)" of the generalized log likelihood ratio. */
TEST(an_example_of_fishtest_has_its_ratio)
{
    const Sprt sprt = {0, 2.716, 0.05, 0.05};
    const Scores scores = {5, {13, 37, 50, 25, 3}};
    const SprtState state = sprt_state(&sprt, &scores);

    g_assert_cmpfloat_with_epsilon(state.lower, -2.9444, 5e-5);
    g_assert_cmpfloat_with_epsilon(state.upper, 2.9444, 5e-5);
    g_assert_cmpfloat_with_epsilon(state.log_ratio, -0.53772, 2e-4);
    g_assert_cmpint(state.decision, ==, SPRT_CONTINUE);
}

/* Van den Bergh's equation 2.1. */
TEST(near_hypotheses_have_the_ratio_of_the_approximation)
{
    const Sprt sprt = {0, 5, 0.05, 0.05};
    const Scores scores = {5, {1187, 7410, 13475, 7378, 1264}};
    const double n = (double)scores_units(&scores), share = scores_share(&scores);
    const double s0 = elo_to_share(0), s1 = elo_to_share(5);
    double variance = 0, expected;

    for (int i = 0; i < 5; i++)
        variance += (double)scores.count[i] / n * (i / 4.0 - share) * (i / 4.0 - share);
    expected = n * (s1 - s0) * (2 * share - s0 - s1) / (2 * variance);
    g_assert_cmpfloat_with_epsilon(sprt_state(&sprt, &scores).log_ratio, expected,
                                   0.01 * fabs(expected));
}

/* Computed apart, by Newton's method on two multipliers for each mean and a search over means, not
 * by conditions made linear. */
TEST(normalized_hypotheses_have_the_ratio_of_another_way)
{
    static const struct {
        Scores scores;
        double elo0, elo1, log_ratio;
    } cases[] = {
        {{5, {13, 37, 50, 25, 3}}, -10, 5, -1.919952},
        {{5, {1187, 7410, 13475, 7378, 1264}}, 2, 6, -5.922817},
        {{5, {5, 10, 20, 30, 35}}, 100, 200, 2.080459},
        {{3, {20, 60, 20}}, -30, 30, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Sprt sprt = {cases[i].elo0, cases[i].elo1, 0.05, 0.05, SPRT_NORMALIZED};
        g_assert_cmpfloat_with_epsilon(sprt_state(&sprt, &cases[i].scores).log_ratio,
                                       cases[i].log_ratio, 2e-6);
    }
}

/* No lead is no lead on either scale. */
TEST(scales_agree_on_no_lead)
{
    const Scores scores = {5, {3, 17, 40, 22, 5}};

    g_assert_cmpfloat_with_epsilon(scores_log_ratio_of_lead(&scores, 0),
                                   scores_log_ratio(&scores, 0.5), 1e-9);
}

TEST(limits_decide)
{
    const Sprt sprt = {0, 100, 0.05, 0.05};
    const Scores won = {3, {0, 0, 20}}, lost = {3, {20, 0, 0}}, none = {.values = 5};

    g_assert_cmpint(sprt_state(&sprt, &won).decision, ==, SPRT_ACCEPT_H1);
    g_assert_cmpint(sprt_state(&sprt, &lost).decision, ==, SPRT_ACCEPT_H0);
    g_assert_cmpint(sprt_state(&sprt, &none).decision, ==, SPRT_CONTINUE);
    g_assert_cmpfloat(sprt_state(&sprt, &none).log_ratio, ==, 0);
}

TEST(exchanged_players_exchange_the_hypotheses)
{
    const Sprt sprt = {-3, 10, 0.05, 0.01}, turned = {-10, 3, 0.01, 0.05};
    const Scores scores = {5, {3, 17, 40, 22, 5}}, mirrored = {5, {5, 22, 40, 17, 3}};
    const SprtState a = sprt_state(&sprt, &scores), b = sprt_state(&turned, &mirrored);

    g_assert_cmpfloat_with_epsilon(a.log_ratio, -b.log_ratio, 1e-9);
    g_assert_cmpfloat_with_epsilon(a.lower, -b.upper, 1e-12);
}

/* For any counts there is a decision, or the test goes on; nothing else. */
TEST(all_counts_have_a_finite_ratio)
{
    const Sprt sprt = {-4000, 4000, 1e-9, 1e-9, SPRT_LOGISTIC};
    const Sprt normalized = {-4000, 4000, 1e-9, 1e-9, SPRT_NORMALIZED};

    for (int64_t code = 0; code < 3 * 3 * 3 * 3 * 3; code++) {
        const Scores scores = {
            5, {code % 3, code / 3 % 3, code / 9 % 3, code / 27 % 3, code / 81 % 3}};
        g_assert_true(isfinite(sprt_state(&sprt, &scores).log_ratio));
        g_assert_true(isfinite(sprt_state(&normalized, &scores).log_ratio));
    }
}

typedef struct {
    Synthetic players;
    double share;
} Sought;

static double excess(double strength, void *data)
{
    const Sought *sought = data;
    Synthetic players = sought->players;

    players.strength = strength;
    return synthetic_share(&players) - sought->share;
}

/* Players like @players that differ by @elo points of rating. */
static Synthetic players_apart(Synthetic players, double elo)
{
    Sought sought = {players, elo_to_share(elo)};

    players.strength = root_find(excess, &sought, -20, 20, 1e-9);
    return players;
}

typedef struct {
    int accepted_h1;
    double pairs; /* that a test needed */
} Runs;

static Runs run_tests(const Sprt *sprt, const Synthetic *players, bool by_pairs, int trials)
{
    Runs runs = {0, 0};

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(2, (uint64_t)trial);
        Scores pairs = {.values = 5}, games = {.values = 3};
        SprtDecision decision = SPRT_CONTINUE;
        for (int i = 0; i < MAX_PAIRS && decision == SPRT_CONTINUE; i++) {
            synthetic_play(players, 1, &random, &pairs, &games);
            decision = sprt_state(sprt, by_pairs ? &pairs : &games).decision;
        }
        g_assert_cmpint(decision, !=, SPRT_CONTINUE);
        runs.accepted_h1 += decision == SPRT_ACCEPT_H1;
        runs.pairs += (double)scores_units(&pairs) / trials;
    }
    return runs;
}

/* Two standard errors above what is promised. */
static void assert_errs_at_most(double promised, int errors, int trials)
{
    const double share = (double)errors / trials;

    g_assert_cmpfloat(share, <=, promised + 2 * sqrt(promised * (1 - promised) / trials));
}

static void check_errors(const Sprt *sprt, Synthetic like, bool by_pairs)
{
    const int trials = synthetic_trials();
    const Synthetic equal = players_apart(like, sprt->elo0),
                    better = players_apart(like, sprt->elo1);
    const Runs h0 = run_tests(sprt, &equal, by_pairs, trials);
    const Runs h1 = run_tests(sprt, &better, by_pairs, trials);

    g_test_message("alpha %.2f %% after %.0f pairs, beta %.2f %% after %.0f",
                   100.0 * h0.accepted_h1 / trials, h0.pairs,
                   100.0 * (trials - h1.accepted_h1) / trials, h1.pairs);
    assert_errs_at_most(sprt->alpha, h0.accepted_h1, trials);
    assert_errs_at_most(sprt->beta, trials - h1.accepted_h1, trials);
}

TEST(pairs_err_as_seldom_as_promised)
{
    check_errors(&(Sprt){0, 40, 0.05, 0.05}, (Synthetic){0, 1, 2, 0.5}, true);
    check_errors(&(Sprt){-20, 40, 0.1, 0.02}, (Synthetic){0, 0.3, 0, 0}, true);
}

TEST(games_err_as_seldom_as_promised)
{
    check_errors(&(Sprt){0, 60, 0.05, 0.05}, (Synthetic){0, 0, 0, 0}, false);
}

/* The same draws, one by one, with a decision after each. */
static void check_play(const Sprt *sprt, const double *probability)
{
    for (uint64_t i = 0; i < 40; i++) {
        Random random = random_for_job(4, i), same = random;
        Scores played = {.values = 5}, one_by_one = {.values = 5};
        Sprt next = *sprt;
        sprt_play(sprt, probability, &random, &played);
        for (next.most = 1; next.most <= sprt->most; next.most++) {
            sprt_play(&next, probability, &same, &one_by_one);
            if (sprt_state(sprt, &one_by_one).decision != SPRT_CONTINUE)
                break;
        }
        g_assert_cmpmem(played.count, sizeof played.count, one_by_one.count,
                        sizeof one_by_one.count);
    }
}

TEST(sprt_play_ends_where_the_test_first_decides)
{
    static const double even[] = {0.05, 0.2, 0.5, 0.2, 0.05}, drawish[] = {0, 0.01, 0.98, 0.01, 0};
    static const double ahead[] = {0.05, 0.1, 0.4, 0.3, 0.15};

    check_play(&(Sprt){0, 60, 0.05, 0.05, .most = 500}, even);
    check_play(&(Sprt){0, 60, 0.05, 0.05, .most = 500}, drawish);
    check_play(&(Sprt){0, 10, 0.05, 0.05, .most = 2000}, even);
    check_play(&(Sprt){0, 10, 0.05, 0.01, .most = 2000}, drawish);
    check_play(&(Sprt){-5, 20, 0.05, 0.05, .most = 2000}, ahead);
    check_play(&(Sprt){0, 30, 0.05, 0.05, SPRT_NORMALIZED, 500}, even);
    check_play(&(Sprt){0, 60, 0.05, 0.05, SPRT_NORMALIZED, 500}, drawish);
}

/* 49 draws and a loss; seven losses and 25 draws. */
TEST(sprt_pairing_has_the_sign_of_the_score)
{
    const Sprt sprt = {0, 60, 0.05, 0.05, .most = 500};
    static const Scores behind[] = {
        {5, {0, 1, 24, 0, 0}}, {5, {1, 5, 10, 0, 0}}, {5, {0, 5, 40, 3, 0}}, {5, {2, 9, 20, 8, 1}}};

    for (size_t i = 0; i < G_N_ELEMENTS(behind); i++) {
        const EloPairing found = sprt_pairing(&sprt, &behind[i]);
        g_assert_cmpint(sprt_state(&sprt, &behind[i]).decision, ==, SPRT_ACCEPT_H0);
        g_assert_cmpfloat(found.elo.value, <=, 0);
        g_assert_cmpfloat(found.superiority, <=, 0.5);
        g_assert_cmpfloat(found.elo.low, <, elo_from_share(scores_share(&behind[i])));
        g_assert_cmpfloat(found.elo.high, >, elo_from_share(scores_share(&behind[i])));
    }
}

TEST(sprt_pairing_has_no_number_where_nothing_is_known)
{
    const Sprt sprt = {0, 60, 0.05, 0.05, .most = 500};
    const Scores none = {.values = 5}, one = {5, {0, 0, 1, 0, 0}}, stopped = {5, {0, 2, 2, 2, 0}};
    const Scores alike = {5, {0, 0, 40, 0, 0}};

    g_assert_cmpint(sprt_pairing(&sprt, &none).elo.kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpint(sprt_pairing(&sprt, &one).elo.kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpint(sprt_pairing(&sprt, &stopped).elo.kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpint(sprt_pairing(&sprt, &alike).elo.kind, ==, ESTIMATE_ALIKE);
}

TEST(exchanged_players_turn_the_estimate)
{
    const Sprt sprt = {-3, 10, 0.05, 0.01}, turned = {-10, 3, 0.01, 0.05};
    const Scores scores = {5, {3, 17, 40, 22, 5}}, mirrored = {5, {5, 22, 40, 17, 3}};
    const EloPairing a = sprt_pairing(&sprt, &scores), b = sprt_pairing(&turned, &mirrored);

    g_assert_cmpfloat_with_epsilon(a.elo.value, -b.elo.value, 1e-4);
    g_assert_cmpfloat_with_epsilon(a.elo.low, -b.elo.high, 1e-4);
    g_assert_cmpfloat_with_epsilon(a.superiority, 1 - b.superiority, 1e-6);
}

/* Where no limit is near, the number of games is as good as fixed. */
TEST(far_limits_correct_nothing)
{
    const Sprt sprt = {0, 10, 1e-200, 1e-200, .most = 870};
    const Scores scores = {5, {30, 170, 400, 220, 50}};
    const EloPairing corrected = sprt_pairing(&sprt, &scores), fixed = elo_pairing(&scores);

    g_assert_cmpfloat_with_epsilon(corrected.elo.value, fixed.elo.value, 0.5);
    g_assert_cmpfloat_with_epsilon(corrected.elo.low, fixed.elo.low, 0.5);
    g_assert_cmpfloat_with_epsilon(corrected.elo.high, fixed.elo.high, 0.5);
}
