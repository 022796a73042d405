#include "experiments/times.h"

#include <string.h>

#define NUMBERS (sizeof(TimeTotals) / sizeof(int64_t))

static void add_numbers(int64_t *numbers, const int64_t *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] += others[i];
}

void time_totals_add(TimeTotals *totals, const MatchRecord *record)
{
    TimeTotals game = {.time_ms = record->times.time_ms};

    game.of[0] = record->times.of[record->job.first_side];
    game.of[1] = record->times.of[1 - record->job.first_side];
    time_totals_merge(totals, &game);
}

void time_totals_merge(TimeTotals *totals, const TimeTotals *next)
{
    add_numbers((int64_t *)totals, (const int64_t *)next, NUMBERS);
}

int time_totals_steps(const MatchTimes *times)
{
    return (int)MAX((times->time_ms + times->step_ms - 1) / times->step_ms, 1);
}

GVariant *time_totals_store(const TimeTotals *totals, int count)
{
    return g_variant_new_fixed_array(G_VARIANT_TYPE_INT64, totals, (gsize)count * NUMBERS,
                                     sizeof(int64_t));
}

static bool is_consistent(const TimeTotals *totals)
{
    const int64_t *number = (const int64_t *)totals;

    for (size_t i = 0; i < NUMBERS; i++)
        if (number[i] < 0 || number[i] > MATCH_MOST)
            return false;
    return totals->of[0].refused <= totals->of[0].commands &&
           totals->of[1].refused <= totals->of[1].commands;
}

bool time_totals_load(GVariant *variant, TimeTotals *out_totals, int count)
{
    gsize numbers;
    const int64_t *number = g_variant_get_fixed_array(variant, &numbers, sizeof(int64_t));

    if (numbers != (gsize)count * NUMBERS)
        return false;
    for (int i = 0; i < count; i++) {
        memcpy(&out_totals[i], number + (size_t)i * NUMBERS, sizeof *out_totals);
        if (!is_consistent(&out_totals[i]))
            return false;
    }
    return true;
}
