/* Simulated experiments without chess: do conclusions agree with their counts and with the truth?
 * Each format has its cells; experiments/numbers/README.md has the table of 1,000 experiments of
 * each cell, and the command that prints it. `meson test -C build conclusions_often` plays the
 * first 250 of them: margins are three standard errors of the number played. */
#include "experiments/numbers/elo.h"
#include "experiments/numbers/sprt.h"
#include "tests/conclusions.h"

static const int DRAWS[] = {50, 85, 95, 98};

/* Probabilities of the results of a game. */
typedef struct {
    double win, draw;
} Outcomes;

/* Results of players @elo apart who draw @draws per cent; false: there are none. */
static bool find_outcomes(double elo, int draws, Outcomes *out_outcomes)
{
    const double draw = draws / 100.0, win = elo_to_share(elo) - draw / 2;

    *out_outcomes = (Outcomes){win, draw};
    return win >= 0 && win + draw <= 1;
}

static int play_game(const Outcomes *outcomes, Random *random)
{
    const gsl_rng rng = random_gsl(random);
    const double at = gsl_rng_uniform(&rng);

    return at < outcomes->win ? 2 : at < outcomes->win + outcomes->draw ? 1 : 0;
}

static void play_pair(const Outcomes *outcomes, Random *random, Scores *pairs)
{
    const int first = play_game(outcomes, random);

    pairs->count[first + play_game(outcomes, random)]++;
}

/* Probabilities of a pair of games by its half points. */
static void find_pairs(const Outcomes *outcomes, double *out_probability)
{
    const double win = outcomes->win, draw = outcomes->draw, loss = 1 - win - draw;

    out_probability[0] = loss * loss;
    out_probability[1] = 2 * loss * draw;
    out_probability[2] = draw * draw + 2 * win * loss;
    out_probability[3] = 2 * win * draw;
    out_probability[4] = win * win;
}

/* Share of pairs that do not score what most pairs score. */
static double unlike_share(const Outcomes *outcomes)
{
    double probability[SCORES_MAX_VALUES], most = 0;

    find_pairs(outcomes, probability);
    for (int i = 0; i < SCORES_MAX_VALUES; i++)
        most = fmax(most, probability[i]);
    return 1 - most;
}

/* With fewer pairs unlike the others the interval is longer than it need be: few different
 * results are possible. */
#define UNLIKE_PAIRS 12
#define UNLIKE_PAIRS_OF_TEST 40

static void check_match(int draws, int pairs, double elo)
{
    g_autofree char *name = g_strdup_printf("`match`, %d pairs | %d %% | %g", pairs, draws, elo);
    Conclusions cell = {.experiments = conclusions_experiments()};
    Outcomes outcomes;

    if (!find_outcomes(elo, draws, &outcomes))
        return;
    for (int i = 0; i < cell.experiments; i++) {
        Random random = random_for_job((uint64_t)(draws * 1000 + pairs), (uint64_t)i);
        Scores scores = {.values = 5};
        EloPairing found;
        for (int pair = 0; pair < pairs; pair++)
            play_pair(&outcomes, &random, &scores);
        found = elo_pairing(&scores);
        conclusions_add(&cell, found.elo, elo, scores_share(&scores) - 0.5);
        conclusions_decide(&cell, conclusions_sign_of(found.elo), elo);
    }
    conclusions_check(&cell, name, pairs * unlike_share(&outcomes) < UNLIKE_PAIRS);
}

TEST(matches_conclude_what_is_true)
{
    static const int sizes[] = {3, 5, 10, 20, 50, 250};
    static const double truths[] = {0, 20, 60, -150};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(DRAWS); j++)
            for (size_t k = 0; k < G_N_ELEMENTS(truths); k++)
                check_match(DRAWS[j], sizes[i], truths[k]);
}

/* As many games as elo_games_needed() says find the stronger player as often as it says. */
static void check_power(int draws, double elo)
{
    const double games = elo_games_needed(elo, elo_deviation(draws / 100.0));
    const int experiments = conclusions_experiments();
    Outcomes outcomes;
    int found = 0;

    g_assert_true(find_outcomes(elo, draws, &outcomes));
    g_assert_cmpfloat_with_epsilon(elo_detected(games, elo_deviation(draws / 100.0)), elo, 1);
    for (int i = 0; i < experiments; i++) {
        Random random = random_for_job((uint64_t)draws, (uint64_t)i);
        Scores scores = {.values = 5};
        for (int pair = 0; pair < games / 2; pair++)
            play_pair(&outcomes, &random, &scores);
        found += elo_pairing(&scores).elo.low > 0;
    }
    g_test_message("%d %% draws, %g Elo: %.0f games, found in %d of %d experiments", draws, elo,
                   games, found, experiments);
    g_assert_cmpfloat_with_epsilon((double)found / experiments, ELO_POWER,
                                   0.02 + conclusions_margin(ELO_POWER, experiments));
}

TEST(elo_games_needed_finds_the_stronger_player_in_80_per_cent)
{
    static const int draws[] = {30, 50, 85};
    static const double leads[] = {20, 50};

    for (size_t i = 0; i < G_N_ELEMENTS(draws); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(leads); j++)
            check_power(draws[i], leads[j]);
}

/* Two runs of equally many pairs, of players whose lead is 0 in the first and @elo in the second.
 */
static void check_comparison(int draws, int pairs, double elo)
{
    g_autofree char *name = g_strdup_printf("`compare`, %d pairs | %d %% | %g", pairs, draws, elo);
    Conclusions cell = {.experiments = conclusions_experiments()};
    Outcomes outcomes[2];

    if (!find_outcomes(0, draws, &outcomes[0]) || !find_outcomes(elo, draws, &outcomes[1]))
        return;
    for (int i = 0; i < cell.experiments; i++) {
        Random random = random_for_job((uint64_t)(draws * 1000 + pairs), (uint64_t)i);
        Scores scores[2] = {{.values = 5}, {.values = 5}};
        Estimate change;
        for (int j = 0; j < 2 * pairs; j++)
            play_pair(&outcomes[j % 2], &random, &scores[j % 2]);
        change = estimate_difference(elo_pairing(&scores[1]).elo, elo_pairing(&scores[0]).elo);
        conclusions_add(&cell, change, elo, scores_share(&scores[1]) - scores_share(&scores[0]));
        conclusions_decide(&cell, conclusions_sign_of(change), elo);
    }
    conclusions_check(&cell, name, pairs * unlike_share(&outcomes[1]) < UNLIKE_PAIRS);
}

TEST(comparisons_conclude_what_is_true)
{
    static const int sizes[] = {3, 5, 10, 50, 250};
    static const double truths[] = {0, 60, -150};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(DRAWS); j++)
            for (size_t k = 0; k < G_N_ELEMENTS(truths); k++)
                check_comparison(DRAWS[j], sizes[i], truths[k]);
}

/* Whether a test accepts the hypothesis on whose other side the truth is. */
static bool is_false(const Sprt *sprt, SprtDecision decision, double elo)
{
    return (decision == SPRT_ACCEPT_H1 && elo <= sprt->elo0) ||
           (decision == SPRT_ACCEPT_H0 && elo >= sprt->elo1);
}

/* sprt_pairing(), simulated once for the same counts. */
static const EloPairing *estimate_after(const Sprt *sprt, const Scores *scores, GHashTable *known)
{
    char *key =
        g_strdup_printf("%d %d %d %d %d", (int)scores->count[0], (int)scores->count[1],
                        (int)scores->count[2], (int)scores->count[3], (int)scores->count[4]);
    EloPairing *found = g_hash_table_lookup(known, key);

    if (found == NULL) {
        const EloPairing pairing = sprt_pairing(sprt, scores);
        found = g_memdup2(&pairing, sizeof pairing);
        g_hash_table_insert(known, g_strdup(key), found);
    }
    g_free(key);
    return found;
}

static void check_sprt(const Sprt *sprt, int draws, double elo)
{
    g_autofree char *name = g_strdup_printf(
        "`sprt`, %g to %g%s, up to %d pairs | %d %% | %g", sprt->elo0, sprt->elo1,
        sprt->scale == SPRT_NORMALIZED ? " normalized" : "", (int)sprt->most, draws, elo);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    Conclusions cell = {.experiments = conclusions_experiments()};
    double probability[SCORES_MAX_VALUES], unlike = 0;
    Outcomes outcomes;

    if (!find_outcomes(elo, draws, &outcomes))
        return;
    find_pairs(&outcomes, probability);
    for (int i = 0; i < cell.experiments; i++) {
        Random random = random_for_job((uint64_t)(draws * 1000 + (int)sprt->elo1), (uint64_t)i);
        Scores scores = {.values = 5};
        sprt_play(sprt, probability, &random, &scores);
        conclusions_add(&cell, estimate_after(sprt, &scores, known)->elo, elo,
                        scores_share(&scores) - 0.5);
        cell.verdicts++;
        cell.false_verdicts += is_false(sprt, sprt_state(sprt, &scores).decision, elo);
        unlike += (double)scores_units(&scores) * unlike_share(&outcomes) / cell.experiments;
    }
    conclusions_check(&cell, name, unlike < UNLIKE_PAIRS_OF_TEST);
}

/* The suite plays two of the cells. */
TEST(sequential_tests_conclude_what_is_true)
{
    static const double wide[] = {-60, 0, 30, 60, 100}, narrow[] = {-20, 0, 10, 20, 40};
    const size_t cells = G_N_ELEMENTS(DRAWS) * G_N_ELEMENTS(wide);

    for (size_t i = 0; i < cells; i += conclusions_are_all() ? 1 : cells / 2)
        check_sprt(&(Sprt){0, 60, 0.05, 0.05, .most = 500}, DRAWS[i / G_N_ELEMENTS(wide)],
                   wide[i % G_N_ELEMENTS(wide)]);
    for (size_t i = 0; i < cells && conclusions_are_all(); i++)
        check_sprt(&(Sprt){0, 20, 0.05, 0.05, .most = 2000}, DRAWS[i / G_N_ELEMENTS(narrow)],
                   narrow[i % G_N_ELEMENTS(narrow)]);
}
