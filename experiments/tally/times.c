#include "experiments/tally/times.h"

#include <string.h>

#include "experiments/tally/result_json.h"

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

static gpointer times_new(int count)
{
    return g_new0(TimeTotals, (size_t)count);
}

static void times_free(gpointer own, G_GNUC_UNUSED int count)
{
    g_free(own);
}

static void add_curve(PairingTotals *pairing, const MatchRecord *record)
{
    const MatchTimes *times = &record->times;
    const int side = record->job.first_side, last = (int)times->changes->len - 1;
    const int count = time_totals_steps(times);
    TotalsMove *move = totals_curve_moves(pairing->moves, count);
    int64_t difference = 0;

    for (int i = 0, change = 0; i < count; i++) {
        const int32_t *material;
        while (change < last &&
               match_times_change(times, change + 1)->time_ms <= (i + 1) * times->step_ms)
            change++;
        material = match_times_change(times, change)->material;
        difference = material[side] - material[1 - side];
        totals_move_add(&move[i], difference);
    }
    totals_move_end(&move[count - 1], difference);
}

static void add_game(Totals *totals, const MatchRecord *record)
{
    PairingTotals *pairing = &totals->pairings[record->job.pairing];

    pairing_totals_add_result(pairing, record);
    time_totals_add(&totals_times(totals)[record->job.pairing], record);
    add_curve(pairing, record);
}

static void merge_times(Totals *totals, const Totals *next)
{
    for (int i = 0; i < totals->parts; i++)
        time_totals_merge(&totals_times(totals)[i], &totals_times(next)[i]);
}

static GVariant *store_times(const Totals *totals)
{
    return time_totals_store(totals_times(totals), totals->parts);
}

static bool load_times(GVariant *variant, Totals *out_totals)
{
    return time_totals_load(variant, totals_times(out_totals), out_totals->parts);
}

#define TIME_NAME "time_ms" /* of all games of the pairing */

static void write_result(JsonBuilder *json, const Spec *spec, const Totals *totals, int pairing)
{
    result_json_add_pairing(json, spec, totals, pairing);
    json_add_number(json, TIME_NAME, totals_times(totals)[pairing].time_ms);
}

static bool read_result(JsonObject *object, Totals *out_totals, int pairing)
{
    return result_json_read_count(object, TIME_NAME, &totals_times(out_totals)[pairing].time_ms) &&
           result_json_read_pairing(object, 1, &out_totals->pairings[pairing]);
}

const ContestTally TALLY_OF_TIMES = {
    .by_pairing = true,
    .count_parts = totals_count_pairings,
    .own_type = TIME_TOTALS_VARIANT_TYPE,
    .own_new = times_new,
    .own_free = times_free,
    .add = add_game,
    .merge = merge_times,
    .store = store_times,
    .load = load_times,
    .write_result = write_result,
    .read_result = read_result,
};
