/* Ratings against published estimates, formulas, an oracle for what can be rated, and the truth. */
#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings.h"
#include "tests/data_path.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#include <gsl/gsl_cdf.h>
#include <string.h>

#define MAX_PLAYERS 50

#define RATE(players, games) ratings_new(players, games, G_N_ELEMENTS(games))

static bool is_finite(Estimate e)
{
    return isfinite(e.value) && isfinite(e.low) && isfinite(e.high);
}

static bool holds(Estimate e, double truth)
{
    return e.kind == ESTIMATE_INTERVAL && e.low <= truth && truth <= e.high;
}

static void assert_same(Estimate a, Estimate b, double epsilon)
{
    g_assert_cmpint(a.kind, ==, b.kind);
    g_assert_cmpfloat_with_epsilon(a.value, b.value, epsilon);
    g_assert_cmpfloat_with_epsilon(a.low, b.low, epsilon);
    g_assert_cmpfloat_with_epsilon(a.high, b.high, epsilon);
}

/* Strengths in nats again, from what a user is told. */
static double nats_of(const Ratings *ratings, double points)
{
    return points / ratings_scale(ratings);
}

/* The constant of draws. */
static double constant_of_draws(const Ratings *ratings)
{
    const double share = ratings_draw_share(ratings).value;

    return 2 * share / (1 - share);
}

/* A row of @columns numbers for each line of tests/data/@name that is not a comment; the first two
 * are players, from 1. */
static GArray *read_games(const char *name, gboolean has_draws)
{
    GArray *games = g_array_new(FALSE, TRUE, sizeof(RatingsGames));
    g_auto(GStrv) lines = data_lines(name);

    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) cell = g_strsplit(*line, "\t", -1);
        RatingsGames row;
        if (**line == '#' || g_strv_length(cell) != (has_draws ? 5 : 4))
            continue;
        row = (RatingsGames){atoi(cell[0]) - 1,
                             atoi(cell[1]) - 1,
                             {atoi(cell[2]), atoi(cell[3]), has_draws ? atoi(cell[4]) : 0}};
        g_array_append_val(games, row);
    }
    return games;
}

/* The same games with colours exchanged, too: White has no advantage then. */
static void mirror(GArray *games)
{
    const guint count = games->len;

    for (guint i = 0; i < count; i++) {
        const RatingsGames row = g_array_index(games, RatingsGames, i);
        const RatingsGames other = {
            row.black, row.white, {row.score.losses, row.score.wins, row.score.draws}};
        g_array_append_val(games, other);
    }
}

static Ratings *rate(int players, const GArray *games)
{
    return ratings_new(players, (const RatingsGames *)(const void *)games->data, games->len);
}

/* Worths of the players that add up to 1, as papers have them. */
static void get_worths(const Ratings *ratings, int players, double *out_worth)
{
    double sum = 0;

    for (int i = 0; i < players; i++) {
        out_worth[i] = exp(nats_of(ratings, ratings_difference(ratings, i, 0).value));
        sum += out_worth[i];
    }
    for (int i = 0; i < players; i++)
        out_worth[i] /= sum;
}

/* His iteration ended before the fifth digit: ours make the results a little more probable. */
TEST(davidsons_puddings_have_his_estimates)
{
    static const double published[] = {0.1388005, 0.1729985, 0.1617420,
                                       0.1653930, 0.1586805, 0.2023855};
    g_autoptr(GArray) games = read_games("davidson_puddings.tsv", true);
    g_autoptr(Ratings) ratings = NULL;
    double worth[G_N_ELEMENTS(published)];

    mirror(games);
    ratings = rate(6, games);
    get_worths(ratings, 6, worth);
    for (int i = 0; i < 6; i++)
        g_assert_cmpfloat_with_epsilon(worth[i], published[i], 3e-5);
    g_assert_cmpfloat_with_epsilon(constant_of_draws(ratings), 0.7468147, 3e-5);
    g_assert_cmpfloat_with_epsilon(ratings_white_advantage(ratings).value, 0, 1e-6);
}

/* Agresti's table 10.11, whose last column allows for playing at home. */
TEST(agrestis_baseball_teams_have_his_estimates)
{
    static const double published[] = {0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
    g_autoptr(GArray) games = read_games("agresti_baseball.tsv", false);
    g_autoptr(Ratings) ratings = rate(7, games);
    double worth[G_N_ELEMENTS(published)];

    g_assert_cmpint(ratings_draw_share(ratings).kind, ==, ESTIMATE_AT_MOST);
    g_assert_cmpfloat_with_epsilon(nats_of(ratings, ratings_white_advantage(ratings).value), 0.302,
                                   5e-4);
    get_worths(ratings, 7, worth);
    for (int i = 0; i < 7; i++) {
        double nearest = 1; /* in the order of the table */
        for (int j = 0; j < 7; j++)
            nearest = fmin(nearest, fabs(worth[j] - published[i]));
        g_assert_cmpfloat(nearest, <, 5.5e-4);
    }
}

/* One colour and three results: the model says whatever is played. So the difference is that of the
 * share, and its deviation that of the mean of 100 games. The advantage cannot be told. */
TEST(two_players_with_one_colour_have_a_formula)
{
    static const RatingsGames games[] = {{0, 1, {50, 20, 30}}};
    g_autoptr(Ratings) ratings = RATE(2, games);
    const Estimate difference = ratings_difference(ratings, 0, 1);
    const double n = 30 / sqrt(50 * 20.0), share = 0.65;
    const double deviation =
        ELO_PER_NAT / (share * (1 - share)) * sqrt((0.5 + 0.3 / 4 - share * share) / 100);

    g_assert_cmpfloat_with_epsilon(difference.value, elo_from_share(share), 1e-6);
    g_assert_cmpfloat_with_epsilon(difference.high - difference.value, 1.959964 * deviation, 1e-3);
    g_assert_cmpfloat_with_epsilon(ratings_draw_share(ratings).value, n / (2 + n), 1e-9);
    g_assert_cmpint(ratings_white_advantage(ratings).kind, ==, ESTIMATE_GIVEN);
    g_assert_cmpfloat(ratings_white_advantage(ratings).value, ==, 0);
}

TEST(both_colours_tell_strength_and_advantage)
{
    static const RatingsGames games[] = {{0, 1, {60, 20, 0}}, {1, 0, {30, 50, 0}}};
    g_autoptr(Ratings) ratings = RATE(2, games);
    const double white = log(60.0 / 20), black = log(50.0 / 30);

    g_assert_cmpfloat_with_epsilon(ratings_difference(ratings, 0, 1).value,
                                   elo_from_share(110.0 / 160), 1e-5);
    g_assert_cmpfloat_with_epsilon(nats_of(ratings, ratings_difference(ratings, 0, 1).value),
                                   (white + black) / 2, 1e-7);
    g_assert_cmpfloat_with_epsilon(nats_of(ratings, ratings_white_advantage(ratings).value),
                                   (white - black) / 2, 1e-7);
    assert_same(ratings_difference(ratings, 1, 0),
                estimate_transform(ratings_difference(ratings, 0, 1), -1, 0), 1e-9);
}

/* Without draws and with half of the games drawn the scale makes it the Elo formula itself. */
TEST(points_are_those_of_the_elo_formula)
{
    static const RatingsGames decided[] = {{0, 1, {90, 10, 0}}, {1, 0, {10, 90, 0}}};
    static const RatingsGames drawn[] = {{0, 1, {81, 1, 18}}, {1, 0, {1, 81, 18}}};
    g_autoptr(Ratings) of_decided = RATE(2, decided);
    g_autoptr(Ratings) of_drawn = RATE(2, drawn);

    g_assert_cmpfloat_with_epsilon(ratings_difference(of_decided, 0, 1).value, elo_from_share(0.9),
                                   1e-5);
    g_assert_cmpfloat_with_epsilon(ratings_draw_share(of_drawn).value, 0.5, 1e-6);
    g_assert_cmpfloat_with_epsilon(ratings_difference(of_drawn, 0, 1).value, elo_from_share(0.9),
                                   1e-4);
}

/* @games of each player with White against each other; strengths fall by @step from one to the
 * next. */
static GArray *play_round_robin(int players, int games, double step, double white, double draws,
                                Random *random)
{
    GArray *played = g_array_new(FALSE, TRUE, sizeof(RatingsGames));

    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++) {
            RatingsGames row = {i, j, {0, 0, 0}};
            for (int k = 0; k < games && i != j; k++) {
                const int half = synthetic_game((j - i) * step + white, draws, random);
                row.score.wins += half == 2;
                row.score.draws += half == 1;
                row.score.losses += half == 0;
            }
            if (i != j)
                g_array_append_val(played, row);
        }
    return played;
}

/* At the maximum everybody is expected to score what he scored, White too, and draws are as many:
 * the likelihood equations of any exponential family. */
static void assert_expected_is_played(const Ratings *ratings, int players, const GArray *games)
{
    const double n = log(constant_of_draws(ratings));
    const double white = nats_of(ratings, ratings_white_advantage(ratings).value);
    double surplus[MAX_PLAYERS] = {0}, all = 0, draws = 0;

    for (guint i = 0; i < games->len; i++) {
        const RatingsGames row = g_array_index(games, RatingsGames, i);
        const StatisticsScore *score = &row.score;
        const double count = (double)(score->wins + score->losses + score->draws);
        const double nats =
            nats_of(ratings, ratings_difference(ratings, row.white, row.black).value) + white;
        const double more =
            (double)score->wins + (double)score->draws / 2 - count * synthetic_expected(nats, n);
        surplus[row.white] += more;
        surplus[row.black] -= more;
        all += more;
        draws += (double)score->draws - count * exp(n) / (exp(n) + exp(nats / 2) + exp(-nats / 2));
    }
    for (int i = 0; i < players; i++)
        g_assert_cmpfloat_with_epsilon(surplus[i], 0, 1e-3);
    g_assert_cmpfloat_with_epsilon(all, 0, 1e-3);
    g_assert_cmpfloat_with_epsilon(draws, 0, 1e-3);
}

TEST(everybody_is_expected_to_score_what_he_scored)
{
    static const struct {
        int players, games;
        double step;
    } cases[] = {{2, 50, 1}, {3, 10, 0.1}, {8, 30, 1}, {20, 4, 0.3}, {MAX_PLAYERS, 2, 0.3}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Random random = random_for_job(1, i);
        g_autoptr(GArray) games =
            play_round_robin(cases[i].players, cases[i].games, cases[i].step, 0.3, 0.2, &random);
        g_autoptr(Ratings) ratings = rate(cases[i].players, games);
        assert_expected_is_played(ratings, cases[i].players, games);
    }
}

TEST(an_anchor_has_the_rating_that_is_laid_down)
{
    static const RatingsGames games[] = {{0, 1, {5, 3, 2}}, {1, 2, {4, 4, 1}}, {2, 0, {2, 6, 3}}};
    g_autoptr(Ratings) ratings = RATE(3, games);
    const Estimate anchor = ratings_rating(ratings, 1, 1, 1500);

    g_assert_cmpint(anchor.kind, ==, ESTIMATE_GIVEN);
    g_assert_cmpfloat(anchor.value, ==, 1500);
    assert_same(ratings_rating(ratings, 2, 1, 1500),
                estimate_transform(ratings_difference(ratings, 2, 1), 1, 1500), 1e-9);
}

TEST(games_may_be_listed_in_parts)
{
    static const RatingsGames whole[] = {{0, 1, {5, 3, 2}}, {1, 0, {4, 4, 1}}};
    static const RatingsGames parts[] = {
        {1, 0, {1, 0, 1}}, {0, 1, {2, 3, 0}}, {1, 0, {3, 4, 0}}, {0, 1, {3, 0, 2}}};
    g_autoptr(Ratings) a = RATE(2, whole);
    g_autoptr(Ratings) b = RATE(2, parts);

    assert_same(ratings_difference(a, 0, 1), ratings_difference(b, 0, 1), 1e-6);
    assert_same(ratings_draw_share(a), ratings_draw_share(b), 1e-9);
}

TEST(a_billion_games_are_rated)
{
    static const RatingsGames games[] = {{0, 1, {400000000, 100000000, 200000000}},
                                         {1, 0, {200000000, 450000000, 300000000}},
                                         {2, 1, {100000000, 0, 0}},
                                         {2, 3, {3, 2, 1}}};
    g_autoptr(Ratings) ratings = RATE(4, games);
    const Estimate difference = ratings_difference(ratings, 0, 1);

    g_assert_cmpint(difference.kind, ==, ESTIMATE_INTERVAL);
    g_assert_cmpfloat(difference.high - difference.low, <, 0.1);
    g_assert_cmpint(ratings_difference(ratings, 2, 1).kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpint(ratings_difference(ratings, 3, 1).kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpint(ratings_difference(ratings, 3, 2).kind, ==, ESTIMATE_INTERVAL);
}

/* Two players and nothing but wins: the bound of their pairing alone. */
TEST(all_won_has_the_bound_of_the_pairing)
{
    static const RatingsGames games[] = {{0, 1, {25, 0, 0}}, {1, 0, {0, 25, 0}}};
    g_autoptr(Ratings) ratings = RATE(2, games);
    const Scores scores = scores_of_games((StatisticsScore){.wins = 50});
    const Estimate difference = ratings_difference(ratings, 0, 1);

    g_assert_cmpint(difference.kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpfloat_with_epsilon(difference.low, elo_pairing(&scores).elo.low, 0.1);
    assert_same(ratings_difference(ratings, 1, 0), estimate_transform(difference, -1, 0), 1e-3);
}

/* A fourth player that beats all others, and a fifth that loses all its games. */
TEST(extreme_players_leave_the_others_their_ratings)
{
    static const RatingsGames some[] = {{0, 1, {5, 3, 2}}, {1, 2, {4, 4, 1}}, {2, 0, {2, 6, 3}},
                                        {1, 0, {3, 3, 3}}, {2, 1, {1, 3, 3}}, {0, 2, {4, 3, 3}}};
    static const RatingsGames all[] = {{0, 1, {5, 3, 2}}, {1, 2, {4, 4, 1}}, {2, 0, {2, 6, 3}},
                                       {1, 0, {3, 3, 3}}, {2, 1, {1, 3, 3}}, {0, 2, {4, 3, 3}},
                                       {3, 0, {9, 0, 0}}, {1, 3, {0, 8, 0}}, {3, 2, {7, 0, 0}},
                                       {4, 0, {0, 9, 0}}, {1, 4, {8, 0, 0}}, {3, 4, {5, 0, 0}}};
    g_autoptr(Ratings) without = RATE(3, some);
    g_autoptr(Ratings) with = RATE(5, all);

    assert_same(ratings_difference(with, 1, 0), ratings_difference(without, 1, 0), 1e-3);
    assert_same(ratings_difference(with, 2, 0), ratings_difference(without, 2, 0), 1e-3);
    assert_same(ratings_white_advantage(with), ratings_white_advantage(without), 1e-3);
    assert_same(ratings_draw_share(with), ratings_draw_share(without), 1e-5);
    g_assert_cmpint(ratings_difference(with, 3, 0).kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpfloat(ratings_difference(with, 3, 0).low, >, 100);
    g_assert_cmpint(ratings_difference(with, 4, 0).kind, ==, ESTIMATE_AT_MOST);
    g_assert_cmpfloat(ratings_difference(with, 4, 0).high, <, -100);
    g_assert_cmpint(ratings_difference(with, 3, 4).kind, ==, ESTIMATE_AT_LEAST);
    /* An extreme anchor costs the ratings, not what the others are to each other. */
    g_assert_cmpint(ratings_rating(with, 0, 4, 0).kind, ==, ESTIMATE_AT_LEAST);
}

/* What results of two or more players say of the first above the second, of White's advantage and
 * of draws. */
typedef struct {
    int players;
    RatingsGames games[6];
    EstimateKind difference, white, draws;
} Case;

static const Case CASES[] = {
    /* no games; no games of one of them */
    {2, {{0, 1, {0, 0, 0}}}, ESTIMATE_UNKNOWN, ESTIMATE_GIVEN, ESTIMATE_UNKNOWN},
    {3, {{1, 2, {3, 2, 1}}}, ESTIMATE_UNKNOWN, ESTIMATE_GIVEN, ESTIMATE_INTERVAL},
    /* two tournaments that nothing connects */
    {4,
     {{0, 2, {9, 5, 3}}, {2, 0, {4, 9, 2}}, {1, 3, {9, 4, 2}}, {3, 1, {3, 9, 3}}},
     ESTIMATE_UNKNOWN,
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL},
    /* no draws */
    {2,
     {{0, 1, {5, 2, 0}}, {1, 0, {3, 4, 0}}},
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL,
     ESTIMATE_AT_MOST},
    /* nothing but draws, which the constant explains whatever the strengths */
    {2,
     {{0, 1, {0, 0, 5}}, {1, 0, {0, 0, 5}}},
     ESTIMATE_UNKNOWN,
     ESTIMATE_UNKNOWN,
     ESTIMATE_AT_LEAST},
    /* White wins always: no strength is needed, and any will do */
    {2,
     {{0, 1, {5, 0, 0}}, {1, 0, {5, 0, 0}}},
     ESTIMATE_UNKNOWN,
     ESTIMATE_AT_LEAST,
     ESTIMATE_UNKNOWN},
    /* won and drawn, and nothing else says how usual draws are */
    {2,
     {{0, 1, {5, 0, 3}}, {1, 0, {0, 5, 3}}},
     ESTIMATE_AT_LEAST,
     ESTIMATE_UNKNOWN,
     ESTIMATE_AT_LEAST},
    /* won and drawn where others say it */
    {3,
     {{0, 1, {5, 0, 3}}, {1, 0, {0, 5, 3}}, {1, 2, {3, 3, 3}}, {2, 1, {3, 3, 3}}},
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL},
    /* both beat a third */
    {3, {{0, 2, {5, 0, 0}}, {2, 1, {0, 5, 0}}}, ESTIMATE_UNKNOWN, ESTIMATE_GIVEN, ESTIMATE_UNKNOWN},
    /* better than a player that is better */
    {3,
     {{0, 2, {5, 0, 0}}, {2, 0, {0, 5, 0}}, {2, 1, {5, 0, 0}}, {1, 2, {0, 5, 0}}},
     ESTIMATE_AT_LEAST,
     ESTIMATE_UNKNOWN,
     ESTIMATE_UNKNOWN},
    /* colours on a ladder: 0 above 2 above 1 */
    {3,
     {{0, 2, {5, 3, 2}}, {2, 1, {3, 5, 2}}},
     ESTIMATE_INTERVAL,
     ESTIMATE_GIVEN,
     ESTIMATE_INTERVAL},
    /* a step of the ladder left out: strengths alone would not do */
    {3,
     {{0, 2, {5, 3, 2}}, {2, 1, {3, 5, 2}}, {0, 1, {2, 2, 2}}},
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL},
    /* a ring of rare upsets */
    {3,
     {{0, 1, {1000, 0, 0}},
      {2, 1, {0, 1000, 0}},
      {1, 2, {1000, 0, 0}},
      {1, 0, {0, 1000, 0}},
      {2, 0, {1, 0, 0}}},
     ESTIMATE_INTERVAL,
     ESTIMATE_INTERVAL,
     ESTIMATE_AT_MOST},
};

TEST(what_cannot_be_estimated_says_so)
{
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++) {
        const Case *c = &CASES[i];
        g_autoptr(Ratings) ratings = RATE(c->players, c->games);
        g_test_message("case %zu", i);
        g_assert_cmpint(ratings_difference(ratings, 0, 1).kind, ==, c->difference);
        g_assert_cmpint(ratings_white_advantage(ratings).kind, ==, c->white);
        g_assert_cmpint(ratings_draw_share(ratings).kind, ==, c->draws);
    }
}

/* Small tournaments with draws and colours as they come. */
static void play_few_games(int players, Random *random, GArray *games)
{
    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++) {
            const RatingsGames row = {
                i, j, {random_below(random, 3), random_below(random, 2), random_below(random, 2)}};
            if (i != j && random_below(random, 2) == 0)
                g_array_append_val(games, row);
        }
}

static void assert_bounds_are_those_of_their_kind(Estimate e)
{
    g_assert_true(is_finite(e));
    if (e.kind == ESTIMATE_INTERVAL) {
        g_assert_cmpfloat(e.low, <=, e.value);
        g_assert_cmpfloat(e.value, <=, e.high);
    }
    if (e.kind == ESTIMATE_AT_LEAST || e.kind == ESTIMATE_UNKNOWN)
        g_assert_cmpfloat(e.high, ==, 0);
    if (e.kind == ESTIMATE_AT_MOST || e.kind == ESTIMATE_UNKNOWN)
        g_assert_cmpfloat(e.low, ==, 0);
}

TEST(no_tournament_has_a_number_that_is_none)
{
    for (uint64_t number = 0; number < 500; number++) {
        Random random = random_for_job(3, number);
        const int players = 2 + (int)random_below(&random, 4);
        g_autoptr(GArray) games = g_array_new(FALSE, TRUE, sizeof(RatingsGames));
        g_autoptr(Ratings) ratings = NULL;
        play_few_games(players, &random, games);
        ratings = rate(players, games);
        assert_bounds_are_those_of_their_kind(ratings_white_advantage(ratings));
        assert_bounds_are_those_of_their_kind(ratings_draw_share(ratings));
        for (int i = 1; i < players; i++) {
            const Estimate e = ratings_difference(ratings, i, 0);
            assert_bounds_are_those_of_their_kind(e);
            assert_same(ratings_difference(ratings, 0, i), estimate_transform(e, -1, 0), 1e-2);
        }
    }
}

/* Wins of @player over others, and chains of them. */
static void close_chains(int players, bool beats[MAX_PLAYERS][MAX_PLAYERS])
{
    for (int k = 0; k < players; k++)
        for (int i = 0; i < players; i++)
            for (int j = 0; j < players; j++)
                beats[i][j] |= beats[i][k] && beats[k][j];
}

static EstimateKind kind_by_chains(bool there, bool back)
{
    if (there && back)
        return ESTIMATE_INTERVAL;
    if (there)
        return ESTIMATE_AT_LEAST;
    return back ? ESTIMATE_AT_MOST : ESTIMATE_UNKNOWN;
}

/* Without draws, and with colours that make no difference, a difference can be estimated if and
 * only if chains of wins lead both ways (E. Zermelo, Mathematische Zeitschrift 29, 1929; L. R.
 * Ford, American Mathematical Monthly 64, 1957). */
TEST(chains_of_wins_tell_what_can_be_estimated)
{
    for (uint64_t number = 0; number < 200; number++) {
        Random random = random_for_job(4, number);
        const int players = 2 + (int)random_below(&random, 6);
        g_autoptr(GArray) games = g_array_new(FALSE, TRUE, sizeof(RatingsGames));
        g_autoptr(Ratings) ratings = NULL;
        bool beats[MAX_PLAYERS][MAX_PLAYERS] = {{false}};
        for (int i = 0; i < 2 * players; i++) {
            const int winner = (int)random_below(&random, (uint32_t)players);
            const int loser = (int)random_below(&random, (uint32_t)players);
            const RatingsGames row = {winner, loser, {1 + random_below(&random, 20), 0, 0}};
            if (winner != loser)
                g_array_append_val(games, row);
            beats[winner][loser] |= winner != loser;
        }
        mirror(games);
        close_chains(players, beats);
        ratings = rate(players, games);
        for (int i = 1; i < players; i++)
            g_assert_cmpint(ratings_difference(ratings, 0, i).kind, ==,
                            kind_by_chains(beats[0][i], beats[i][0]));
    }
}

TEST(the_same_chance_resamples_the_same_intervals)
{
    Random random = random_for_job(5, 1), again = random;
    g_autoptr(GArray) games = play_round_robin(4, 20, 0.5, 0.3, 0, &random);
    g_autoptr(Ratings) ratings = rate(4, games);
    Estimate a[4], b[4];

    again = random;
    ratings_resample(ratings, 1, 100, 200, &random, a);
    ratings_resample(ratings, 1, 100, 200, &again, b);
    g_assert_cmpmem(&random, sizeof random, &again, sizeof again);
    for (int i = 0; i < 4; i++)
        assert_same(a[i], b[i], 1e-12);
    g_assert_cmpint(a[1].kind, ==, ESTIMATE_GIVEN);
    g_assert_cmpfloat(a[1].value, ==, 100);
}

TEST(resampled_intervals_are_as_wide_as_the_others)
{
    Random random = random_for_job(6, 1);
    g_autoptr(GArray) games = play_round_robin(4, 100, 0.5, 0.3, 0, &random);
    g_autoptr(Ratings) ratings = rate(4, games);
    Estimate resampled[4];

    ratings_resample(ratings, 0, 0, 2000, &random, resampled);
    for (int i = 1; i < 4; i++) {
        const Estimate e = ratings_difference(ratings, i, 0);
        const double ratio = (resampled[i].high - resampled[i].low) / (e.high - e.low);
        g_test_message("player %d: %.3f times as wide", i, ratio);
        g_assert_cmpfloat_with_epsilon(ratio, 1, 0.1);
        g_assert_cmpfloat(resampled[i].value, ==, e.value);
    }
}

/* A single loss is not drawn again in every third resample: the difference has no end above. */
TEST(what_resamples_lose_has_no_end)
{
    static const RatingsGames games[] = {{0, 1, {25, 0, 0}}, {1, 0, {1, 24, 0}}};
    static const RatingsGames won[] = {{0, 1, {25, 0, 0}}, {1, 0, {0, 25, 0}}};
    g_autoptr(Ratings) ratings = RATE(2, games);
    g_autoptr(Ratings) of_won = RATE(2, won);
    Random random = random_for_job(7, 1);
    Estimate resampled[2];

    ratings_resample(ratings, 1, 0, 500, &random, resampled);
    g_assert_cmpint(resampled[0].kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpfloat(resampled[0].low, >, 0);
    ratings_resample(of_won, 1, 0, 100, &random, resampled);
    assert_same(resampled[0], ratings_difference(of_won, 0, 1), 1e-6);
}

/* A tournament whose truth is known, and how often its intervals hold it. */
typedef struct {
    int players, games;
    double step, white, draws;
} Tournament;

/* Of all pairings, as many games each, the line through the origin that is nearest to the points of
 * their scores. */
static double points_of(const Tournament *t, double nats)
{
    double product = 0, square = 0;

    for (int i = 1; i < t->players; i++) {
        const Synthetic pairing = {i * t->step, t->white, 0, t->draws};
        const int alike = t->players - i;
        product += alike * i * t->step * elo_from_share(synthetic_share(&pairing));
        square += alike * i * t->step * i * t->step;
    }
    return nats * product / square;
}

static GArray *play(const Tournament *t, Random *random)
{
    return play_round_robin(t->players, t->games, t->step, t->white, t->draws, random);
}

static void check_coverage(const Tournament *t, uint64_t seed)
{
    const int trials = synthetic_trials();
    int held[MAX_PLAYERS] = {0}, all = 0, white = 0, draws = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(seed, (uint64_t)trial);
        g_autoptr(GArray) games = play(t, &random);
        g_autoptr(Ratings) ratings = rate(t->players, games);
        for (int i = 1; i < t->players; i++)
            held[i] += holds(ratings_difference(ratings, i, 0), points_of(t, -i * t->step));
        white += holds(ratings_white_advantage(ratings), points_of(t, t->white));
        draws += holds(ratings_draw_share(ratings), exp(t->draws) / (2 + exp(t->draws)));
    }
    for (int i = 1; i < t->players; i++)
        all += held[i];
    /* The dispersion is never below 1: intervals contain the truth a little more often, and in 98 %
     * where results of great differences are rare. */
    assert_near_95_per_cent("ratings", all, trials * (t->players - 1), 0.035);
    assert_near_95_per_cent("nearest", held[1], trials, 0.035);
    assert_near_95_per_cent("farthest", held[t->players - 1], trials, 0.04);
    assert_near_95_per_cent("advantage", white, trials, 0.025);
    assert_near_95_per_cent("draws", draws, trials, 0.03);
}

TEST(intervals_hold_the_truth)
{
    static const Tournament tournaments[] = {
        {2, 50, 0.5, 0.3, 0},   /* a match */
        {6, 20, 0.4, 0.2, 0.7}, /* half of the games drawn */
        {8, 10, 0.3, 0.5, -2},  /* few draws, few games */
        {4, 200, 1, 0, 1.5},    /* great differences, many draws */
        {2, 20, 0.1, 0.3, 0.7}, /* a short match */
    };

    for (size_t i = 0; i < G_N_ELEMENTS(tournaments); i++)
        check_coverage(&tournaments[i], 10 + i);
}

/* Three players that beat each other in a circle: none is better, and each entry of 100 games is
 * 10 wins and 10 losses away from 50 of each. */
TEST(a_circle_is_what_no_ratings_explain)
{
    static const RatingsGames games[] = {{0, 1, {60, 40, 0}}, {1, 0, {40, 60, 0}},
                                         {1, 2, {60, 40, 0}}, {2, 1, {40, 60, 0}},
                                         {2, 0, {60, 40, 0}}, {0, 2, {40, 60, 0}}};
    g_autoptr(Ratings) ratings = RATE(3, games);
    const RatingsGoodness goodness = ratings_goodness(ratings);
    const double statistic = 6 * 2 * 100.0 / 50;
    g_autoptr(GArray) residuals = ratings_residuals(ratings);

    /* Each game with two results; two strengths and White's advantage. */
    g_assert_cmpfloat_with_epsilon(goodness.statistic, statistic, 1e-6);
    g_assert_cmpfloat_with_epsilon(goodness.dispersion, statistic / 3, 1e-6);
    g_assert_cmpint(goodness.freedom, ==, 3);
    g_assert_cmpfloat_with_epsilon(goodness.p, gsl_cdf_chisq_Q(statistic, 3), 1e-9);
    g_assert_cmpint(residuals->len, ==, 3);
    for (guint i = 0; i < residuals->len; i++) {
        const RatingsResidual *residual = &g_array_index(residuals, RatingsResidual, i);
        const double sign = residual->player == 0 && residual->other == 2 ? -1 : 1;
        g_assert_cmpfloat_with_epsilon(residual->score, 0.5 + sign * 0.1, 1e-9);
        g_assert_cmpfloat_with_epsilon(residual->expected, 0.5, 1e-9);
        /* 20 points of 50 games' variance, a third of which two free strengths leave. */
        g_assert_cmpfloat_with_epsilon(residual->z, sign * 20 / sqrt(50.0 / 3), 1e-6);
    }
}

/* Statistics of fit have the distribution they are said to have, and residuals are standard normal.
 */
TEST(where_the_model_holds_it_is_rejected_as_rarely_as_said)
{
    static const Tournament t = {5, 40, 0.3, 0.3, 0.2};
    const int trials = synthetic_trials();
    int held = 0, within = 0, residual_count = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(30, (uint64_t)trial);
        g_autoptr(GArray) games = play(&t, &random);
        g_autoptr(Ratings) ratings = rate(t.players, games);
        g_autoptr(GArray) residuals = ratings_residuals(ratings);
        const RatingsGoodness goodness = ratings_goodness(ratings);
        g_assert_cmpint(goodness.freedom, ==, 20 * 2 - 6);
        held += goodness.p > 0.05;
        for (guint i = 0; i < residuals->len; i++, residual_count++)
            within += fabs(g_array_index(residuals, RatingsResidual, i).z) < 1.959964;
    }
    assert_near_95_per_cent("statistics of fit", held, trials, 0.02);
    assert_about_95_per_cent("residuals", within, residual_count);
}

/* Results that are ruled out are no freedom: what is left is the rest of the tournament. */
TEST(who_won_everything_leaves_the_fit_of_the_others)
{
    static const RatingsGames some[] = {{0, 1, {5, 3, 2}}, {1, 2, {4, 4, 1}}, {2, 0, {2, 6, 3}},
                                        {1, 0, {3, 3, 3}}, {2, 1, {1, 3, 3}}, {0, 2, {4, 3, 3}}};
    static const RatingsGames all[] = {{0, 1, {5, 3, 2}}, {1, 2, {4, 4, 1}}, {2, 0, {2, 6, 3}},
                                       {1, 0, {3, 3, 3}}, {2, 1, {1, 3, 3}}, {0, 2, {4, 3, 3}},
                                       {3, 0, {9, 0, 0}}, {1, 3, {0, 8, 0}}, {3, 2, {7, 0, 0}}};
    g_autoptr(Ratings) without = RATE(3, some);
    g_autoptr(Ratings) with = RATE(4, all);
    const RatingsGoodness a = ratings_goodness(without), b = ratings_goodness(with);

    g_assert_cmpint(a.freedom, ==, b.freedom);
    g_assert_cmpfloat_with_epsilon(a.statistic, b.statistic, 1e-4);
}

TEST(resampled_intervals_hold_the_truth)
{
    static const Tournament t = {3, 30, 0.5, 0.3, 0.5};
    const int trials = synthetic_trials() / 10;
    int held = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(20, (uint64_t)trial);
        g_autoptr(GArray) games = play(&t, &random);
        g_autoptr(Ratings) ratings = rate(t.players, games);
        Estimate resampled[3];
        ratings_resample(ratings, 0, 0, 200, &random, resampled);
        held += holds(resampled[1], points_of(&t, -t.step));
    }
    g_test_message("%.2f %% of %d", 100.0 * held / trials, trials);
    g_assert_cmpfloat_with_epsilon((double)held / trials, 0.95, 0.01 + 3 * 0.218 / sqrt(trials));
}
