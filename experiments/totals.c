#include "experiments/totals.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a pairing before its moves, and those of them that simply add up. */
#define RESULTS (offsetof(PairingTotals, moves) / sizeof(int64_t))
#define SUMS (offsetof(PairingTotals, pairs) / sizeof(int64_t))
#define NUMBERS_OF_MOVE (sizeof(TotalsMove) / sizeof(int64_t))

Totals *totals_new(int pairings, int seats)
{
    Totals *totals = g_new0(Totals, 1);

    totals->seat_count = seats;
    totals->seats = g_new(SeatTotals, (size_t)seats);
    for (int i = 0; i < seats; i++)
        seat_totals_init(&totals->seats[i]);

    totals->count = pairings;
    totals->pairings = g_new0(PairingTotals, (size_t)pairings);
    for (int i = 0; i < pairings; i++) {
        totals->pairings[i].moves = g_array_new(FALSE, TRUE, sizeof(TotalsMove));
        for (int player = 0; player < TOTALS_PLAYERS; player++)
            totals->pairings[i].events[player] = g_array_new(FALSE, TRUE, sizeof(TotalsEvents));
        totals->pairings[i].games = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    }
    return totals;
}

/* How many seats are added up in games of @spec: those of every player, or none. */
static int count_seats(const Spec *spec)
{
    return spec->contest->sides == 3 ? spec->player_count * spec->contest->sides : 0;
}

void totals_add_times(Totals *totals)
{
    totals->times = g_new0(TimeTotals, (size_t)totals->count);
}

Totals *totals_new_for(const Spec *spec)
{
    Totals *totals =
        totals_new(spec->contest->sides == 3 ? 0 : spec->pairing_count, count_seats(spec));

    if (spec->contest == &CONTEST_TIME)
        totals_add_times(totals);
    return totals;
}

bool totals_fit(const Totals *totals, const Spec *spec)
{
    return totals->seat_count == count_seats(spec) &&
           (totals->times != NULL) == (spec->contest == &CONTEST_TIME) &&
           totals->count == (spec->contest->sides == 3 ? 0 : spec->pairing_count);
}

int64_t totals_games(const Totals *totals)
{
    int64_t games = 0, seated = 0;

    for (int i = 0; i < totals->count; i++)
        games += pairing_totals_games(&totals->pairings[i]);
    for (int i = 0; i < totals->seat_count; i++)
        seated += seat_totals_games(&totals->seats[i]);
    return games + seated / 3;
}

void totals_free(Totals *totals)
{
    for (int i = 0; i < totals->seat_count; i++)
        seat_totals_clear(&totals->seats[i]);
    g_free(totals->seats);
    for (int i = 0; i < totals->count; i++) {
        g_array_free(totals->pairings[i].moves, TRUE);
        for (int player = 0; player < TOTALS_PLAYERS; player++)
            g_array_free(totals->pairings[i].events[player], TRUE);
        g_array_free(totals->pairings[i].games, TRUE);
    }
    g_free(totals->pairings);
    g_free(totals->times);
    g_free(totals);
}

/* Half points of the first player. */
static int half_points(const MatchRecord *record)
{
    if (record->outcome.winner == GAME_NOBODY)
        return 1;
    return record->outcome.winner == record->job.first_side ? 2 : 0;
}

static void add_score(PairingTotals *totals, const MatchRecord *record)
{
    const int points = half_points(record);
    StatisticsScore *score = &totals->as[record->job.first_side];

    totals->wins += points == 2;
    totals->losses += points == 0;
    totals->draws += points == 1;
    score->wins += points == 2;
    score->losses += points == 0;
    score->draws += points == 1;
    pair_counts_add(&totals->pairs, (int64_t)record->job.game, points);
}

static void add_result(PairingTotals *totals, const MatchRecord *record)
{
    const int side = record->job.first_side;

    add_score(totals, record);
    totals->terminations[record->outcome.termination]++;
    if (record->outcome.termination == TERMINATION_FIFTY_MOVES &&
        record->bare_side != MATCH_NO_SIDE) {
        totals->draw_wins += record->bare_side != side;
        totals->draw_losses += record->bare_side == side;
    }
    totals->plies += record->plies;
}

/* The first @count moves, which are as many at least. */
static TotalsMove *first_moves(GArray *moves, int count)
{
    if (moves->len < (guint)count)
        g_array_set_size(moves, (guint)count);
    return (TotalsMove *)(void *)moves->data;
}

static void add_difference(TotalsMove *move, int64_t difference)
{
    move->running++;
    move->sum += difference;
    move->squares += difference * difference;
}

static void add_curve(GArray *moves, const MatchRecord *record)
{
    const int side = record->job.first_side;
    const int count = (record->plies + 1) / 2;
    TotalsMove *move = first_moves(moves, count);
    int64_t difference = 0;

    for (int i = 0; i < count; i++) {
        const int32_t *material = record->ply[MIN(2 * i + 1, record->plies - 1)].material;
        difference = material[side] - material[1 - side];
        add_difference(&move[i], difference);
    }
    if (count > 0)
        move[count - 1].ended_sum += difference;
}

static void add_curve_in_time(GArray *moves, const MatchRecord *record)
{
    const MatchTimes *times = &record->times;
    const int side = record->job.first_side, last = (int)times->changes->len - 1;
    const int count = time_totals_steps(times);
    TotalsMove *move = first_moves(moves, count);
    int64_t difference = 0;

    for (int i = 0, change = 0; i < count; i++) {
        const int32_t *material;
        while (change < last &&
               match_times_change(times, change + 1)->time_ms <= (i + 1) * times->step_ms)
            change++;
        material = match_times_change(times, change)->material;
        difference = material[side] - material[1 - side];
        add_difference(&move[i], difference);
    }
    move[count - 1].ended_sum += difference;
}

/* Counts @set, the events of a player at move number @move + 1 of a game of @moves. */
static void add_events(GArray *events, EventSet set, int move, int moves)
{
    if (set == 0)
        return;
    if (events->len < (guint)moves)
        g_array_set_size(events, (guint)moves);
    for (; set; set &= set - 1)
        g_array_index(events, TotalsEvents, move).count[__builtin_ctz(set)]++;
}

static void add_all_events(PairingTotals *totals, const MatchRecord *record)
{
    const int moves = (record->plies + 1) / 2, first = record->job.first_side;
    EventsWalk walk = {0};

    for (int i = 0; i < record->plies; i++) {
        const EventsOfPly events = events_next(&walk, &record->ply[i]);
        add_events(totals->events[0], events.of[first], i / 2, moves);
        add_events(totals->events[1], events.of[1 - first], i / 2, moves);
    }
}

static void add_seats(Totals *totals, const MatchRecord *record)
{
    for (int side = 0; side < 3; side++)
        seat_totals_add(&totals->seats[3 * record->job.player[side] + side], record, side);
}

/* Source: G. Fowler, L. C. Noll and K.-P. Vo, the FNV-1a hash of 64 bits, RFC 9923; here of the
 * key of the opening and the moves, a step each, and mixed at the end. */
#define FNV_OFFSET UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* Of a million games two that differ are taken for one with a chance of one in thirty million. */
static void add_game(GArray *games, const MatchRecord *record)
{
    uint64_t hash = (FNV_OFFSET ^ record->opening.chess.key) * FNV_PRIME;

    for (int ply = 0; ply < record->plies; ply++)
        hash = (hash ^ record->ply[ply].move ^ hash >> 32) * FNV_PRIME;
    hash ^= hash >> 29;
    g_array_append_val(games, hash);
}

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

    return (first > second) - (first < second);
}

int64_t pairing_totals_distinct(const PairingTotals *totals)
{
    const guint count = totals->games->len;
    g_autofree uint64_t *sorted = NULL;
    int64_t distinct = 0;

    if (count == 0)
        return totals->distinct;
    sorted = g_memdup2(totals->games->data, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_hashes);
    for (guint i = 0; i < count; i++)
        distinct += i == 0 || sorted[i] != sorted[i - 1];
    return distinct;
}

void totals_add(Totals *totals, const MatchRecord *record)
{
    PairingTotals *pairing;

    if (totals->seat_count > 0) {
        add_seats(totals, record);
        return;
    }
    pairing = &totals->pairings[record->job.pairing];
    add_result(pairing, record);
    if (totals->times != NULL) {
        time_totals_add(&totals->times[record->job.pairing], record);
        add_curve_in_time(pairing->moves, record);
        return;
    }
    add_game(pairing->games, record);
    add_curve(pairing->moves, record);
    add_all_events(pairing, record);
}

static void add_numbers(int64_t *numbers, const int64_t *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] += others[i];
}

static void merge_moves(GArray *moves, const GArray *next)
{
    g_array_set_size(moves, MAX(moves->len, next->len));
    add_numbers((int64_t *)(void *)moves->data, (const int64_t *)(const void *)next->data,
                next->len * NUMBERS_OF_MOVE);
}

static void merge_events(GArray *events, const GArray *next)
{
    g_array_set_size(events, MAX(events->len, next->len));
    for (guint i = 0; i < next->len; i++)
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            g_array_index(events, TotalsEvents, i).count[kind] +=
                g_array_index(next, TotalsEvents, i).count[kind];
}

static void merge_pairing(PairingTotals *totals, const PairingTotals *next)
{
    add_numbers((int64_t *)totals, (const int64_t *)next, SUMS);
    pair_counts_merge(&totals->pairs, &next->pairs);
    merge_moves(totals->moves, next->moves);
    for (int player = 0; player < TOTALS_PLAYERS; player++)
        merge_events(totals->events[player], next->events[player]);
    if (next->games->len > 0)
        g_array_append_vals(totals->games, next->games->data, next->games->len);
}

void totals_merge(Totals *totals, const Totals *next)
{
    g_assert(totals->count == next->count && totals->seat_count == next->seat_count);
    for (int i = 0; i < totals->count; i++)
        merge_pairing(&totals->pairings[i], &next->pairings[i]);
    for (int i = 0; totals->times != NULL && i < totals->count; i++)
        time_totals_merge(&totals->times[i], &next->times[i]);
    for (int i = 0; i < totals->seat_count; i++)
        seat_totals_merge(&totals->seats[i], &next->seats[i]);
}

static void reverse_counts(int64_t *counts, int count)
{
    for (int i = 0; i < count / 2; i++) {
        const int64_t first = counts[i];
        counts[i] = counts[count - 1 - i];
        counts[count - 1 - i] = first;
    }
}

/* The numbers before the moves, seen from the opponent. */
static PairingTotals reversed_numbers(const PairingTotals *totals)
{
    PairingTotals turned = *totals;

    turned.wins = totals->losses;
    turned.losses = totals->wins;
    turned.draw_wins = totals->draw_losses;
    turned.draw_losses = totals->draw_wins;
    turned.as[TOTALS_WHITE] = statistics_reverse(totals->as[TOTALS_BLACK]);
    turned.as[TOTALS_BLACK] = statistics_reverse(totals->as[TOTALS_WHITE]);
    reverse_counts(turned.pairs.pairs, G_N_ELEMENTS(turned.pairs.pairs));
    reverse_counts(turned.pairs.waiting, G_N_ELEMENTS(turned.pairs.waiting));
    reverse_counts(turned.pairs.severed, G_N_ELEMENTS(turned.pairs.severed));
    return turned;
}

void pairing_totals_pool(PairingTotals *totals, const PairingTotals *other, bool reversed)
{
    const PairingTotals seen = reversed ? reversed_numbers(other) : *other;

    add_numbers((int64_t *)totals, (const int64_t *)&seen, RESULTS);
}

static GVariant *store_results(const PairingTotals *totals)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));

    g_array_append_vals(numbers, totals, RESULTS);
    g_array_append_vals(numbers, totals->moves->data, totals->moves->len * NUMBERS_OF_MOVE);
    return g_variant_new_fixed_array(G_VARIANT_TYPE_INT64, numbers->data, numbers->len,
                                     sizeof(int64_t));
}

static GVariant *store_events(const GArray *events)
{
    return g_variant_new_fixed_array(G_VARIANT_TYPE_UINT32, events->data,
                                     events->len * EVENT_KIND_COUNT, sizeof(uint32_t));
}

static GVariant *store_pairing(const PairingTotals *totals)
{
    GVariant *members[] = {store_results(totals), store_events(totals->events[0]),
                           store_events(totals->events[1]),
                           g_variant_new_fixed_array(G_VARIANT_TYPE_UINT64, totals->games->data,
                                                     totals->games->len, sizeof(uint64_t))};

    return g_variant_new_tuple(members, G_N_ELEMENTS(members));
}

GVariant *totals_store(const Totals *totals)
{
    GVariantBuilder pairings, seats;

    g_variant_builder_init(&pairings, G_VARIANT_TYPE(TOTALS_PAIRINGS_TYPE));
    for (int i = 0; i < totals->count; i++)
        g_variant_builder_add_value(&pairings, store_pairing(&totals->pairings[i]));
    g_variant_builder_init(&seats, G_VARIANT_TYPE(TOTALS_SEATS_TYPE));
    for (int i = 0; i < totals->seat_count; i++)
        g_variant_builder_add_value(&seats, seat_totals_store(&totals->seats[i]));
    return g_variant_new(
        "(@" TOTALS_PAIRINGS_TYPE "@" TOTALS_SEATS_TYPE "@" TIME_TOTALS_VARIANT_TYPE ")",
        g_variant_builder_end(&pairings), g_variant_builder_end(&seats),
        time_totals_store(totals->times, totals->times != NULL ? totals->count : 0));
}

static bool are_counts(const PairingTotals *totals)
{
    const int64_t *number = (const int64_t *)totals;

    for (size_t i = 0; i < RESULTS; i++)
        if (number[i] < 0 || number[i] > MATCH_MOST)
            return false;
    return true;
}

static bool colours_agree(const PairingTotals *totals)
{
    const StatisticsScore *white = &totals->as[TOTALS_WHITE], *black = &totals->as[TOTALS_BLACK];

    return white->wins + black->wins == totals->wins &&
           white->losses + black->losses == totals->losses &&
           white->draws + black->draws == totals->draws;
}

/* A part of a run has no more than one game without partner at its beginning and at its end. */
static bool pairs_agree(const PairingTotals *totals)
{
    const PairCounts *pairs = &totals->pairs;
    int64_t games = 0, waiting = 0, severed = 0, points = 0;

    for (int i = 0; i < (int)G_N_ELEMENTS(pairs->pairs); i++) {
        games += 2 * pairs->pairs[i];
        points += i * pairs->pairs[i];
    }
    for (int i = 0; i < (int)G_N_ELEMENTS(pairs->waiting); i++) {
        waiting += pairs->waiting[i];
        severed += pairs->severed[i];
        points += i * (pairs->waiting[i] + pairs->severed[i]);
    }
    return waiting <= 1 && severed <= 1 &&
           games + waiting + severed == pairing_totals_games(totals) &&
           points == 2 * totals->wins + totals->draws;
}

static int64_t count_terminations(const PairingTotals *totals)
{
    int64_t games = 0;

    for (int i = TERMINATION_NONE + 1; i < TERMINATION_COUNT; i++)
        games += totals->terminations[i];
    return games;
}

bool pairing_totals_agree(const PairingTotals *totals)
{
    return are_counts(totals) && colours_agree(totals) && pairs_agree(totals) &&
           totals->terminations[TERMINATION_NONE] == 0 &&
           count_terminations(totals) == pairing_totals_games(totals) &&
           totals->draw_wins + totals->draw_losses <=
               MIN(totals->draws, totals->terminations[TERMINATION_FIFTY_MOVES]);
}

/* Games that players ended, not a rule: maybe before their first move. */
static int64_t count_ended_by_players(const PairingTotals *totals)
{
    return totals->terminations[TERMINATION_RESIGNATION] +
           totals->terminations[TERMINATION_DRAW_CLAIM] + totals->terminations[TERMINATION_FORFEIT];
}

/* Every other game has its first move, and its last one somewhere; none comes back. Games in time
 * have no plies. */
static bool is_consistent(const PairingTotals *totals, bool in_time)
{
    const TotalsMove *move = (const TotalsMove *)(const void *)totals->moves->data;
    const int64_t begun = totals->moves->len > 0 ? move[0].running : 0;
    int64_t running = pairing_totals_games(totals);

    if (!pairing_totals_agree(totals) || totals->plies < (in_time ? 0 : begun) ||
        begun < running - count_ended_by_players(totals))
        return false;
    for (guint i = 0; i < totals->moves->len; i++) {
        if (move[i].running < 1 || move[i].running > running || move[i].squares < 0)
            return false;
        running = move[i].running;
    }
    return true;
}

/* Of the events of a kind no more than games that have the move, and no more than what they are
 * some of. */
static bool are_possible(const TotalsEvents *events, const TotalsEvents *before, int64_t running)
{
    const uint32_t *count = events->count;
    const int64_t met = (int64_t)count[EVENT_ATTACK_REQUEST] + count[EVENT_DEFENCE_REQUEST] +
                        count[EVENT_OWN_MOVE] + count[EVENT_OWN_ATTACK];
    const int64_t planned = (int64_t)count[EVENT_PLAN] + count[EVENT_PLAN_ON_KING];
    const int64_t captured = (int64_t)count[EVENT_CAPTURED] + count[EVENT_CAPTURED_UNTHREATENED] +
                             count[EVENT_MOVER_CAPTURED] + count[EVENT_MOVER_CAPTURED_UNTHREATENED];

    return count[EVENT_DECISION] <= running && count[EVENT_THREAT] <= count[EVENT_DECISION] &&
           met <= count[EVENT_THREAT] && count[EVENT_OFFER_REJECTED] <= count[EVENT_THREAT] &&
           planned <= count[EVENT_DECISION] &&
           count[EVENT_PLAN_PERFORMED] <= (before != NULL ? before->count[EVENT_PLAN] : 0) &&
           count[EVENT_REPLY] <= running && captured <= count[EVENT_REPLY];
}

static bool events_are_consistent(const PairingTotals *totals, const GArray *events)
{
    if (events->len > totals->moves->len)
        return false;
    for (guint i = 0; i < events->len; i++)
        if (!are_possible(&g_array_index(events, TotalsEvents, i),
                          i > 0 ? &g_array_index(events, TotalsEvents, i - 1) : NULL,
                          g_array_index(totals->moves, TotalsMove, i).running))
            return false;
    return true;
}

static bool load_results(GVariant *variant, bool in_time, PairingTotals *out_totals)
{
    gsize count;
    const int64_t *number = g_variant_get_fixed_array(variant, &count, sizeof(int64_t));

    if (count < RESULTS || (count - RESULTS) % NUMBERS_OF_MOVE != 0)
        return false;
    memcpy(out_totals, number, RESULTS * sizeof *number);
    g_array_append_vals(out_totals->moves, number + RESULTS,
                        (guint)((count - RESULTS) / NUMBERS_OF_MOVE));
    return is_consistent(out_totals, in_time);
}

static bool load_events(GVariant *variant, const PairingTotals *totals, GArray *out_events)
{
    gsize count;
    const uint32_t *number = g_variant_get_fixed_array(variant, &count, sizeof(uint32_t));

    if (count % EVENT_KIND_COUNT != 0)
        return false;
    g_array_append_vals(out_events, number, (guint)(count / EVENT_KIND_COUNT));
    return events_are_consistent(totals, out_events);
}

/* All games, or none in time. */
static bool load_games(GVariant *variant, bool in_time, PairingTotals *out_totals)
{
    gsize count;
    const uint64_t *hash = g_variant_get_fixed_array(variant, &count, sizeof(uint64_t));

    if (count != (in_time ? 0 : (gsize)pairing_totals_games(out_totals)))
        return false;
    if (count > 0)
        g_array_append_vals(out_totals->games, hash, (guint)count);
    return true;
}

static bool load_pairing(GVariant *variant, bool in_time, PairingTotals *out_totals)
{
    g_autoptr(GVariant) results = g_variant_get_child_value(variant, 0);
    g_autoptr(GVariant) games = g_variant_get_child_value(variant, 1 + TOTALS_PLAYERS);

    if (!load_results(results, in_time, out_totals) || !load_games(games, in_time, out_totals))
        return false;
    for (int player = 0; player < TOTALS_PLAYERS; player++) {
        g_autoptr(GVariant) events = g_variant_get_child_value(variant, (gsize)player + 1);
        if (!load_events(events, out_totals, out_totals->events[player]))
            return false;
    }
    return true;
}

Totals *totals_load(GVariant *variant)
{
    g_autoptr(GVariant) pairings = g_variant_get_child_value(variant, 0);
    g_autoptr(GVariant) seats = g_variant_get_child_value(variant, 1);
    g_autoptr(Totals) totals =
        totals_new((int)g_variant_n_children(pairings), (int)g_variant_n_children(seats));
    g_autoptr(GVariant) times = g_variant_get_child_value(variant, 2);
    const bool in_time = g_variant_n_children(times) > 0;

    for (int i = 0; i < totals->count; i++) {
        g_autoptr(GVariant) child = g_variant_get_child_value(pairings, (gsize)i);
        if (!load_pairing(child, in_time, &totals->pairings[i]))
            return NULL;
    }
    for (int i = 0; i < totals->seat_count; i++) {
        g_autoptr(GVariant) child = g_variant_get_child_value(seats, (gsize)i);
        if (!seat_totals_load(child, &totals->seats[i]))
            return NULL;
    }
    if (in_time) {
        totals_add_times(totals);
        if (!time_totals_load(times, totals->times, totals->count))
            return NULL;
    }
    return g_steal_pointer(&totals);
}
