/* Means and their intervals, against values worked out elsewhere. */
#include "experiments/numbers/statistics.h"

#include <math.h>

#include "tests/test.h"

static StatisticsSums sums_of(const int *values, int count)
{
    StatisticsSums sums = {.count = count};

    for (int i = 0; i < count; i++) {
        sums.sum += values[i];
        sums.squares += (int64_t)values[i] * values[i];
    }
    return sums;
}

static double agreement(StatisticsScore ours, StatisticsScore other)
{
    return statistics_agreement((const int64_t *)&ours, (const int64_t *)&other, 3);
}

static double deviance(StatisticsScore ours, StatisticsScore other)
{
    return statistics_deviance((const int64_t *)&ours, (const int64_t *)&other, 3);
}

static double agreement_of_tries(StatisticsTries ours, StatisticsTries other)
{
    return statistics_agreement((const int64_t[]){ours.successes, ours.tries - ours.successes},
                                (const int64_t[]){other.successes, other.tries - other.successes},
                                2);
}

static double deviance_of_tries(StatisticsTries ours, StatisticsTries other)
{
    return statistics_deviance((const int64_t[]){ours.successes, ours.tries - ours.successes},
                               (const int64_t[]){other.successes, other.tries - other.successes},
                               2);
}

/* The sample and its interval: W. S. Gosset's sleep data (Student 1908, drug 1 minus drug 2), in
 * tenths of an hour; t = 2.2622 with nine degrees of freedom. */
TEST(students_own_data_have_the_interval_he_would_give)
{
    static const int differences[] = {12, 24, 13, 13, 0, 10, 18, 8, 46, 14};
    const StatisticsEstimate estimate = statistics_estimate(sums_of(differences, 10));

    g_assert_cmpint(estimate.count, ==, 10);
    g_assert_cmpfloat_with_epsilon(estimate.mean.value, 15.8, 1e-12);
    g_assert_cmpfloat_with_epsilon(estimate.sd, 12.29995, 1e-4);
    g_assert_cmpfloat_with_epsilon(estimate.mean.low, 7.00115, 1e-4);
    g_assert_cmpfloat_with_epsilon(estimate.mean.high, 24.59885, 1e-4);
}

/* t for 1, 2, 10, 30, 120 degrees of freedom, from any printed table. */
TEST_ROWS(the_factor_is_that_of_the_tables)
{
    /* As many zeros as ones but one: any sample with a spread will do. */
    const int64_t n = g_ascii_strtoll(field[0], NULL, 0), ones = n / 2;
    const StatisticsEstimate estimate = statistics_estimate((StatisticsSums){n, ones, ones});
    const double factor =
        (estimate.mean.high - estimate.mean.value) * sqrt((double)n) / estimate.sd;
    g_assert_cmpfloat_with_epsilon(factor, g_ascii_strtod(field[1], NULL), 5e-4);
}

TEST(one_value_has_a_mean_and_no_spread)
{
    const StatisticsEstimate estimate = statistics_estimate((StatisticsSums){1, -7, 49});

    g_assert_cmpfloat(estimate.mean.value, ==, -7);
    g_assert_cmpfloat(estimate.sd, ==, 0);
}

TEST(equal_values_have_no_spread)
{
    const StatisticsEstimate estimate = statistics_estimate((StatisticsSums){5, 35, 245});

    g_assert_cmpfloat(estimate.sd, ==, 0);
    g_assert_cmpfloat(estimate.mean.low, ==, 7);
    g_assert_cmpfloat(estimate.mean.high, ==, 7);
}

TEST(no_values_are_no_error)
{
    const StatisticsEstimate estimate = statistics_estimate((StatisticsSums){0, 0, 0});

    g_assert_cmpint(estimate.count, ==, 0);
    g_assert_cmpfloat(estimate.mean.value, ==, 0);
}

/* A billion games with differences near the greatest there are: the squares of the sums take more
 * than 64 bits, and the variance is the small difference of large numbers. */
TEST(a_billion_games_lose_no_digit)
{
    const int64_t n = 1000000000, large = 10300;
    const StatisticsSums sums = {n, n / 2 * large + n / 2 * (large - 2),
                                 n / 2 * large * large + n / 2 * (large - 2) * (large - 2)};
    const StatisticsEstimate estimate = statistics_estimate(sums);

    g_assert_cmpfloat_with_epsilon(estimate.mean.value, 10299, 1e-9);
    g_assert_cmpfloat_with_epsilon(estimate.sd, 1, 1e-9);
}

TEST(turned_signs_turn_the_interval)
{
    static const int values[] = {1, 2, 4}, turned[] = {-1, -2, -4};
    const StatisticsEstimate a = statistics_estimate(sums_of(values, 3));
    const StatisticsEstimate b = statistics_estimate(sums_of(turned, 3));
    const Estimate mean = estimate_transform(a.mean, -1, 0);

    g_assert_cmpfloat(mean.value, ==, b.mean.value);
    g_assert_cmpfloat(a.sd, ==, b.sd);
    g_assert_cmpfloat(mean.low, ==, b.mean.low);
    g_assert_cmpfloat(mean.high, ==, b.mean.high);
}

/* One new game: its results have probability (ours + 1/2) / (games + 3/2). */
TEST(one_game_agrees_as_its_probability_says)
{
    const StatisticsScore ours = {1, 2, 5};

    g_assert_cmpfloat_with_epsilon(agreement(ours, (StatisticsScore){1, 0, 0}), 1.5 / 9.5, 1e-9);
    g_assert_cmpfloat_with_epsilon(agreement(ours, (StatisticsScore){0, 1, 0}), 4.0 / 9.5, 1e-9);
    g_assert_cmpfloat_with_epsilon(agreement(ours, (StatisticsScore){0, 0, 1}), 1, 1e-9);
}

/* Of a thousandth of the games won and the rest drawn: anything but ten draws in ten games is at
 * most as probable as one win and nine draws. */
TEST(many_games_make_it_a_multinomial_test)
{
    const StatisticsScore ours = {1000000, 0, 999000000};
    const double none = pow(0.999, 10);

    g_assert_cmpfloat_with_epsilon(agreement(ours, (StatisticsScore){1, 0, 9}), 1 - none, 1e-6);
    g_assert_cmpfloat_with_epsilon(agreement(ours, (StatisticsScore){0, 0, 10}), 1, 1e-6);
}

TEST(the_usual_agrees_and_the_unusual_does_not)
{
    const StatisticsScore ours = {250, 250, 500};

    g_assert_cmpfloat(agreement(ours, (StatisticsScore){25, 25, 50}), >, 0.9);
    g_assert_cmpfloat(agreement(ours, (StatisticsScore){30, 22, 48}), >, 0.3);
    g_assert_cmpfloat(agreement(ours, (StatisticsScore){40, 20, 40}), <, 0.05);
    g_assert_cmpfloat(agreement(ours, (StatisticsScore){100, 0, 0}), <, 1e-6);
}

/* One new try succeeds with probability (successes + 1/2) / (tries + 1). */
TEST(one_try_agrees_as_its_probability_says)
{
    const StatisticsTries ours = {2, 8};

    g_assert_cmpfloat_with_epsilon(agreement_of_tries(ours, (StatisticsTries){1, 1}), 2.5 / 9,
                                   1e-9);
    g_assert_cmpfloat_with_epsilon(agreement_of_tries(ours, (StatisticsTries){0, 1}), 1, 1e-9);
}

/* Binomial probabilities for ten tries of one in five, from any printed table: 0 to 10 successes
 * have 0.1074, 0.2684, 0.3020, 0.2013, 0.0881, 0.0264, 0.0055, 0.0008, 0.0001 and next to
 * nothing. */
TEST(many_tries_make_it_a_binomial_test)
{
    const StatisticsTries ours = {200000000, 1000000000};

    for (char **field; (field = NEXT_ROW("many tries make it a binomial test")) != NULL;) {
        const StatisticsTries other = {g_ascii_strtoll(field[0], NULL, 0), 10};
        g_assert_cmpfloat_with_epsilon(agreement_of_tries(ours, other),
                                       g_ascii_strtod(field[1], NULL), 2e-4);
    }
}

/* The fewer our tries, the less is known of the probability, and the more may happen. */
TEST(few_tries_of_ours_leave_more_open)
{
    const StatisticsTries other = {60, 300};
    const double few = agreement_of_tries((StatisticsTries){45, 300}, other);
    const double many = agreement_of_tries((StatisticsTries){4500, 30000}, other);

    g_assert_cmpfloat(many, <, 0.05);
    g_assert_cmpfloat(few, >, 0.05);
}

/* What is hardly possible is no overflow. */
TEST(what_cannot_be_has_no_probability)
{
    const StatisticsTries none = {0, 1000000000};

    g_assert_cmpfloat_with_epsilon(agreement_of_tries(none, (StatisticsTries){2000, 2000}), 0,
                                   1e-9);
    g_assert_cmpfloat_with_epsilon(agreement_of_tries(none, (StatisticsTries){0, 2000}), 1, 1e-9);
}

/* With very much of ours it is that of a multinomial with known probabilities. */
TEST(the_deviance_is_that_of_known_shares)
{
    const StatisticsScore ours = {200000000, 300000000, 500000000}, other = {26, 22, 52};
    const double expected =
        2 * (26 * log(0.26 / 0.2) + 22 * log(0.22 / 0.3) + 52 * log(0.52 / 0.5));
    const StatisticsTries half = {500000000, 1000000000}, many = {60, 100};

    g_assert_cmpfloat_with_epsilon(deviance(ours, other), expected, 1e-3);
    g_assert_cmpfloat_with_epsilon(deviance_of_tries(half, many),
                                   2 * (60 * log(1.2) + 40 * log(0.8)), 1e-3);
}

/* By hand: 1 game and nothing known, so that it is won with probability 1/3. */
TEST(the_deviance_is_finite_whatever_is_missing)
{
    const StatisticsScore none = {0, 0, 0}, won = {1, 0, 0}, lost = {0, 1000000, 0};

    g_assert_cmpfloat_with_epsilon(deviance(none, won), 2 * log(3), 1e-12);
    g_assert_cmpfloat_with_epsilon(deviance(lost, won), 2 * log(1000001.5 / 0.5), 1e-6);
    g_assert_cmpfloat(deviance(lost, lost), <, 20);
    g_assert_cmpfloat(deviance(lost, lost), >=, 0);
}

/* Over all that can happen to the same players it has the mean of its degrees of freedom. */
TEST(the_deviance_of_the_same_players_is_two_on_average)
{
    const StatisticsScore ours = {300000, 300000, 400000};
    double mean = 0, all = 0;

    for (int wins = 0; wins <= 100; wins++)
        for (int losses = 0; losses <= 100 - wins; losses++) {
            const int draws = 100 - wins - losses;
            const double weight =
                exp(lgamma(101) - lgamma(wins + 1) - lgamma(losses + 1) - lgamma(draws + 1) +
                    (wins + losses) * log(0.3) + draws * log(0.4));
            mean += weight * deviance(ours, (StatisticsScore){wins, losses, draws});
            all += weight;
        }
    g_assert_cmpfloat_with_epsilon(all, 1, 1e-9);
    g_assert_cmpfloat_with_epsilon(mean, 2, 0.05);
}

/* The definition, worked out by hand: 4 x 0.01, 3 x 0.02, 2 x 0.03, 1 x 0.04, each at least what
 * came before. */
/* Of a hundred sums of a hundred games from a known source about five lie outside; t = 2.262 is the
 * 97.5 % point of nine degrees of freedom. */
TEST(a_total_over_new_games_is_judged_as_students)
{
    const StatisticsEstimate ours = {.count = 10, .mean.value = 3, .sd = 2};
    const double error = 2 * sqrt(40 + 40. * 40 / 10), edge = 40 * 3 + 2.2621571628 * error;
    const StatisticsTotal at_edge = statistics_total(ours, edge, 40);
    const StatisticsTotal at_mean = statistics_total(ours, 120, 40);

    g_assert_cmpfloat_with_epsilon(at_edge.p, 0.05, 1e-9);
    g_assert_cmpfloat_with_epsilon(at_edge.high, edge, 1e-7);
    g_assert_cmpfloat_with_epsilon(at_edge.low, 240 - edge, 1e-7);
    g_assert_cmpfloat_with_epsilon(at_edge.deviance, 10 * log(1 + 2.2621571628 * 2.2621571628 / 9),
                                   1e-7);
    g_assert_cmpfloat_with_epsilon(at_mean.p, 1, 1e-12);
    g_assert_cmpfloat(at_mean.deviance, ==, 0);
}

TEST(games_that_are_all_alike_scatter_as_poissons)
{
    const StatisticsTotal none = statistics_total((StatisticsEstimate){.count = 50}, 1, 50);

    g_assert_cmpfloat(none.low, ==, 0);
    g_assert_cmpfloat(none.high, <, 4);
    g_assert_cmpfloat(none.p, >, 0.05);
}

TEST(many_p_are_adjusted_as_holm_says)
{
    double p[] = {0.04, 0.01, 0.03, 0.02}, one[] = {0.03}, great[] = {0.5, 0.9};

    statistics_holm(p, 4);
    statistics_holm(one, 1);
    statistics_holm(great, 2);
    statistics_holm(NULL, 0);
    g_assert_cmpfloat_with_epsilon(p[1], 0.04, 1e-12);
    g_assert_cmpfloat_with_epsilon(p[3], 0.06, 1e-12);
    g_assert_cmpfloat_with_epsilon(p[2], 0.06, 1e-12);
    g_assert_cmpfloat_with_epsilon(p[0], 0.06, 1e-12);
    g_assert_cmpfloat(one[0], ==, 0.03);
    g_assert_cmpfloat(great[0], ==, 1);
    g_assert_cmpfloat(great[1], ==, 1);
}
