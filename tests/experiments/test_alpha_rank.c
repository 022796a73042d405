/* Masses against the Markov chain they are said to be the rest of, walked step by step. */
#include "experiments/numbers/alpha_rank.h"

#include <math.h>

#include "agents/random.h"

#include "tests/test.h"

#define MAX_PLAYERS 8

/* Where a population is in the long run: the chain of Omidshafiei and others, a mutant a step. */
static void walk(int players, const double *share, double *out_mass)
{
    double mass[MAX_PLAYERS], next[MAX_PLAYERS];

    for (int i = 0; i < players; i++)
        mass[i] = 1.0 / players;
    for (int step = 0; step < 20000; step++) {
        for (int i = 0; i < players; i++)
            next[i] = mass[i];
        for (int from = 0; from < players; from++)
            for (int to = 0; to < players; to++) {
                const double s = share[to * players + from];
                const double fixed = s == 0.5 ? 1.0 / 50 : s > 0.5 ? 1 : 0;
                const double flow = from == to ? 0 : mass[from] * fixed / (players - 1);
                next[from] -= flow;
                next[to] += flow;
            }
        for (int i = 0; i < players; i++)
            mass[i] = next[i];
    }
    for (int i = 0; i < players; i++)
        out_mass[i] = mass[i];
}

static void assert_walked(int players, const double *share)
{
    double mass[MAX_PLAYERS], expected[MAX_PLAYERS], sum = 0;

    alpha_rank(players, share, mass);
    walk(players, share, expected);
    for (int i = 0; i < players; i++) {
        g_assert_cmpfloat_with_epsilon(mass[i], expected[i], 1e-6);
        sum += mass[i];
    }
    g_assert_cmpfloat_with_epsilon(sum, 1, 1e-9);
}

TEST(a_circle_shares_the_mass)
{
    static const double share[] = {0.5, 0.9, 0.4, 0.1, 0.5, 0.6, 0.6, 0.4, 0.5};
    double mass[3];

    alpha_rank(3, share, mass);
    for (int i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon(mass[i], 1.0 / 3, 1e-12);
}

TEST(who_beats_all_has_everything)
{
    static const double share[] = {0.5, 0.51, 0.51, 0.49, 0.5, 0.9, 0.49, 0.1, 0.5};
    double mass[3];

    alpha_rank(3, share, mass);
    g_assert_cmpfloat_with_epsilon(mass[0], 1, 1e-12);
    g_assert_cmpfloat_with_epsilon(mass[1], 0, 1e-12);
}

TEST(any_tournament_is_the_rest_of_its_chain)
{
    static const double shares[] = {0.2, 0.5, 0.8};
    Random random = random_for_job(1, 1);

    for (int trial = 0; trial < 60; trial++) {
        const int players = 2 + (int)random_below(&random, MAX_PLAYERS - 1);
        double share[MAX_PLAYERS * MAX_PLAYERS];
        for (int i = 0; i < players; i++)
            for (int j = 0; j <= i; j++) {
                const double s = i == j ? 0.5 : shares[random_below(&random, 3)];
                share[i * players + j] = s;
                share[j * players + i] = 1 - s;
            }
        assert_walked(players, share);
    }
}
