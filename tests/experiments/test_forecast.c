#include "experiments/run/forecast.h"
#include "run_support.h"

#include "tests/test.h"

#define LEVELS "[players]\nA=level:2\nB=level:1\n[experiment]\ngames=50\n[rules]\nmax-plies=40\n"

static Forecast make(const char *text, const ForecastOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(text, "test", NULL, "test", NULL, &error);
    Forecast forecast;

    g_assert_no_error(error);
    forecast_make(spec, options, &forecast, &error);
    g_assert_no_error(error);
    return forecast;
}

TEST(as_many_games_are_tried_as_may_be)
{
    const ForecastOptions options = {.shard = {1, 1}, .jobs = 1, .seconds = 3600, .most_games = 7};
    const ForecastOptions all = {
        .shard = {2, 2}, .jobs = 1, .seconds = 3600, .most_games = UINT64_MAX};
    const Forecast some = make(LEVELS, &options), shard = make(LEVELS, &all);

    g_assert_cmpuint(some.games, ==, 50);
    g_assert_cmpuint(some.tried, ==, 7);
    g_assert_false(some.is_least);
    g_assert_false(some.is_most);
    g_assert_cmpfloat(some.seconds, >, 0);
    g_assert_cmpint(some.jobs, ==, 1);
    g_assert_cmpuint(shard.games, <, 50);
    g_assert_cmpuint(shard.tried, ==, shard.games);
}

/* However long a game takes, so many take longer than the forecast itself. */
TEST(the_games_tried_stand_for_all_of_them)
{
    const char *const text = "[players]\nA=random\nB=random\n[experiment]\ngames=1000000\n";
    const ForecastOptions options = {.shard = {1, 1}, .jobs = 1, .seconds = 3600, .most_games = 2};
    const gint64 began_us = g_get_monotonic_time();
    const Forecast forecast = make(text, &options);

    g_assert_cmpfloat(forecast.seconds * G_USEC_PER_SEC, >,
                      (double)(g_get_monotonic_time() - began_us));
}

TEST(every_program_is_asked_for_a_move_first)
{
    const char *const text = "[players]\nA=random\nB=process:false\n[experiment]\ngames=1\n";
    g_autoptr(Forfeits) forfeits = forfeits_new(2);
    const ForecastOptions options = {
        .shard = {1, 1}, .jobs = 1, .seconds = 3600, .forfeits = forfeits};
    const Forecast forecast = make(text, &options);

    g_assert_cmpuint(forecast.tried, ==, 0);
    g_assert_cmpint(forfeits->of[0].games.count, ==, 0);
    g_assert_cmpint(forfeits->of[1].games.count, ==, 1);
}

TEST(what_is_not_over_in_time_is_a_bound)
{
    const ForecastOptions options = {.shard = {1, 1}, .jobs = 1, .seconds = 0, .most_games = 7};
    const Forecast forecast = make(LEVELS, &options);

    g_assert_cmpuint(forecast.tried, ==, 0);
    g_assert_true(forecast.is_least);
}

TEST(a_test_may_be_decided_earlier)
{
    const ForecastOptions options = {.shard = {1, 1}, .jobs = 1, .seconds = 3600, .most_games = 2};
    const Forecast forecast =
        make("[players]\nA=level:2\nB=level:1\n[experiment]\ngames=50\nformat=sprt\n", &options);

    g_assert_true(forecast.is_most);
}

TEST(a_forecast_is_said_in_round_words)
{
    static const struct {
        Forecast forecast;
        const char *text;
    } cases[] = {
        {{.games = 1, .tried = 1, .seconds = 0.01, .jobs = 1},
         "1 game, about 1 s on 1 thread (1 sample game)"},
        {{.games = 2800, .tried = 40, .seconds = 119, .jobs = 2},
         "2800 games, about 120 s on 2 threads (40 sample games)"},
        {{.games = 2800, .tried = 40, .seconds = 187, .jobs = 2},
         "2800 games, about 3 min on 2 threads (40 sample games)"},
        {{.games = 2800, .tried = 40, .seconds = 7000, .jobs = 2},
         "2800 games, about 120 min on 2 threads (40 sample games)"},
        {{.games = 9, .tried = 2, .seconds = 1234567, .jobs = 64, .is_most = true},
         "9 games, at most about 14 days on 64 threads (2 sample games)"},
        {{.games = 9, .tried = 0, .seconds = 20000, .jobs = 3, .is_least = true},
         "9 games, more than 6 h on 3 threads (0 sample games)"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = forecast_format(&cases[i].forecast);
        g_assert_cmpstr(text, ==, cases[i].text);
    }
}
