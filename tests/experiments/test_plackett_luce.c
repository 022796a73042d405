/* Ratings by places against the odds they stand for, and against games drawn from the model. */
#include "experiments/numbers/plackett_luce.h"

#include "experiments/numbers/elo.h"

#include "tests/synthetic.h"
#include "tests/test.h"

#define PLAYERS 4

/* Strengths in nats, of players and of seats; the constants of ties of two and three. */
static const double STRENGTH[PLAYERS] = {0.6, 0.1, -0.2, -0.5}, SEAT[3] = {0.2, 0, -0.1};
static const double TIE[4] = {0, 1, 0.3, 0.5};

static double weight_of(const int *player, int set)
{
    const int size = __builtin_popcount((unsigned)set);
    double sum = 0;

    for (int seat = 0; seat < 3; seat++)
        sum += set >> seat & 1 ? STRENGTH[player[seat]] + SEAT[seat] : 0;
    return TIE[size] * exp(sum / size);
}

/* Draws the places of a game from the model, the next set of seats each time. */
static PlackettLuceGames draw_game(const int *player, Random *random)
{
    PlackettLuceGames game = {.player = {player[0], player[1], player[2]}, .count = 1};

    for (int left = 7, points = 3; left != 0; points--) {
        double all = 0, at;
        int chosen = 0;
        for (int set = 1; set <= 7; set++)
            all += (set & ~left) == 0 ? weight_of(player, set) : 0;
        at = synthetic_uniform(random) * all;
        for (int set = 1; set <= 7 && at >= 0; set++)
            if ((set & ~left) == 0) {
                at -= weight_of(player, set);
                chosen = set;
            }
        for (int seat = 0; seat < 3; seat++)
            if (chosen >> seat & 1)
                game.points[seat] = points;
        left &= ~chosen;
    }
    return game;
}

/* @count games of every three of the players, seated by chance. */
static PlackettLuce *play(int players, int count, Random *random)
{
    g_autofree PlackettLuceGames *games = g_new(PlackettLuceGames, count);

    for (int i = 0; i < count; i++) {
        int seats[PLAYERS];
        for (int j = 0; j < players; j++)
            seats[j] = j;
        for (int j = 0; j < 3; j++) {
            const int other = j + (int)random_below(random, (uint32_t)(players - j));
            const int held = seats[j];
            seats[j] = seats[other];
            seats[other] = held;
        }
        games[i] = draw_game(seats, random);
    }
    return plackett_luce_fit(players, games, (size_t)count);
}

TEST(many_games_tell_the_strengths)
{
    Random random = random_for_job(1, 1);
    g_autoptr(PlackettLuce) fit = play(PLAYERS, 4000, &random);

    for (int i = 1; i < PLAYERS; i++) {
        const Estimate lead = plackett_luce_difference(fit, 0, i);
        const double truth = ELO_PER_NAT * (STRENGTH[0] - STRENGTH[i]);
        g_assert_cmpfloat_with_epsilon(lead.value, truth, 18);
        g_assert_cmpfloat(lead.high - lead.low, <, 36);
    }
    g_assert_cmpfloat_with_epsilon(plackett_luce_seats(fit, 0, 2).value,
                                   ELO_PER_NAT * (SEAT[0] - SEAT[2]), 18);
}

/* Of the first two places both orders are known in closed form: A is before B in three games of
 * four, whatever C does, which is always last. */
TEST(odds_of_the_higher_place_are_points)
{
    const PlackettLuceGames games[] = {
        {{0, 1, 2}, {3, 2, 1}, 15}, {{1, 0, 2}, {2, 3, 1}, 15}, {{0, 1, 2}, {2, 3, 1}, 5},
        {{1, 0, 2}, {3, 2, 1}, 5},  {{0, 1, 2}, {1, 1, 3}, 1},  {{2, 1, 0}, {3, 1, 1}, 1},
    };
    const PlackettLuceGames last[] = {{{0, 1, 2}, {3, 2, 1}, 15},
                                      {{1, 0, 2}, {2, 3, 1}, 15},
                                      {{0, 1, 2}, {2, 3, 1}, 5},
                                      {{1, 0, 2}, {3, 2, 1}, 5}};
    g_autoptr(PlackettLuce) fit = plackett_luce_fit(3, games, G_N_ELEMENTS(games));
    g_autoptr(PlackettLuce) unlimited = plackett_luce_fit(3, last, G_N_ELEMENTS(last));

    g_assert_cmpfloat_with_epsilon(plackett_luce_difference(unlimited, 0, 1).value,
                                   elo_from_share(0.75), 0.01);
    g_assert_cmpint(plackett_luce_difference(unlimited, 0, 2).kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpint(plackett_luce_difference(fit, 0, 2).kind, ==, ESTIMATE_INTERVAL);
    g_assert_cmpint(plackett_luce_difference(fit, 1, 1).kind, ==, ESTIMATE_GIVEN);
}

TEST(intervals_of_forty_games_hold_the_truth)
{
    const int trials = synthetic_trials();
    int held = 0, seats = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(4, (uint64_t)trial);
        g_autoptr(PlackettLuce) fit = play(3, 40, &random);
        const Estimate lead = plackett_luce_difference(fit, 0, 1);
        const Estimate seat = plackett_luce_seats(fit, 0, 2);
        const double truth = ELO_PER_NAT * (STRENGTH[0] - STRENGTH[1]);
        const double of_seat = ELO_PER_NAT * (SEAT[0] - SEAT[2]);
        held += lead.low <= truth && truth <= lead.high;
        seats += seat.low <= of_seat && of_seat <= seat.high;
    }
    assert_about_95_per_cent("differences of places", held, trials);
    assert_about_95_per_cent("differences of seats", seats, trials);
}
