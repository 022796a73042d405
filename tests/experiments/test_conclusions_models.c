/* Simulated experiments whose conclusions come from a model of all games together: round robins.
 * The cells are as those of test_conclusions.c. */
#include "experiments/numbers/elo.h"
#include "experiments/numbers/ratings.h"
#include "tests/conclusions.h"
#include "tests/synthetic.h"

#define WHITE 0.2 /* nats */

/* Below so many expected decisive games per player few different results are possible. */
#define FEW_DECISIVE 8

static const int DRAWS[] = {30, 60, 85, 95};

/* Points of a nat in a round robin of players who are @step nats apart each. */
static double scale_of(int players, double step, int draws)
{
    double product = 0, square = 0;

    for (int lead = 1; lead < players; lead++) {
        const Synthetic pairing = {step * lead, WHITE, 0, synthetic_draws_constant(draws)};
        product += (players - lead) * step * lead * elo_from_share(synthetic_share(&pairing));
        square += (players - lead) * step * lead * step * lead;
    }
    return square > 0 ? product / square : ELO_PER_NAT * (1 - draws / 100.0);
}

/* A round robin: each player has White @each times against each other one. */
typedef struct {
    int players, each, draws;
    double step; /* nats */
} RoundRobin;

#define MAX_PLAYERS 10

static size_t play_round_robin(const RoundRobin *of, Random *random, RatingsGames *out_games,
                               double *out_points)
{
    size_t count = 0;

    for (int i = 0; i < of->players; i++)
        out_points[i] = 0;
    for (int white = 0; white < of->players; white++)
        for (int black = 0; black < of->players; black++) {
            RatingsGames *games = &out_games[count];
            if (white == black)
                continue;
            *games = (RatingsGames){white, black, {0}};
            for (int i = 0; i < of->each; i++) {
                const int half_points = synthetic_game(of->step * (black - white) + WHITE,
                                                       synthetic_draws_constant(of->draws), random);
                statistics_score_add(&games->score, half_points);
                out_points[white] += half_points;
                out_points[black] += 2 - half_points;
            }
            count++;
        }
    return count;
}

/* The first player against all others, White's advantage, the share of draws, and the test of
 * fit. */
static void check_round_robin(RoundRobin of)
{
    const int experiments = conclusions_experiments(), others = of.players - 1;
    const double scale = scale_of(of.players, of.step, of.draws);
    const double decisive = of.each * others * (1 - of.draws / 100.0);
    const bool is_conservative = decisive < FEW_DECISIVE;
    Conclusions ratings = {.experiments = experiments * others};
    Conclusions white = {.experiments = experiments}, draws = white, fit = white;
    Conclusions *const cells[] = {&ratings, &white, &draws, &fit};
    static const char *const names[] = {"ratings", "White's advantage", "share of draws", "fit"};

    for (int trial = 0; trial < experiments; trial++) {
        Random random = random_for_job((uint64_t)(of.players * 100 + of.each), (uint64_t)trial);
        RatingsGames games[MAX_PLAYERS * MAX_PLAYERS];
        double points[MAX_PLAYERS];
        const size_t count = play_round_robin(&of, &random, games, points);
        g_autoptr(Ratings) fitted = NULL;
        if (!ratings_are_enough(games, count, 0))
            continue;
        fitted = ratings_new(of.players, games, count);
        for (int i = 1; i < of.players; i++) {
            const Estimate lead = ratings_difference(fitted, 0, i);
            conclusions_add(&ratings, lead, of.step * i * scale, points[0] - points[i]);
            conclusions_decide(&ratings, conclusions_sign_of(lead), of.step * i);
        }
        conclusions_add(&white, ratings_white_advantage(fitted), WHITE * scale, 0);
        conclusions_add(&draws, ratings_draw_share(fitted), of.draws / 100.0, 0);
        conclusions_decide(&fit, ratings_goodness(fitted).p < 0.05, 0);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
        g_autofree char *name =
            g_strdup_printf("`report`, %d players, %d games with each colour: %s | %d %% | %.0f",
                            of.players, of.each, names[i], of.draws, of.step * scale);
        conclusions_check(cells[i], name, is_conservative);
    }
}

TEST(round_robins_conclude_what_is_true)
{
    static const int sizes[][2] = {{3, 1}, {3, 5}, {4, 1}, {4, 2}, {4, 5}, {4, 20}, {8, 1}, {8, 5}};
    static const double steps[] = {0, 0.4};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(DRAWS); j++)
            for (size_t k = 0; k < G_N_ELEMENTS(steps); k++)
                check_round_robin((RoundRobin){sizes[i][0], sizes[i][1], DRAWS[j], steps[k]});
}
