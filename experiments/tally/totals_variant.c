/* Totals as one value and back; what contradicts itself is not read. */
#include "experiments/tally/totals.h"

#include <stddef.h>
#include <string.h>

#define RESULTS (offsetof(PairingTotals, moves) / sizeof(int64_t)) /* numbers before the moves */

static GVariant *store_results(const PairingTotals *totals)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));

    g_array_append_vals(numbers, totals, RESULTS);
    g_array_append_vals(numbers, totals->moves->data, totals->moves->len * TOTALS_MOVE_NUMBERS);
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

/* What each number of terminations is of. */
static GVariant *store_terminations(void)
{
    const char *names[TERMINATION_COUNT];

    for (int i = 0; i < TERMINATION_COUNT; i++)
        names[i] = termination_name((Termination)i);
    return g_variant_new_strv(names, TERMINATION_COUNT);
}

GVariant *totals_store(const Totals *totals)
{
    GVariantBuilder pairings;

    g_variant_builder_init(&pairings, G_VARIANT_TYPE(TOTALS_PAIRINGS_TYPE));
    for (int i = 0; i < totals->count; i++)
        g_variant_builder_add_value(&pairings, store_pairing(&totals->pairings[i]));
    return g_variant_new("(s@asi@" TOTALS_PAIRINGS_TYPE "v)", totals->contest->name,
                         store_terminations(), totals->parts, g_variant_builder_end(&pairings),
                         totals->own != NULL ? totals->contest->tally->store(totals)
                                             : g_variant_new_tuple(NULL, 0));
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

/* Every other game has its first move, and its last one somewhere; none comes back.  Games in time
 * have no plies. */
static bool is_consistent(const PairingTotals *totals, const ContestTally *tally)
{
    const TotalsMove *move = (const TotalsMove *)(const void *)totals->moves->data;
    const int64_t begun = totals->moves->len > 0 ? move[0].running : 0;
    int64_t running;

    if (!pairing_totals_agree(totals)) /* before their numbers are added up */
        return false;
    running = pairing_totals_games(totals);
    if (totals->plies < (tally->has_plies ? begun : 0) ||
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
           count[EVENT_REPLY] <= running && captured <= count[EVENT_REPLY] &&
           count[EVENT_EXPECTED] <= count[EVENT_REPLY] &&
           count[EVENT_EXPECTED_CAME] <= count[EVENT_EXPECTED];
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

/* The square of a whole number is no less than the number, and is nothing only of nothing. */
static bool squares_agree(const int64_t *squares, const GArray *events)
{
    int64_t counts[EVENT_KIND_COUNT];

    pairing_totals_count_events(events, counts);
    for (int i = 0; i < PER_GAME_COUNT; i++) {
        const int64_t sum = per_game_sum(&PER_GAME[i], counts);
        if (squares[i] < sum || (sum == 0 && squares[i] != 0))
            return false;
    }
    return true;
}

/* The terminations that stored numbers are of, in their order. */
typedef struct {
    gsize count;
    Termination *of;
} Terminations;

static void terminations_clear(Terminations *terminations)
{
    g_free(terminations->of);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Terminations, terminations_clear)

/* False if a name is that of none. */
static bool load_terminations(GVariant *variant, Terminations *out_terminations)
{
    g_autofree const char **names = g_variant_get_strv(variant, &out_terminations->count);

    out_terminations->of = g_new(Termination, out_terminations->count);
    for (gsize i = 0; i < out_terminations->count; i++) {
        Termination termination = TERMINATION_NONE;
        while (termination < TERMINATION_COUNT &&
               !g_str_equal(termination_name(termination), names[i]))
            termination++;
        if (termination == TERMINATION_COUNT)
            return false;
        out_terminations->of[i] = termination;
    }
    return true;
}

/* Numbers before the terminations of a pairing, and between them and its moves. */
#define BEFORE (offsetof(PairingTotals, terminations) / sizeof(int64_t))
#define BEHIND (RESULTS - BEFORE - TERMINATION_COUNT)

static bool load_results(GVariant *variant, const Terminations *terminations,
                         const ContestTally *tally, PairingTotals *out_totals)
{
    gsize count;
    const int64_t *number = g_variant_get_fixed_array(variant, &count, sizeof(int64_t));
    const gsize results = BEFORE + terminations->count + BEHIND;

    if (count < results || (count - results) % TOTALS_MOVE_NUMBERS != 0)
        return false;
    memcpy(out_totals, number, BEFORE * sizeof *number);
    for (gsize i = 0; i < terminations->count; i++)
        out_totals->terminations[terminations->of[i]] = number[BEFORE + i];
    memcpy(out_totals->terminations + TERMINATION_COUNT, number + BEFORE + terminations->count,
           BEHIND * sizeof *number);
    g_array_append_vals(out_totals->moves, number + results,
                        (guint)((count - results) / TOTALS_MOVE_NUMBERS));
    return is_consistent(out_totals, tally);
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

/* None if games are not told apart. */
static bool load_games(GVariant *variant, PairingTotals *out_totals)
{
    gsize count;
    const uint64_t *hash = g_variant_get_fixed_array(variant, &count, sizeof(uint64_t));

    if (count > MIN((gsize)pairing_totals_games(out_totals), 2 * TOTALS_HASHES))
        return false;
    if (count > 0)
        g_array_append_vals(out_totals->games, hash, (guint)count);
    return true;
}

static bool load_pairing(GVariant *variant, const Terminations *terminations,
                         const ContestTally *tally, PairingTotals *out_totals)
{
    g_autoptr(GVariant) results = g_variant_get_child_value(variant, 0);
    g_autoptr(GVariant) games = g_variant_get_child_value(variant, 1 + TOTALS_PLAYERS);

    if (!load_results(results, terminations, tally, out_totals) || !load_games(games, out_totals))
        return false;
    for (int player = 0; player < TOTALS_PLAYERS; player++) {
        g_autoptr(GVariant) events = g_variant_get_child_value(variant, (gsize)player + 1);
        if (!load_events(events, out_totals, out_totals->events[player]) ||
            !squares_agree(out_totals->squares[player], out_totals->events[player]))
            return false;
    }
    return true;
}

static bool load_pairings(GVariant *variant, GVariant *names, Totals *out_totals)
{
    g_auto(Terminations) terminations = {0};

    if (g_variant_n_children(variant) != (gsize)out_totals->count ||
        !load_terminations(names, &terminations))
        return false;
    for (int i = 0; i < out_totals->count; i++) {
        g_autoptr(GVariant) child = g_variant_get_child_value(variant, (gsize)i);
        if (!load_pairing(child, &terminations, out_totals->contest->tally,
                          &out_totals->pairings[i]))
            return false;
    }
    return true;
}

static bool load_own(GVariant *variant, Totals *out_totals)
{
    const ContestTally *tally = out_totals->contest->tally;

    return g_variant_is_of_type(variant,
                                G_VARIANT_TYPE(tally->own_type != NULL ? tally->own_type : "()")) &&
           (tally->own_type == NULL || tally->load(variant, out_totals));
}

/* More than any run has: what is read back has no room for more. */
#define MOST_PARTS (1 << 20)

Totals *totals_load(GVariant *variant)
{
    const char *name;
    g_autoptr(GVariant) names = NULL, pairings = NULL, own = NULL;
    g_autoptr(Totals) totals = NULL;
    const Contest *contest;
    gint32 parts;

    g_variant_get(variant, "(&s@asi@" TOTALS_PAIRINGS_TYPE "v)", &name, &names, &parts, &pairings,
                  &own);
    contest = contest_by_name(name);
    if (contest == NULL || parts < 0 || parts > MOST_PARTS)
        return NULL;
    totals = totals_new(contest, parts);
    return load_pairings(pairings, names, totals) && load_own(own, totals)
               ? g_steal_pointer(&totals)
               : NULL;
}
