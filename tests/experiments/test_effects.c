/* What changes are worth: games whose values are known in closed form, and the truth. */
#include "experiments/numbers/elo.h"
#include "experiments/report/effects.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#define MAX_CELLS 256

/* A lattice whose points have known values against one opponent, give or take a margin. */
typedef struct {
    EffectsLattice lattice;
    Estimate differences[MAX_CELLS];
} Known;

static void known_init(Known *known, int changes, const double *values, double margin)
{
    known->lattice = (EffectsLattice){changes, 1, known->differences};
    for (int i = 0; i < 1 << changes; i++)
        known->differences[i] =
            (Estimate){ESTIMATE_INTERVAL, values[i], values[i] - margin, values[i] + margin};
}

static void assert_value(Estimate estimate, double value)
{
    g_assert_cmpint(estimate.kind, ==, ESTIMATE_INTERVAL);
    g_assert_cmpfloat_with_epsilon(estimate.value, value, 1e-9);
}

TEST(where_changes_add_up_each_is_worth_its_part)
{
    static const double parts[] = {30, -12, 5, 0.5};
    double values[16];
    Known known;

    for (int point = 0; point < 16; point++) {
        values[point] = 100;
        for (int i = 0; i < 4; i++)
            values[point] += point >> i & 1 ? parts[i] : 0;
    }
    known_init(&known, 4, values, 1);
    for (int i = 0; i < 4; i++) {
        assert_value(effects_mean(&known.lattice, i), parts[i]);
        assert_value(effects_shapley(&known.lattice, i), parts[i]);
        for (int j = 0; j < 4; j++)
            if (i != j)
                assert_value(effects_interaction(&known.lattice, i, j), 0);
    }
    assert_value(effects_value(&known.lattice, 5), 135);
}

TEST(what_takes_two_is_shared_in_halves)
{
    static const double values[] = {0, 0, 0, 80, 0, 0, 0, 80};
    Known known;

    known_init(&known, 3, values, 1);
    assert_value(effects_shapley(&known.lattice, 0), 40);
    assert_value(effects_shapley(&known.lattice, 1), 40);
    assert_value(effects_shapley(&known.lattice, 2), 0);
    assert_value(effects_interaction(&known.lattice, 0, 1), 80);
    assert_value(effects_interaction(&known.lattice, 0, 2), 0);
    assert_value(effects_all(&known.lattice), 80);
}

/* Two have a left glove, one a right one, and only pairs are sold. */
TEST(gloves_are_worth_what_shapley_and_banzhaf_say)
{
    static const double values[] = {0, 0, 0, 0, 0, 12, 12, 12};
    Known known;

    known_init(&known, 3, values, 1);
    assert_value(effects_shapley(&known.lattice, 0), 2);
    assert_value(effects_shapley(&known.lattice, 1), 2);
    assert_value(effects_shapley(&known.lattice, 2), 8);
    assert_value(effects_mean(&known.lattice, 0), 3);
    assert_value(effects_mean(&known.lattice, 2), 9);
}

TEST(shapley_values_add_up_to_all_changes_together)
{
    Random random = random_for_job(1, 1);

    for (int changes = 1; changes <= SWEEP_MAX_CHANGES; changes++) {
        double values[1 << SWEEP_MAX_CHANGES], sum = 0;
        Known known;

        for (int i = 0; i < 1 << changes; i++)
            values[i] = 1000 * synthetic_uniform(&random);
        known_init(&known, changes, values, 1);
        for (int i = 0; i < changes; i++)
            sum += effects_shapley(&known.lattice, i).value;
        g_assert_cmpfloat_with_epsilon(sum, effects_all(&known.lattice).value, 1e-6);
    }
}

TEST(independent_margins_add_as_squares)
{
    static const double values[8] = {0};
    Known known;
    Estimate mean;

    known_init(&known, 3, values, 4);
    mean = effects_mean(&known.lattice, 1);
    g_assert_cmpfloat_with_epsilon(mean.high, 4 * sqrt(8) / 4, 1e-9);
    g_assert_cmpfloat_with_epsilon(mean.low, -mean.high, 1e-9);
    /* Squares of the weights: twice 2 / 6, four times 1 / 6 on either side. */
    g_assert_cmpfloat_with_epsilon(effects_shapley(&known.lattice, 1).high,
                                   4 * sqrt(2 * (2 / 9.0 + 2 / 36.0)), 1e-9);
    known.lattice = (EffectsLattice){1, 4, known.differences};
    g_assert_cmpfloat_with_epsilon(effects_value(&known.lattice, 0).high, 2, 1e-9);
}

TEST(an_interval_leans_to_where_those_of_its_parts_do)
{
    static const Estimate differences[] = {{ESTIMATE_INTERVAL, 10, 9, 13},
                                           {ESTIMATE_ALIKE, 30, 24, 32}};
    const EffectsLattice lattice = {1, 1, differences};
    const Estimate mean = effects_mean(&lattice, 0);

    g_assert_cmpfloat_with_epsilon(mean.value, 20, 1e-9);
    g_assert_cmpfloat_with_epsilon(mean.low, 20 - sqrt(6 * 6 + 3 * 3), 1e-9);
    g_assert_cmpfloat_with_epsilon(mean.high, 20 + sqrt(2 * 2 + 1 * 1), 1e-9);
}

TEST(who_won_everything_leaves_bounds)
{
    static const Estimate at_least = {.kind = ESTIMATE_AT_LEAST, .low = 300};
    static const Estimate at_most = {.kind = ESTIMATE_AT_MOST, .high = -300};
    static const double values[4] = {0, 10, 20, 30};
    Known known;
    Estimate mean;

    known_init(&known, 2, values, 3);
    known.differences[1] = at_least; /* with change 0, without change 1 */
    mean = effects_mean(&known.lattice, 0);
    g_assert_cmpint(mean.kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpfloat_with_epsilon(mean.low, (300 + 30 - 20) / 2.0 - sqrt(3) * 1.5, 1e-9);
    g_assert_cmpint(effects_mean(&known.lattice, 1).kind, ==, ESTIMATE_AT_MOST);
    g_assert_cmpint(effects_all(&known.lattice).kind, ==, ESTIMATE_INTERVAL);
    known.differences[2] = at_least;
    g_assert_cmpint(effects_mean(&known.lattice, 0).kind, ==, ESTIMATE_UNKNOWN);
    known.differences[2] = at_most;
    g_assert_cmpint(effects_mean(&known.lattice, 0).kind, ==, ESTIMATE_AT_LEAST);
    g_assert_cmpint(effects_value(&known.lattice, 2).kind, ==, ESTIMATE_AT_MOST);
    known.differences[0] = (Estimate){.kind = ESTIMATE_UNKNOWN};
    g_assert_cmpint(effects_shapley(&known.lattice, 0).kind, ==, ESTIMATE_UNKNOWN);
}

/* Two changes, two opponents. */
#define POINTS 4
#define OPPONENTS 2
#define GAMES 150

static double strength_of(int point, int opponent)
{
    static const double values[POINTS] = {-0.3, 0.2, 0.5, 0.6};

    return values[point] + (opponent == 0 ? 0.4 : -1.8);
}

static Estimate difference_by_games(double strength, double draws, Random *random)
{
    Scores scores = {.values = 3};

    for (int i = 0; i < GAMES; i++)
        scores.count[synthetic_game(strength, draws, random)]++;
    return elo_pairing(&scores).elo;
}

TEST(intervals_hold_the_truth_in_95_per_cent)
{
    const double draws = 0.3;
    Estimate truth[POINTS * OPPONENTS], played[POINTS * OPPONENTS];
    const EffectsLattice true_lattice = {2, OPPONENTS, truth}, lattice = {2, OPPONENTS, played};
    Random random = random_for_job(7, 1);
    int mean_held = 0, shapley_held = 0, interaction_held = 0;
    const int trials = synthetic_trials();

    for (int i = 0; i < POINTS * OPPONENTS; i++)
        truth[i] = (Estimate){.kind = ESTIMATE_GIVEN,
                              .value = elo_from_share(synthetic_expected(
                                  strength_of(i / OPPONENTS, i % OPPONENTS), draws))};
    for (int trial = 0; trial < trials; trial++) {
        Estimate mean, shapley, interaction;
        for (int i = 0; i < POINTS * OPPONENTS; i++)
            played[i] =
                difference_by_games(strength_of(i / OPPONENTS, i % OPPONENTS), draws, &random);
        mean = effects_mean(&lattice, 0);
        shapley = effects_shapley(&lattice, 1);
        interaction = effects_interaction(&lattice, 0, 1);
        mean_held += mean.low <= effects_mean(&true_lattice, 0).value &&
                     effects_mean(&true_lattice, 0).value <= mean.high;
        shapley_held += shapley.low <= effects_shapley(&true_lattice, 1).value &&
                        effects_shapley(&true_lattice, 1).value <= shapley.high;
        interaction_held += interaction.low <= effects_interaction(&true_lattice, 0, 1).value &&
                            effects_interaction(&true_lattice, 0, 1).value <= interaction.high;
    }
    assert_about_95_per_cent("mean effect", mean_held, trials);
    assert_about_95_per_cent("Shapley value", shapley_held, trials);
    assert_about_95_per_cent("interaction", interaction_held, trials);
}
