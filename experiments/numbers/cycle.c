#include "experiments/numbers/cycle.h"

#include <glib.h>

/* The distances of all players by Floyd and Warshall's algorithm; then, from the first player on a
 * shortest cycle, always to the first player that is one step nearer to the start. */
int cycle_find(int players, const bool *beats, int *out_cycle)
{
    const int far = players + 1; /* longer than any cycle */
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
    out_cycle[0] = start;
    for (int i = 1; i < steps[start * players + start]; i++) {
        const int rest = steps[start * players + start] - i;
        int next = 0;
        while (!beats[out_cycle[i - 1] * players + next] || steps[next * players + start] != rest)
            next++;
        out_cycle[i] = next;
    }
    return steps[start * players + start];
}
