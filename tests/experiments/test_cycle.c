/* Cycles against an exhaustive search. */
#include "experiments/numbers/cycle.h"

#include "agents/random.h"

#include "tests/test.h"

#define MAX_PLAYERS 6

/* The fewest steps from @at back to @start; more than @players if there are none. */
static int shortest_way(int players, const bool *beats, int start, int at, int steps)
{
    int best = players + 1;

    if (steps > players)
        return best;
    for (int next = 0; next < players; next++) {
        int found = players + 1;
        if (!beats[at * players + next])
            continue;
        found = next == start ? steps + 1 : shortest_way(players, beats, start, next, steps + 1);
        best = MIN(best, found);
    }
    return best;
}

TEST(cycle_find_finds_none_in_an_order)
{
    static const bool beats[] = {0, 1, 1, 0, 0, 1, 0, 0, 0};
    int cycle[3];

    g_assert_cmpint(cycle_find(3, beats, cycle), ==, 0);
}

TEST(cycle_find_finds_a_shortest_cycle)
{
    Random random = random_for_job(1, 1);

    for (int trial = 0; trial < 500; trial++) {
        const int players = 2 + (int)random_below(&random, MAX_PLAYERS - 1);
        bool beats[MAX_PLAYERS * MAX_PLAYERS] = {false};
        int cycle[MAX_PLAYERS], count, shortest = players + 1;
        for (int i = 0; i < players; i++)
            for (int j = 0; j < i; j++) {
                const uint32_t result = random_below(&random, 3);
                beats[i * players + j] = result == 0;
                beats[j * players + i] = result == 1;
            }
        for (int i = 0; i < players; i++)
            shortest = MIN(shortest, shortest_way(players, beats, i, i, 0));
        count = cycle_find(players, beats, cycle);
        g_assert_cmpint(count, ==, shortest > players ? 0 : shortest);
        for (int i = 0; i < count; i++)
            g_assert_true(beats[cycle[i] * players + cycle[(i + 1) % count]]);
    }
}
