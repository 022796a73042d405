#include "experiments/totals.h"

#define RESULTS 6 /* numbers of a pairing before its moves */
#define NUMBERS_OF_MOVE (sizeof(TotalsMove) / sizeof(int64_t))

Totals *totals_new(int pairings)
{
    Totals *totals = g_new(Totals, 1);

    totals->count = pairings;
    totals->pairings = g_new0(PairingTotals, (size_t)pairings);
    for (int i = 0; i < pairings; i++)
        totals->pairings[i].moves = g_array_new(FALSE, TRUE, sizeof(TotalsMove));
    return totals;
}

void totals_free(Totals *totals)
{
    for (int i = 0; i < totals->count; i++)
        g_array_free(totals->pairings[i].moves, TRUE);
    g_free(totals->pairings);
    g_free(totals);
}

static void add_result(PairingTotals *totals, const MatchRecord *record)
{
    const int side = record->job.first_side;

    if (record->outcome.winner == side)
        totals->wins++;
    else if (record->outcome.winner != GAME_NO_WINNER)
        totals->losses++;
    else
        totals->draws++;
    if (record->outcome.termination == TERMINATION_FIFTY_MOVES &&
        record->bare_side != MATCH_NO_SIDE) {
        totals->draw_wins += record->bare_side != side;
        totals->draw_losses += record->bare_side == side;
    }
    totals->plies += record->plies;
}

static void add_curve(GArray *moves, const MatchRecord *record)
{
    const int side = record->job.first_side;
    const int count = (record->plies + 1) / 2;
    TotalsMove *move;
    int64_t difference = 0;

    if (moves->len < (guint)count)
        g_array_set_size(moves, (guint)count);
    move = (TotalsMove *)(void *)moves->data;
    for (int i = 0; i < count; i++) {
        const int32_t *material = record->ply[MIN(2 * i + 1, record->plies - 1)].material;
        difference = material[side] - material[1 - side];
        move[i].running++;
        move[i].sum += difference;
        move[i].squares += difference * difference;
    }
    if (count > 0)
        move[count - 1].ended_sum += difference;
}

void totals_add(Totals *totals, const MatchRecord *record)
{
    PairingTotals *pairing = &totals->pairings[record->job.pairing];

    add_result(pairing, record);
    add_curve(pairing->moves, record);
}

static GVariant *store_pairing(const PairingTotals *totals)
{
    const int64_t results[RESULTS] = {totals->wins,      totals->losses,      totals->draws,
                                      totals->draw_wins, totals->draw_losses, totals->plies};
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));

    g_array_append_vals(numbers, results, RESULTS);
    g_array_append_vals(numbers, totals->moves->data, totals->moves->len * NUMBERS_OF_MOVE);
    return g_variant_new_fixed_array(G_VARIANT_TYPE_INT64, numbers->data, numbers->len,
                                     sizeof(int64_t));
}

GVariant *totals_store(const Totals *totals)
{
    GVariantBuilder builder;

    g_variant_builder_init(&builder, G_VARIANT_TYPE(TOTALS_VARIANT_TYPE));
    for (int i = 0; i < totals->count; i++)
        g_variant_builder_add_value(&builder, store_pairing(&totals->pairings[i]));
    return g_variant_builder_end(&builder);
}

/* Every game has its first move, and its last one somewhere; none comes back. */
static bool is_consistent(const PairingTotals *totals)
{
    const TotalsMove *move = (const TotalsMove *)(const void *)totals->moves->data;
    int64_t running = pairing_totals_games(totals);

    if (totals->wins < 0 || totals->losses < 0 || totals->draws < 0 || totals->draw_wins < 0 ||
        totals->draw_losses < 0 || totals->plies < running ||
        totals->draw_wins + totals->draw_losses > totals->draws ||
        (totals->moves->len > 0 && move[0].running != running))
        return false;
    for (guint i = 0; i < totals->moves->len; i++) {
        if (move[i].running < 1 || move[i].running > running || move[i].squares < 0)
            return false;
        running = move[i].running;
    }
    return true;
}

static bool load_pairing(GVariant *variant, PairingTotals *out_totals)
{
    gsize count;
    const int64_t *number = g_variant_get_fixed_array(variant, &count, sizeof(int64_t));

    if (count < RESULTS || (count - RESULTS) % NUMBERS_OF_MOVE != 0)
        return false;
    out_totals->wins = number[0];
    out_totals->losses = number[1];
    out_totals->draws = number[2];
    out_totals->draw_wins = number[3];
    out_totals->draw_losses = number[4];
    out_totals->plies = number[5];
    g_array_append_vals(out_totals->moves, number + RESULTS,
                        (guint)((count - RESULTS) / NUMBERS_OF_MOVE));
    return is_consistent(out_totals);
}

Totals *totals_load(GVariant *variant)
{
    g_autoptr(Totals) totals = totals_new((int)g_variant_n_children(variant));

    for (int i = 0; i < totals->count; i++) {
        g_autoptr(GVariant) child = g_variant_get_child_value(variant, (gsize)i);
        if (!load_pairing(child, &totals->pairings[i]))
            return NULL;
    }
    return g_steal_pointer(&totals);
}
