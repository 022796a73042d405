#include "experiments/numbers/alpha_rank.h"
#include "experiments/numbers/ratings_fit.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(gsl_permutation, gsl_permutation_free)

#define POPULATION 50

/* How probable it is that a mutant with @share against the others takes over. */
static double fixation(double share)
{
    if (share == 0.5)
        return 1.0 / POPULATION;
    return share > 0.5 ? 1 : 0;
}

/* Flow into each player minus flow out of it; each column is the player that it comes from. */
static void fill_flows(int players, const double *share, gsl_matrix *flows)
{
    gsl_matrix_set_zero(flows);
    for (int to = 0; to < players; to++)
        for (int from = 0; from < players; from++) {
            const double flow = fixation(share[to * players + from]);
            if (to == from)
                continue;
            *gsl_matrix_ptr(flows, (size_t)to, (size_t)from) += flow;
            *gsl_matrix_ptr(flows, (size_t)from, (size_t)from) -= flow;
        }
}

/* If the flows of all players but one balance, the flow of the last does too; all masses add up to
 * 1. Of two players one beats the other or neither does, so there is one class that is never left,
 * and one solution. */
void alpha_rank(int players, const double *share, double *out_mass)
{
    const size_t count = (size_t)players;
    g_autoptr(gsl_matrix) flows = gsl_matrix_alloc(count, count);
    g_autoptr(gsl_vector) balance = gsl_vector_calloc(count);
    g_autoptr(gsl_permutation) permutation = gsl_permutation_alloc(count);
    gsl_vector_view mass = gsl_vector_view_array(out_mass, count);
    gsl_vector_view last = gsl_matrix_row(flows, count - 1);
    int sign;

    fill_flows(players, share, flows);
    gsl_vector_set_all(&last.vector, 1);
    gsl_vector_set(balance, count - 1, 1);
    gsl_linalg_LU_decomp(flows, permutation, &sign);
    gsl_linalg_LU_solve(flows, permutation, balance, &mass.vector);
    for (int i = 0; i < players; i++)
        out_mass[i] = fmin(fmax(out_mass[i], 0), 1);
}

/* Shortest ways between all players after Floyd and Warshall; then from the first player on the
 * shortest circle, always to the first player from which the rest of the way is short enough. */
int circle_find(int players, const bool *beats, int *out_circle)
{
    const int far = players + 1; /* no way is so long */
    g_autofree int *steps = g_new(int, (gsize)players *(gsize)players);
    int start = 0;

    for (int i = 0; i < players * players; i++)
        steps[i] = beats[i] ? 1 : far;
    for (int by = 0; by < players; by++)
        for (int from = 0; from < players; from++)
            for (int to = 0; to < players; to++)
                steps[from * players + to] =
                    MIN(steps[from * players + to],
                        steps[from * players + by] + steps[by * players + to]);
    for (int i = 1; i < players; i++)
        if (steps[i * players + i] < steps[start * players + start])
            start = i;
    if (steps[start * players + start] >= far)
        return 0;
    out_circle[0] = start;
    for (int i = 1; i < steps[start * players + start]; i++) {
        const int rest = steps[start * players + start] - i;
        int next = 0;
        while (!beats[out_circle[i - 1] * players + next] || steps[next * players + start] != rest)
            next++;
        out_circle[i] = next;
    }
    return steps[start * players + start];
}
