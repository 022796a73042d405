/* Simulated experiments without chess: do conclusions agree with their counts and with the truth?
 * Each format has its cells; `meson test -C build conclusions_often --verbose` plays 1,000
 * experiments of each cell and prints the table of experiments/numbers/README.md. */
#include "experiments/numbers/elo.h"
#include "tests/conclusions.h"

static const int DRAWS[] = {50, 70, 85, 95};

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

/* Share of pairs that do not score what most pairs score. */
static double unlike_share(const Outcomes *outcomes)
{
    const double win = outcomes->win, draw = outcomes->draw, loss = 1 - win - draw;
    const double pairs[] = {loss * loss, 2 * loss * draw, draw * draw + 2 * win * loss,
                            2 * win * draw, win * win};
    double most = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++)
        most = fmax(most, pairs[i]);
    return 1 - most;
}

/* With fewer pairs unlike the others the interval is longer than it need be: few different
 * results are possible. */
#define UNLIKE_PAIRS 12

static int verdict_of(const EloPairing *pairing)
{
    return pairing->share.low > 0.5 ? 1 : pairing->share.high < 0.5 ? -1 : 0;
}

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
        conclusions_decide(&cell, verdict_of(&found), elo);
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
