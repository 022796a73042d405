#include "players/search/pace.h"

#include <glib.h>
#include <math.h>

Pace pace_first(double test_s)
{
    const double boost = log(1 / MAX(test_s, 1e-6)) / log(6);

    return (Pace){.depth = PACE_MIN_DEPTH + (int)MAX(floor(boost), 0)};
}

/* The average over the last @moves; each weighs @step less than the one after it. */
static double average_ms(const Pace *pace, int moves, int step)
{
    double sum = 0;
    int weights = 0;

    for (int i = 0; i < MIN(moves, pace->moves); i++) {
        const int weight = step * (moves - 1 - i) + 1;
        sum += weight * (double)pace->taken_ms[i];
        weights += weight;
    }
    return sum / weights;
}

void pace_note(Pace *pace, PaceBounds bounds, int64_t taken_ms, int max_depth)
{
    for (int i = PACE_MOVES - 1; i > 0; i--)
        pace->taken_ms[i] = pace->taken_ms[i - 1];
    pace->taken_ms[0] = taken_ms;
    pace->moves = MIN(pace->moves + 1, PACE_MOVES);
    if (average_ms(pace, 2, 0) < (double)bounds.lower_ms)
        pace->depth = MIN(pace->depth + 1, max_depth);
    else if (average_ms(pace, PACE_MOVES, 1) > (double)bounds.upper_ms)
        pace->depth = MAX(pace->depth - 1, PACE_MIN_DEPTH);
}
