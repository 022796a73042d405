/* Ratings by places against the odds they stand for, and against games drawn from the model. */
#include "experiments/numbers/plackett_luce.h"

#include "experiments/numbers/elo.h"

#include "tests/conclusions.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#define MAX_PLAYERS 5

/* Strengths in nats, of players and of seats; the constants of ties of two and three. */
typedef struct {
    int players;
    double strength[MAX_PLAYERS], tie[4];
} World;

static const double SEAT[3] = {0.2, 0, -0.1};

static double weight_of(const World *world, const int *player, int set)
{
    const int size = __builtin_popcount((unsigned)set);
    double sum = 0;

    for (int seat = 0; seat < 3; seat++)
        sum += set >> seat & 1 ? world->strength[player[seat]] + SEAT[seat] : 0;
    return world->tie[size] * exp(sum / size);
}

/* Draws the places of a game from the model, the next set of seats each time. */
static PlackettLuceGames draw_game(const World *world, const int *player, Random *random)
{
    PlackettLuceGames game = {.player = {player[0], player[1], player[2]}, .count = 1};

    for (int left = 7, points = 3; left != 0; points--) {
        double all = 0, at;
        int chosen = 0;
        for (int set = 1; set <= 7; set++)
            all += (set & ~left) == 0 ? weight_of(world, player, set) : 0;
        at = synthetic_uniform(random) * all;
        for (int set = 1; set <= 7 && at >= 0; set++)
            if ((set & ~left) == 0) {
                at -= weight_of(world, player, set);
                chosen = set;
            }
        for (int seat = 0; seat < 3; seat++)
            if (chosen >> seat & 1)
                game.points[seat] = points;
        left &= ~chosen;
    }
    return game;
}

/* @rounds games of every three of the players in each seating; adds up their points. */
static PlackettLuce *play(const World *world, int rounds, Random *random, int *points)
{
    g_autoptr(GArray) games = g_array_new(FALSE, FALSE, sizeof(PlackettLuceGames));
    const int players = world->players;

    for (int i = 0; i < players * players * players * rounds; i++) {
        const int seats[] = {i % players, i / players % players, i / players / players % players};
        if (seats[0] == seats[1] || seats[1] == seats[2] || seats[0] == seats[2])
            continue;
        const PlackettLuceGames game = draw_game(world, seats, random);
        for (int seat = 0; seat < 3; seat++)
            points[seats[seat]] += game.points[seat];
        g_array_append_val(games, game);
    }
    return plackett_luce_fit(players, (const PlackettLuceGames *)(void *)games->data, games->len);
}

/* @draws per cent of games between equals are drawn; a game in fifty or so has two winners. */
static void check_places(int players, int rounds, int draws, double step)
{
    g_autofree char *truth = g_strdup_printf("%d %% | %.0f", draws, step * ELO_PER_NAT);
    g_autofree char *size = g_strdup_printf("`places`, %d players, %d games", players,
                                            rounds * players * (players - 1) * (players - 2));
    g_autofree char *of_leads = g_strdup_printf("%s: players | %s", size, truth);
    g_autofree char *of_seats = g_strdup_printf("%s: seats | %s", size, truth);
    World world = {.players = players, .tie = {0, 1, 0.02, 3.06 * draws / (100.0 - draws)}};
    Conclusions leads = {.experiments = conclusions_experiments() / 4}, seats = leads;
    const bool is_conservative = rounds * (100 - draws) < 300;

    for (int i = 0; i < players; i++)
        world.strength[i] = -step * i;
    for (int i = 0; i < leads.experiments; i++) {
        Random random = random_for_job((uint64_t)(draws * 100 + players + rounds), (uint64_t)i);
        int points[MAX_PLAYERS] = {0};
        g_autoptr(PlackettLuce) fit = play(&world, rounds, &random, points);
        const Estimate lead = plackett_luce_difference(fit, 0, 1);
        conclusions_add(&leads, lead, ELO_PER_NAT * step, points[0] - points[1]);
        conclusions_decide(&leads, conclusions_sign_of(lead), step);
        conclusions_add(&seats, plackett_luce_seats(fit, 0, 2), ELO_PER_NAT * (SEAT[0] - SEAT[2]),
                        0);
    }
    conclusions_check(&leads, of_leads, is_conservative);
    conclusions_check(&seats, of_seats, is_conservative);
}

/* Fits take long: there are fewer trials, and the suite has every third cell. */
TEST(places_conclude_what_is_true)
{
    static const int sizes[][2] = {{3, 1}, {3, 2}, {3, 4}, {5, 1}}, draws[] = {0, 60, 85};
    const size_t cells = G_N_ELEMENTS(sizes) * G_N_ELEMENTS(draws) * 2;

    for (size_t i = 0; i < cells; i += conclusions_experiments() < 1000 ? 3 : 1) {
        const size_t size = i / 2 / G_N_ELEMENTS(draws);
        check_places(sizes[size][0], sizes[size][1], draws[i / 2 % G_N_ELEMENTS(draws)],
                     i % 2 == 0 ? 0 : 0.4);
    }
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
