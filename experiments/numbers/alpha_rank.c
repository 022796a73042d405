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

/* What flows into each player minus what flows out of it; each column is the player that it comes
 * from. */
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

#define NONE (-1)

/* Breadth first from @start: the last player of a shortest circle through it, or NONE. */
static int search_from(int players, const bool *beats, int start, int *queue, int *from)
{
    int taken = 0, waiting = 0;

    for (int i = 0; i < players; i++)
        from[i] = NONE;
    queue[waiting++] = start;
    while (taken < waiting) {
        const int player = queue[taken++];
        if (beats[player * players + start])
            return player;
        for (int i = 0; i < players; i++)
            if (i != start && from[i] == NONE && beats[player * players + i]) {
                from[i] = player;
                queue[waiting++] = i;
            }
    }
    return NONE;
}

/* Writes the way from @start to @last. */
static int write_way(const int *from, int start, int last, int *out_way)
{
    int count = 1;

    for (int player = last; player != start; player = from[player])
        count++;
    for (int i = count - 1, player = last; i >= 0; i--) {
        out_way[i] = player;
        player = from[player];
    }
    return count;
}

int circle_find(int players, const bool *beats, int *out_circle)
{
    g_autofree int *queue = g_new(int, (gsize)players), *from = g_new(int, (gsize)players);
    g_autofree int *circle = g_new(int, (gsize)players);
    int shortest = 0;

    for (int start = 0; start < players; start++) {
        const int last = search_from(players, beats, start, queue, from);
        const int count = last == NONE ? 0 : write_way(from, start, last, circle);
        if (count == 0 || (shortest > 0 && count >= shortest))
            continue;
        shortest = count;
        for (int i = 0; i < count; i++)
            out_circle[i] = circle[i];
    }
    return shortest;
}
