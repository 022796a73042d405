/* A race against a round robin of twice as many games: both rank the same players. */
#include "experiments/numbers/race.h"

#include "experiments/numbers/elo.h"

#include "tests/conclusions.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#include <gsl/gsl_randist.h>

#define WHITE 0.2 /* nats */
#define PLAYERS 16
#define PAIRS (PLAYERS * (PLAYERS - 1) / 2)
#define GAMES 20   /* of each pairing of the round robin */
#define SPREAD 400 /* standard deviation of the players' ratings */

typedef struct {
    double strength[PLAYERS];
    RatingsGames games[PLAYERS][PLAYERS]; /* by White and Black */
} World;

static void world_init(World *world, Random *random)
{
    const gsl_rng rng = random_gsl(random);

    for (int i = 0; i < PLAYERS; i++) {
        world->strength[i] = gsl_ran_gaussian(&rng, SPREAD / ELO_PER_NAT);
        for (int j = 0; j < PLAYERS; j++)
            world->games[i][j] = (RatingsGames){i, j, {0}};
    }
}

static void forget_games(World *world)
{
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            world->games[i][j].score = (StatisticsScore){0};
}

/* A game with each colour. */
static void play_pair(World *world, int player, int other, Random *random)
{
    for (int i = 0; i < 2; i++) {
        const int white = i == 0 ? player : other, black = i == 0 ? other : player;
        StatisticsScore *score = &world->games[white][black].score;
        const int points =
            synthetic_game(world->strength[white] - world->strength[black] + WHITE, 0, random);
        score->wins += points == 2;
        score->draws += points == 1;
        score->losses += points == 0;
    }
}

/* The games that were played. */
static GArray *judge(const World *world)
{
    RatingsGames games[PLAYERS * PLAYERS];
    size_t count = 0;

    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            if (i != j)
                games[count++] = world->games[i][j];
    return race_pairs(PLAYERS, games, count);
}

static int count_wrong(const World *world)
{
    g_autoptr(GArray) pairs = judge(world);
    int wrong = 0;

    for (guint i = 0; i < pairs->len; i++) {
        const RacePair *pair = &g_array_index(pairs, RacePair, i);
        wrong += world->strength[pair->better] < world->strength[pair->worse];
    }
    return wrong;
}

/* Plays rounds of a pair of games for each player, in all at most half of those of a round robin.
 * Returns how many games were needed. */
static int race(World *world, Random *random)
{
    int games = 0;

    for (;;) {
        g_autoptr(GArray) pairs = judge(world);
        int played = 0;
        while (played < PLAYERS && games < PAIRS * GAMES / 2) {
            const RacePair *pair = &g_array_index(pairs, RacePair, played);
            if (pair->need == 0)
                break;
            play_pair(world, pair->better, pair->worse, random);
            games += 2;
            played++;
        }
        if (played == 0)
            return games;
    }
}

TEST(half_the_games_of_a_round_robin_rank_as_well)
{
    const int trials = MAX(synthetic_trials() / 40, 1);
    double of_all = 0, of_race = 0, games = 0;

    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job(7, (uint64_t)trial);
        World world;
        world_init(&world, &random);
        for (int i = 0; i < PLAYERS; i++)
            for (int j = i + 1; j < PLAYERS; j++)
                for (int k = 0; k < GAMES; k += 2)
                    play_pair(&world, i, j, &random);
        of_all += count_wrong(&world);
        forget_games(&world);
        games += race(&world, &random);
        of_race += count_wrong(&world);
    }
    g_test_message("of %d pairs a round robin has %.2f in the wrong order after %d games, a race "
                   "%.2f after %.0f (%d trials)",
                   PAIRS, of_all / trials, PAIRS * GAMES, of_race / trials, games / trials, trials);
    g_assert_cmpfloat(games, <=, trials * PAIRS * GAMES / 2.0);
    g_assert_cmpfloat(of_race, <=, of_all * (trials < 1000 ? 1.2 : 1));
}

TEST(players_far_apart_are_decided_first)
{
    const RatingsGames games[] = {
        {0, 1, {20, 20, 0}}, {1, 2, {36, 2, 2}}, {0, 2, {36, 2, 2}}, {2, 1, {2, 36, 2}}};
    g_autoptr(GArray) pairs = race_pairs(3, games, G_N_ELEMENTS(games));
    const RacePair *first = &g_array_index(pairs, RacePair, 0);

    g_assert_cmpint(first->better + first->worse, ==, 1);
    g_assert_cmpfloat(first->need, >, 0);
    g_assert_cmpfloat(g_array_index(pairs, RacePair, 1).need, ==, 0);
    g_assert_cmpint(g_array_index(pairs, RacePair, 1).worse, ==, 2);
}

TEST(without_games_all_pairs_need_them_alike)
{
    g_autoptr(GArray) pairs = race_pairs(4, NULL, 0);

    g_assert_cmpuint(pairs->len, ==, 6);
    for (guint i = 0; i < pairs->len; i++)
        g_assert_cmpfloat_with_epsilon(g_array_index(pairs, RacePair, i).need,
                                       g_array_index(pairs, RacePair, 0).need, 1e-9);
}

/* A race of players who are @step nats apart each; what is concluded at its end. */
typedef struct {
    int players, rounds, draws;
    double step;
} Race;

static size_t list_games(int players, RatingsGames *out_games)
{
    size_t count = 0;

    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++)
            if (i != j)
                out_games[count++] = (RatingsGames){i, j, {0}};
    return count;
}

/* A game with each colour for those pairs that need games most, as many as there are players. */
static void play_round(const Race *race, RatingsGames *games, size_t count, Random *random)
{
    g_autoptr(GArray) pairs = race_pairs(race->players, games, count);

    for (int i = 0; i < MIN(race->players, (int)pairs->len); i++) {
        const RacePair *pair = &g_array_index(pairs, RacePair, i);
        for (size_t j = 0; j < count && pair->need > 0; j++) {
            RatingsGames *of = &games[j];
            const double lead = race->step * (of->black - of->white) + WHITE;
            if (MIN(of->white, of->black) == MIN(pair->better, pair->worse) &&
                MAX(of->white, of->black) == MAX(pair->better, pair->worse))
                statistics_score_add(
                    &of->score,
                    synthetic_game(lead, synthetic_draws_constant(race->draws), random));
        }
    }
}

/* The games of the first two players. */
static Scores first_pairing(const RatingsGames *games, size_t count)
{
    StatisticsScore sum = {0};

    for (size_t i = 0; i < count; i++)
        if (games[i].white + games[i].black == 1)
            sum = statistics_add(sum, games[i].white == 0 ? games[i].score
                                                          : statistics_reverse(games[i].score));
    return scores_of_games(sum);
}

/* A race is wrong if the order of any pair is certain and wrong. */
static bool is_wrong(const Race *race, const RatingsGames *games, size_t count)
{
    g_autoptr(GArray) pairs = race_pairs(race->players, games, count);

    for (guint i = 0; i < pairs->len; i++) {
        const RacePair *pair = &g_array_index(pairs, RacePair, i);
        if (pair->is_certain && (race->step == 0 || pair->better > pair->worse))
            return true;
    }
    return false;
}

/* Intervals are for any number of rounds, so that they contain the truth more often than they must.
 */
static void check_race(const Race *race)
{
    const Synthetic pairing = {race->step, WHITE, 0, synthetic_draws_constant(race->draws)};
    const double lead = race->step == 0 ? 0 : elo_from_share(synthetic_share(&pairing));
    Conclusions ratings = {.experiments = conclusions_experiments() / 4}, scores = ratings;
    g_autofree char *size =
        g_strdup_printf("`race`, %d players, %d rounds", race->players, race->rounds);
    g_autofree char *truth = g_strdup_printf("%d %% | %.0f", race->draws, lead);
    Conclusions white = ratings, draws = ratings;
    Conclusions *const cells[] = {&ratings, &scores, &white, &draws};
    static const char *const names[] = {"ratings", "one pairing", "White's advantage",
                                        "share of draws"};

    for (int trial = 0; trial < ratings.experiments; trial++) {
        Random random =
            random_for_job((uint64_t)(race->players * 100 + race->rounds), (uint64_t)trial);
        RatingsGames games[PLAYERS * PLAYERS];
        const size_t count = list_games(race->players, games);
        g_autoptr(Ratings) fitted = NULL;
        Scores first;
        for (int round = 0; round < race->rounds; round++)
            play_round(race, games, count, &random);
        first = first_pairing(games, count);
        fitted = ratings_new(race->players, games, count);
        if (scores_units(&first) > 0)
            conclusions_add(&scores, race_pairing(elo_pairing(&first)).elo, lead,
                            scores_share(&first) - 0.5);
        ratings.false_verdicts += is_wrong(race, games, count);
        if (!ratings_are_enough(games, count, 0))
            continue;
        conclusions_add(
            &ratings, race_interval(ratings_difference(fitted, 0, 1), race->players - 1), lead, 0);
        conclusions_add(&white, race_interval(ratings_white_advantage(fitted), race->players),
                        WHITE * ratings_scale(fitted), 0); /* of the games that it had */
        conclusions_add(&draws, race_share(ratings_draw_share(fitted), race->players + 1),
                        race->draws / 100.0, 0);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
        g_autofree char *name = g_strdup_printf("%s: %s | %s", size, names[i], truth);
        conclusions_check(cells[i], name, true);
    }
}

TEST(races_conclude_what_is_true)
{
    static const Race races[] = {{3, 5, 30, 0},     {3, 5, 85, 0.4}, {3, 100, 30, 0},
                                 {3, 100, 85, 0.4}, {8, 10, 30, 0},  {8, 10, 30, 0.4},
                                 {8, 40, 30, 0},    {8, 40, 85, 0},  {8, 40, 30, 0.4}};

    for (size_t i = 0; i < G_N_ELEMENTS(races); i++)
        check_race(&races[i]);
}
