#include "experiments/seats.h"

#include <stddef.h>
#include <string.h>

/* Numbers before the moves. */
#define RESULTS (offsetof(SeatTotals, moves) / sizeof(int64_t))
#define NUMBERS_OF_MOVE (sizeof(SeatMove) / sizeof(int64_t))

void seat_totals_init(SeatTotals *totals)
{
    *totals = (SeatTotals){.moves = g_array_new(FALSE, TRUE, sizeof(SeatMove))};
}

void seat_totals_clear(SeatTotals *totals)
{
    g_clear_pointer(&totals->moves, g_array_unref);
}

static void add_curve(GArray *moves, const MatchRecord *record, int side)
{
    const int count = (record->plies + 2) / 3;

    if (moves->len < (guint)count)
        g_array_set_size(moves, (guint)count);
    for (int i = 0; i < count; i++) {
        SeatMove *move = &g_array_index(moves, SeatMove, i);
        const int64_t material =
            match_record_material(record, side, MIN(3 * (i + 1), record->plies));
        move->running++;
        move->sum += material;
        move->squares += material * material;
    }
}

void seat_totals_add(SeatTotals *totals, const MatchRecord *record, int side)
{
    const int points = match_record_points(record, side);

    totals->wins += points == 1;
    totals->neither += points == 0;
    totals->losses += points == -1;
    totals->forfeits += points == MATCH_FORFEIT_POINTS;
    totals->plies += record->plies;
    add_curve(totals->moves, record, side);
}

static void add_numbers(int64_t *numbers, const int64_t *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] += others[i];
}

void seat_totals_merge(SeatTotals *totals, const SeatTotals *next)
{
    add_numbers((int64_t *)totals, (const int64_t *)next, RESULTS);
    g_array_set_size(totals->moves, MAX(totals->moves->len, next->moves->len));
    add_numbers((int64_t *)(void *)totals->moves->data,
                (const int64_t *)(const void *)next->moves->data,
                next->moves->len * NUMBERS_OF_MOVE);
}

GVariant *seat_totals_store(const SeatTotals *totals)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));

    g_array_append_vals(numbers, totals, RESULTS);
    g_array_append_vals(numbers, totals->moves->data, totals->moves->len * NUMBERS_OF_MOVE);
    return g_variant_new_fixed_array(G_VARIANT_TYPE_INT64, numbers->data, numbers->len,
                                     sizeof(int64_t));
}

/* Every number is a count or a sum of squares, and no game comes back that has ended. */
static bool is_consistent(const SeatTotals *totals)
{
    const int64_t *number = (const int64_t *)totals;
    int64_t running = seat_totals_games(totals);

    for (size_t i = 0; i < RESULTS; i++)
        if (number[i] < 0 || number[i] > MATCH_MOST)
            return false;
    for (guint i = 0; i < totals->moves->len; i++) {
        const SeatMove *move = &g_array_index(totals->moves, SeatMove, i);
        if (move->running < 1 || move->running > running || move->sum < 0 || move->squares < 0)
            return false;
        running = move->running;
    }
    return true;
}

bool seat_totals_load(GVariant *variant, SeatTotals *out_totals)
{
    gsize count;
    const int64_t *number = g_variant_get_fixed_array(variant, &count, sizeof(int64_t));

    if (count < RESULTS || (count - RESULTS) % NUMBERS_OF_MOVE != 0)
        return false;
    memcpy(out_totals, number, RESULTS * sizeof *number);
    g_array_append_vals(out_totals->moves, number + RESULTS,
                        (guint)((count - RESULTS) / NUMBERS_OF_MOVE));
    return is_consistent(out_totals);
}
