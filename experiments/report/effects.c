#include "experiments/report/effects.h"

#include <glib.h>
#include <math.h>

#include "experiments/numbers/elo.h"

#define MAX_POINTS (1 << SWEEP_MAX_CHANGES)

static Scores scores_of_pairing(const PairingTotals *pairing)
{
    const StatisticsScore games = {pairing->wins, pairing->losses, pairing->draws};
    const Scores pairs = scores_of_pairs(&pairing->pairs);

    return scores_units(&pairs) > 0 ? pairs : scores_of_games(games);
}

const char *const EFFECTS_SCALE_NAME[EFFECTS_SCALE_COUNT + 1] = {"elo", "points"};

Estimate *effects_differences(const Spec *spec, const Totals *totals, EffectsScale scale)
{
    Estimate *differences = g_new(Estimate, (size_t)totals->count);

    g_assert(spec->format == SPEC_SWEEP && totals->count == spec->pairing_count);
    for (int i = 0; i < totals->count; i++) {
        const Scores scores = scores_of_pairing(&totals->pairings[i]);
        const EloPairing pairing = elo_pairing(&scores);
        differences[i] =
            scale == EFFECTS_ELO ? pairing.elo : estimate_transform(pairing.share, 100, 0);
    }
    return differences;
}

static int count_points(const EffectsLattice *lattice)
{
    return 1 << lattice->changes;
}

/* The weighted sum of the values of all points; points of weight 0 do not matter. */
static Estimate weigh(const EffectsLattice *lattice, const double *weights)
{
    EstimateSum sum = {0};

    for (int point = 0; point < count_points(lattice); point++)
        for (int i = 0; i < lattice->opponents && weights[point] != 0; i++)
            estimate_sum_add(
                &sum, estimate_transform(lattice->differences[point * lattice->opponents + i],
                                         weights[point] / lattice->opponents, 0));
    return estimate_sum(&sum);
}

Estimate effects_value(const EffectsLattice *lattice, int point)
{
    double weights[MAX_POINTS] = {0};

    weights[point] = 1;
    return weigh(lattice, weights);
}

Estimate effects_all(const EffectsLattice *lattice)
{
    double weights[MAX_POINTS] = {0};

    weights[count_points(lattice) - 1] = 1;
    weights[0] = -1;
    return weigh(lattice, weights);
}

static int sign(int point, int change)
{
    return point >> change & 1 ? 1 : -1;
}

Estimate effects_mean(const EffectsLattice *lattice, int change)
{
    double weights[MAX_POINTS];

    for (int point = 0; point < count_points(lattice); point++)
        weights[point] = sign(point, change) / (count_points(lattice) / 2.0);
    return weigh(lattice, weights);
}

static double factorial(int n)
{
    return n > 1 ? n * factorial(n - 1) : 1;
}

/* How often, over all orders, the changes made before one more are just a given set of @size. */
static double shapley_weight(int size, int changes)
{
    return factorial(size) * factorial(changes - size - 1) / factorial(changes);
}

Estimate effects_shapley(const EffectsLattice *lattice, int change)
{
    double weights[MAX_POINTS];

    for (int point = 0; point < count_points(lattice); point++) {
        const int others = __builtin_popcount((unsigned)(point & ~(1 << change)));
        weights[point] = sign(point, change) * shapley_weight(others, lattice->changes);
    }
    return weigh(lattice, weights);
}

Estimate effects_interaction(const EffectsLattice *lattice, int first, int second)
{
    double weights[MAX_POINTS];

    for (int point = 0; point < count_points(lattice); point++)
        weights[point] = sign(point, first) * sign(point, second) / (count_points(lattice) / 4.0);
    return weigh(lattice, weights);
}
