#include "experiments/report/circle.h"

#include <glib.h>

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
