/* Counts, and the likelihood ratio against other ways to find it. */
#include "agents/random.h"
#include "experiments/numbers/scores.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <math.h>

#include "tests/test.h"

TEST(games_are_counted_by_pairs)
{
    static const int half_points[] = {2, 2, 0, 1, 1, 0, 0, 0, 2, 1, 2};
    static const int64_t pairs[] = {1, 2, 0, 1, 1};
    PairCounts counts = {0};
    Scores scores;

    for (int i = 0; i < 11; i++)
        pair_counts_add(&counts, i + 1, half_points[i]);
    scores = scores_of_pairs(&counts);
    g_assert_cmpint(scores.values, ==, 5);
    g_assert_cmpmem(scores.count, sizeof scores.count, pairs, sizeof pairs);
    g_assert_cmpint(counts.waiting[2], ==, 1);
    g_assert_cmpint(scores_units(&scores), ==, 5);
    g_assert_cmpfloat_with_epsilon(scores_share(&scores), 9.0 / 20, 1e-15);
}

TEST(games_count_as_lost_drawn_won)
{
    const Scores scores = scores_of_games((StatisticsScore){.wins = 3, .losses = 1, .draws = 4});

    g_assert_cmpint(scores.values, ==, 3);
    g_assert_cmpint(scores.count[0], ==, 1);
    g_assert_cmpint(scores.count[1], ==, 4);
    g_assert_cmpint(scores.count[2], ==, 3);
    g_assert_cmpfloat(scores_share(&scores), ==, 5.0 / 8);
}

TEST(equal_scores_are_alike)
{
    const Scores alike = {5, {0, 0, 0, 7, 0}}, others = {5, {0, 0, 1, 7, 0}};

    g_assert_true(scores_are_alike(&alike));
    g_assert_false(scores_are_alike(&others));
}

/* Without draws they are a binomial, whose ratio has a formula. */
TEST(wins_and_losses_have_the_ratio_of_a_binomial)
{
    static const int64_t counts[][2] = {{1, 1}, {7, 3}, {1, 99}, {400000000, 600000000}};
    static const double shares[] = {1e-6, 0.01, 0.3, 0.5, 0.6, 0.999};

    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(shares); j++) {
            const double wins = (double)counts[i][0], losses = (double)counts[i][1];
            const double s = shares[j], n = wins + losses;
            const Scores scores = {3, {counts[i][1], 0, counts[i][0]}};
            const double expected = wins * log(wins / n / s) + losses * log(losses / n / (1 - s));
            g_assert_cmpfloat_with_epsilon(scores_log_ratio(&scores, s), expected,
                                           1e-9 * (1 + expected));
        }
}

/* n units of the same score v can be expected to have a share s only if s / v of them, or
 * (1 - s) / (1 - v), have that score and the rest the extreme one. */
TEST(equal_scores_have_the_ratio_of_the_rest_being_extreme)
{
    const Scores won = {5, {0, 0, 0, 0, 20}}, drawn = {3, {0, 20, 0}},
                 three = {5, {0, 0, 0, 20, 0}};

    g_assert_cmpfloat_with_epsilon(scores_log_ratio(&won, 0.9), -20 * log(0.9), 1e-9);
    g_assert_cmpfloat_with_epsilon(scores_log_ratio(&drawn, 0.4), -20 * log(0.8), 1e-9);
    g_assert_cmpfloat_with_epsilon(scores_log_ratio(&drawn, 0.7), -20 * log(0.6), 1e-9);
    g_assert_cmpfloat_with_epsilon(scores_log_ratio(&three, 0.6), -20 * log(0.8), 1e-9);
    g_assert_cmpfloat_with_epsilon(scores_log_ratio(&three, 0.8), -20 * log(0.8), 1e-9);
}

/* Of three results with the share given, only the draws are free: their likelihood has one
 * maximum, which a search finds as well. */
typedef struct {
    Scores scores;
    double share;
} Trinomial;

static double term(int64_t count, double probability)
{
    return count == 0 ? 0 : (double)count * log(probability);
}

static double minus_log_likelihood(double draws, void *data)
{
    const Trinomial *t = data;

    return -term(t->scores.count[2], t->share - draws / 2) - term(t->scores.count[1], draws) -
           term(t->scores.count[0], 1 - t->share - draws / 2);
}

static double least(Trinomial *t, double low, double high)
{
    gsl_function function = {minus_log_likelihood, t};
    gsl_min_fminimizer *minimizer = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    double guess = low, value;

    for (int i = 1; i < 1000; i++) {
        const double draws = low + (high - low) * i / 1000;
        if (guess == low || minus_log_likelihood(draws, t) < minus_log_likelihood(guess, t))
            guess = draws;
    }
    gsl_min_fminimizer_set(minimizer, &function, guess, low, high);
    for (int i = 0; i < 200; i++)
        gsl_min_fminimizer_iterate(minimizer);
    value = gsl_min_fminimizer_f_minimum(minimizer);
    gsl_min_fminimizer_free(minimizer);
    return value;
}

TEST(three_results_have_the_ratio_that_a_search_finds)
{
    Random random = random_for_job(2, 1);

    for (int i = 0; i < 200; i++) {
        Trinomial t = {{3, {1, 1, 1}}, (random_below(&random, 97) + 2) / 100.0};
        double units, best = 0;
        for (int k = 0; k < 3; k++)
            t.scores.count[k] += random_below(&random, 50);
        units = (double)scores_units(&t.scores);
        for (int k = 0; k < 3; k++)
            best -= term(t.scores.count[k], (double)t.scores.count[k] / units);
        g_assert_cmpfloat_with_epsilon(
            scores_log_ratio(&t.scores, t.share),
            least(&t, 1e-9, 2 * fmin(t.share, 1 - t.share) - 1e-9) - best, 1e-5);
    }
}

TEST(the_ratio_is_least_at_the_share_that_was_made)
{
    const Scores scores = {5, {3, 5, 8, 4, 0}};
    const double share = scores_share(&scores);

    g_assert_cmpfloat_with_epsilon(scores_log_ratio(&scores, share), 0, 1e-12);
    for (double s = 0.01; s < 0.995; s += 0.01) {
        const double farther = s < share ? s - 0.005 : s + 0.005;
        g_assert_cmpfloat(scores_log_ratio(&scores, s), <, scores_log_ratio(&scores, farther));
    }
}

/* A binomial has the factor 1 + (1 - q) / (6 q n) with q = s (1 - s). */
TEST(wins_and_losses_have_the_correction_of_a_binomial)
{
    const Scores scores = {3, {30, 0, 70}};

    for (double s = 0.5; s < 0.9; s += 0.1) {
        const double q = s * (1 - s), factor = 1 + (1 - q) / (6 * q * 100);
        g_assert_cmpfloat_with_epsilon(scores_chi_square(&scores, s),
                                       2 * scores_log_ratio(&scores, s) / factor, 1e-9);
    }
}

TEST(the_correction_is_limited)
{
    const Scores few = {3, {1, 0, 1}}, drawn = {3, {0, 4, 0}};

    g_assert_cmpfloat_with_epsilon(scores_chi_square(&few, 0.01),
                                   2 * scores_log_ratio(&few, 0.01) / 1.25, 1e-9);
    g_assert_cmpfloat(scores_chi_square(&drawn, 0.5), ==, 0);
}

TEST(without_units_nothing_is_less_probable)
{
    const Scores scores = {.values = 5};

    g_assert_cmpfloat(scores_log_ratio(&scores, 0.3), ==, 0);
    g_assert_cmpfloat(scores_chi_square(&scores, 0.3), ==, 0);
}
