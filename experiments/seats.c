#include "experiments/seats.h"

#include <stddef.h>
#include <string.h>

#include "experiments/result_json.h"

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

#define SIDES 3

static int count_seats(const Spec *spec)
{
    return spec->player_count * SIDES;
}

static gpointer seats_new(int count)
{
    SeatTotals *seats = g_new(SeatTotals, (size_t)count);

    for (int i = 0; i < count; i++)
        seat_totals_init(&seats[i]);
    return seats;
}

static void seats_free(gpointer own, int count)
{
    SeatTotals *seats = own;

    for (int i = 0; i < count; i++)
        seat_totals_clear(&seats[i]);
    g_free(seats);
}

static void add_seats(Totals *totals, const MatchRecord *record)
{
    for (int side = 0; side < SIDES; side++)
        seat_totals_add(&totals_seats(totals)[SIDES * record->job.player[side] + side], record,
                        side);
}

static int64_t count_games(const Totals *totals)
{
    int64_t seated = 0;

    for (int i = 0; i < totals->parts; i++)
        seated += seat_totals_games(&totals_seats(totals)[i]);
    return seated / SIDES;
}

static void merge_seats(Totals *totals, const Totals *next)
{
    for (int i = 0; i < totals->parts; i++)
        seat_totals_merge(&totals_seats(totals)[i], &totals_seats(next)[i]);
}

static GVariant *store_seats(const Totals *totals)
{
    GVariantBuilder seats;

    g_variant_builder_init(&seats, G_VARIANT_TYPE("a" SEAT_TOTALS_VARIANT_TYPE));
    for (int i = 0; i < totals->parts; i++)
        g_variant_builder_add_value(&seats, seat_totals_store(&totals_seats(totals)[i]));
    return g_variant_builder_end(&seats);
}

static bool load_seats(GVariant *variant, Totals *out_totals)
{
    if (g_variant_n_children(variant) != (gsize)out_totals->parts)
        return false;
    for (int i = 0; i < out_totals->parts; i++) {
        g_autoptr(GVariant) child = g_variant_get_child_value(variant, (gsize)i);
        if (!seat_totals_load(child, &totals_seats(out_totals)[i]))
            return false;
    }
    return true;
}

static const char *const NAMES[] = {"wins", "neither", "losses", "forfeits", "plies"};

static void write_result(JsonBuilder *json, const Spec *spec, const Totals *totals, int seat)
{
    const int64_t *values = (const int64_t *)&totals_seats(totals)[seat];

    json_add_text(json, "player", spec->players[seat / SIDES].name);
    json_add_text(json, "side", spec->side_names[seat % SIDES]);
    for (size_t i = 0; i < G_N_ELEMENTS(NAMES); i++)
        json_add_number(json, NAMES[i], values[i]);
}

static bool read_result(JsonObject *object, Totals *out_totals, int seat)
{
    int64_t *values = (int64_t *)&totals_seats(out_totals)[seat];

    if (!result_json_has_texts(object, "player", "side") ||
        json_object_get_size(object) != 2 + G_N_ELEMENTS(NAMES))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(NAMES); i++)
        if (!result_json_read_count(object, NAMES[i], &values[i]))
            return false;
    return true;
}

const ContestTally TALLY_OF_SEATS = {
    .count_parts = count_seats,
    .own_type = "a" SEAT_TOTALS_VARIANT_TYPE,
    .own_new = seats_new,
    .own_free = seats_free,
    .add = add_seats,
    .games = count_games,
    .merge = merge_seats,
    .store = store_seats,
    .load = load_seats,
    .write_result = write_result,
    .read_result = read_result,
};
