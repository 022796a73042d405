#include "experiments/tally/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/tools/json_members.h"

#define SEATS 3

Totals *totals_new(const Contest *contest, int parts)
{
    Totals *totals = g_new(Totals, 1);

    *totals = (Totals){
        .contest = contest,
        .parts = parts,
        .count = contest->tally->by_pairing ? parts : 0,
        .pairings = g_new0(PairingTotals, (size_t)parts),
    };
    for (int i = 0; i < parts; i++) {
        totals->pairings[i].moves = g_array_new(FALSE, TRUE, sizeof(TotalsMove));
        for (int player = 0; player < TOTALS_PLAYERS; player++)
            totals->pairings[i].events[player] = g_array_new(FALSE, TRUE, sizeof(TotalsEvents));
        totals->pairings[i].games = g_array_new(FALSE, FALSE, sizeof(uint64_t));
        totals->pairings[i].answers = answers_new();
    }
    return totals;
}

Totals *totals_new_for(const Spec *spec)
{
    Totals *totals = totals_new(spec->contest, spec->contest->tally->count_parts(spec));

    totals_note_spec(totals, spec);
    return totals;
}

void totals_note_spec(Totals *totals, const Spec *spec)
{
    for (int i = 0; i < totals->count; i++) {
        totals->pairings[i].may_repeat = spec_may_repeat(spec, &spec->pairings[i]);
        totals->pairings[i].openings = spec_openings(spec_of_pairing(spec, i)) != 1;
    }
}

GArray *totals_rated(const Totals *totals, const Spec *spec)
{
    GArray *games = g_array_new(FALSE, FALSE, sizeof(RatingsGames));

    for (int i = 0; i < totals->count; i++)
        pairing_totals_rated(&totals->pairings[i], spec->pairings[i].player,
                             spec->pairings[i].opponent, games);
    return games;
}

GArray *totals_race(const Totals *totals, const Spec *spec)
{
    g_autoptr(GArray) games = totals_rated(totals, spec);

    return race_pairs(spec->player_count, (const RatingsGames *)(void *)games->data, games->len);
}

bool totals_fit(const Totals *totals, const Spec *spec)
{
    return totals->contest == spec->contest &&
           totals->parts == spec->contest->tally->count_parts(spec);
}

int64_t totals_games(const Totals *totals)
{
    int64_t games = 0;

    for (int i = 0; i < totals->parts; i++)
        games += pairing_totals_games(&totals->pairings[i]);
    return totals->contest->tally->by_pairing ? games : games / totals->contest->sides;
}

void totals_free(Totals *totals)
{
    for (int i = 0; i < totals->parts; i++) {
        g_array_free(totals->pairings[i].moves, TRUE);
        for (int player = 0; player < TOTALS_PLAYERS; player++)
            g_array_free(totals->pairings[i].events[player], TRUE);
        g_array_free(totals->pairings[i].games, TRUE);
        answers_free(totals->pairings[i].answers);
    }
    g_free(totals->pairings);
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

    statistics_score_add(&totals->score, points);
    statistics_score_add(&totals->as[record->job.first_side], points);
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

/* Counts @set, the events of a player at move number @move + 1 of a game of @moves. */
static void add_events(GArray *events, EventSet set, int move, int moves, int64_t *in_game)
{
    if (set == 0)
        return;
    if (events->len < (guint)moves)
        g_array_set_size(events, (guint)moves);
    for (; set; set &= set - 1) {
        g_array_index(events, TotalsEvents, move).count[__builtin_ctz(set)]++;
        in_game[__builtin_ctz(set)]++;
    }
}

static void add_squares(int64_t *squares, const int64_t *in_game)
{
    for (int i = 0; i < PER_GAME_COUNT; i++) {
        const int64_t count = per_game_sum(&PER_GAME[i], in_game);
        squares[i] += count * count;
    }
}

static void add_all_events(PairingTotals *totals, const MatchRecord *record)
{
    const int moves = (record->plies + 1) / 2, first = record->job.first_side;
    int64_t in_game[TOTALS_PLAYERS][EVENT_KIND_COUNT] = {{0}};
    EventsWalk walk = {0};

    for (int i = 0; i < record->plies; i++) {
        const EventsOfPly events = events_next(&walk, &record->ply[i]);
        add_events(totals->events[0], events.of[first], i / 2, moves, in_game[0]);
        add_events(totals->events[1], events.of[1 - first], i / 2, moves, in_game[1]);
    }
    for (int player = 0; player < TOTALS_PLAYERS; player++)
        add_squares(totals->squares[player], in_game[player]);
}

void pairing_totals_count_events(const GArray *events, int64_t out_counts[static EVENT_KIND_COUNT])
{
    memset(out_counts, 0, EVENT_KIND_COUNT * sizeof *out_counts);
    for (guint i = 0; i < events->len; i++)
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            out_counts[kind] += g_array_index(events, TotalsEvents, i).count[kind];
}

/* Source: G. Fowler, L. C. Noll and K.-P. Vo, the FNV-1a hash of 64 bits, RFC 9923; here of the
 * key of the opening and the moves, a step each, and mixed at the end. */
#define FNV_OFFSET UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

    return (first > second) - (first < second);
}

/* Sorts @count hashes, takes each once, and returns how many are left. */
static guint sort_hashes(uint64_t *hashes, guint count)
{
    guint distinct = 0;

    qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (guint i = 0; i < count; i++)
        if (i == 0 || hashes[i] != hashes[distinct - 1])
            hashes[distinct++] = hashes[i];
    return distinct;
}

/* Keeps the least hashes; those of others are forgotten from time to time. */
static void add_hash(GArray *games, uint64_t hash)
{
    g_array_append_val(games, hash);
    if (games->len >= 2 * TOTALS_HASHES)
        g_array_set_size(
            games, MIN(sort_hashes((uint64_t *)(void *)games->data, games->len), TOTALS_HASHES));
}

/* Of a million games two that differ are taken for one with a chance of one in thirty million. */
static uint64_t hash_game(const MatchRecord *record)
{
    uint64_t hash = (FNV_OFFSET ^ record->opening.chess.key) * FNV_PRIME;

    for (int ply = 0; ply < record->plies; ply++)
        hash = (hash ^ record->ply[ply].move ^ hash >> 32) * FNV_PRIME;
    hash = (hash ^ hash >> 29) * FNV_PRIME; /* all bits count for the order of hashes */
    return hash ^ hash >> 32;
}

/* Adds a pair, or the first game of one. */
static void add_repeat(TotalsRepeats *repeats, const Answer *answer)
{
    statistics_score_add(&repeats->as[TOTALS_WHITE], answer->half_points[0]);
    if (answer->last % 2 == 1)
        return;
    statistics_score_add(&repeats->as[TOTALS_BLACK], answer->half_points[1]);
    repeats->pairs.pairs[answer->half_points[0] + answer->half_points[1]]++;
}

/* A pair repeats an earlier one only if its first game does. */
static void note_repeat(PairingTotals *totals, const MatchRecord *record, uint64_t hash)
{
    const Answer *waiting = answers_waiting(totals->answers);
    const int points = half_points(record);
    const int both = waiting != NULL ? waiting->half_points[0] + points : points;
    const AnswerKind kind = answers_add_game(totals->answers, record->opening.chess.key, hash,
                                             record->job.game, points);

    if (kind == ANSWER_REPEATED) {
        statistics_score_add(&totals->repeats.as[record->job.first_side], points);
        if (record->job.game % 2 == 0)
            totals->repeats.pairs.pairs[both]++;
    }
    if (kind == ANSWER_DIFFERENT)
        totals->repeats = (TotalsRepeats){0};
}

/* Adds the answers of @next, some of which repeat those of @totals. */
static void merge_answers(PairingTotals *totals, const PairingTotals *next)
{
    const Answer *waiting = answers_waiting(next->answers);

    for (guint i = 0; i < answers_count(next->answers); i++)
        if (answers_add(totals->answers, answers_at(next->answers, i)) == ANSWER_REPEATED)
            add_repeat(&totals->repeats, answers_at(next->answers, i));
    if (waiting != NULL && answers_add(totals->answers, waiting) == ANSWER_REPEATED &&
        !answers_know(next->answers, waiting->opening))
        add_repeat(&totals->repeats, waiting);
    if (answers_differ(totals->answers))
        totals->repeats = (TotalsRepeats){0};
}

int64_t pairing_totals_distinct(const PairingTotals *totals)
{
    const double all = (double)pairing_totals_games(totals), most = ldexp(1, 64);
    g_autofree uint64_t *hashes = NULL;
    double estimate;
    guint distinct;

    if (totals->games->len == 0)
        return totals->distinct;
    hashes = g_memdup2(totals->games->data, totals->games->len * sizeof *hashes);
    distinct = sort_hashes(hashes, totals->games->len);
    if (distinct < TOTALS_HASHES)
        return distinct;
    estimate = (TOTALS_HASHES - 1) / ((double)hashes[TOTALS_HASHES - 1] / most);
    return (int64_t)(estimate * (1 + 3 / sqrt(TOTALS_HASHES)) < all ? estimate : all);
}

Scores pairing_totals_pairs(const PairingTotals *totals)
{
    Scores pairs = scores_of_pairs(&totals->pairs);

    for (int i = 0; i < pairs.values; i++)
        pairs.count[i] -= totals->repeats.pairs.pairs[i];
    return pairs;
}

Scores pairing_totals_scores(const PairingTotals *totals)
{
    const Scores pairs = pairing_totals_pairs(totals);
    StatisticsScore score = totals->score;
    Scores games;

    for (int colour = 0; colour < TOTALS_COLORS; colour++)
        score = statistics_subtract(score, totals->repeats.as[colour]);
    games = scores_of_games(score);
    if (scores_units(&pairs) == 0)
        return games;
    if (!totals->openings && pairing_totals_repeated(totals) == 0 && scores_are_alike(&games))
        return games;
    return pairs;
}

void totals_add(Totals *totals, const MatchRecord *record)
{
    totals->contest->tally->add(totals, record);
}

static void merge_moves(GArray *moves, const GArray *next)
{
    g_array_set_size(moves, MAX(moves->len, next->len));
    totals_add_numbers((int64_t *)(void *)moves->data, (const int64_t *)(const void *)next->data,
                       next->len * TOTALS_MOVE_NUMBERS);
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
    totals_add_numbers((int64_t *)totals, (const int64_t *)next, TOTALS_NUMBERS);
    merge_moves(totals->moves, next->moves);
    for (int player = 0; player < TOTALS_PLAYERS; player++)
        merge_events(totals->events[player], next->events[player]);
    for (guint i = 0; i < next->games->len; i++)
        add_hash(totals->games, g_array_index(next->games, uint64_t, i));
    merge_answers(totals, next);
}

void totals_merge(Totals *totals, const Totals *next)
{
    g_assert(totals->contest == next->contest && totals->parts == next->parts);
    for (int i = 0; i < totals->parts; i++)
        merge_pairing(&totals->pairings[i], &next->pairings[i]);
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

    turned.score = statistics_reverse(totals->score);
    turned.draw_wins = totals->draw_losses;
    turned.draw_losses = totals->draw_wins;
    turned.as[TOTALS_WHITE] = statistics_reverse(totals->as[TOTALS_BLACK]);
    turned.as[TOTALS_BLACK] = statistics_reverse(totals->as[TOTALS_WHITE]);
    reverse_counts(turned.pairs.pairs, G_N_ELEMENTS(turned.pairs.pairs));
    reverse_counts(turned.pairs.waiting, G_N_ELEMENTS(turned.pairs.waiting));
    reverse_counts(turned.repeats.pairs.pairs, G_N_ELEMENTS(turned.repeats.pairs.pairs));
    turned.repeats.as[TOTALS_WHITE] = statistics_reverse(totals->repeats.as[TOTALS_BLACK]);
    turned.repeats.as[TOTALS_BLACK] = statistics_reverse(totals->repeats.as[TOTALS_WHITE]);
    return turned;
}

void pairing_totals_pool(PairingTotals *totals, const PairingTotals *other, bool reversed)
{
    const PairingTotals seen = reversed ? reversed_numbers(other) : *other;

    totals->may_repeat |= other->may_repeat;
    totals->openings |= other->openings;
    totals_add_numbers(&totals->score.wins, &seen.score.wins,
                       TOTALS_NUMBERS - offsetof(PairingTotals, score) / sizeof(int64_t));
}

static int count_pairings(const Spec *spec)
{
    return spec->pairing_count;
}

static void name_pairing(JsonBuilder *json, const Spec *spec, int part)
{
    json_add_text(json, "player", spec->players[spec->pairings[part].player].name);
    json_add_text(json, "opponent", spec->players[spec->pairings[part].opponent].name);
}

static const Member SCORE_ROWS[] = {
    {MEMBER("wins", NUMBER, StatisticsScore, wins), .max = MATCH_MOST},
    {MEMBER("losses", NUMBER, StatisticsScore, losses), .max = MATCH_MOST},
    {MEMBER("draws", NUMBER, StatisticsScore, draws), .max = MATCH_MOST},
};

static const MemberTable SCORES = {MEMBER_TABLE(SCORE_ROWS, StatisticsScore)};

/* Pairs of games, by the points of the first player in both. */
static const Member PAIR_ROWS[] = {
    {MEMBER("0", NUMBER, PairCounts, pairs[0]), .max = MATCH_MOST},
    {MEMBER("0.5", NUMBER, PairCounts, pairs[1]), .max = MATCH_MOST},
    {MEMBER("1", NUMBER, PairCounts, pairs[2]), .max = MATCH_MOST},
    {MEMBER("1.5", NUMBER, PairCounts, pairs[3]), .max = MATCH_MOST},
    {MEMBER("2", NUMBER, PairCounts, pairs[4]), .max = MATCH_MOST},
};

static const MemberTable PAIRS = {MEMBER_TABLE(PAIR_ROWS, PairCounts)};

static const Member REPEAT_ROWS[] = {
    {MEMBER("pairs", OBJECT, TotalsRepeats, pairs), .table = &PAIRS},
    {MEMBER("as_white", OBJECT, TotalsRepeats, as[TOTALS_WHITE]), .table = &SCORES},
    {MEMBER("as_black", OBJECT, TotalsRepeats, as[TOTALS_BLACK]), .table = &SCORES},
};
const MemberTable TOTALS_REPEATS = {MEMBER_TABLE(REPEAT_ROWS, TotalsRepeats)};

/* Those of all pairings; terminations follow. */
#define RESULTS_OF_PAIRINGS                                                              \
    TOTALS_NUMBER("wins", score.wins), TOTALS_NUMBER("losses", score.losses),            \
        TOTALS_NUMBER("draws", score.draws), TOTALS_NUMBER("draw_wins", draw_wins),      \
        TOTALS_NUMBER("draw_losses", draw_losses), TOTALS_NUMBER("plies", plies),        \
        {MEMBER("as_white", OBJECT, PairingTotals, as[TOTALS_WHITE]), .table = &SCORES}, \
        {MEMBER("as_black", OBJECT, PairingTotals, as[TOTALS_BLACK]), .table = &SCORES}, \
    {                                                                                    \
        MEMBER("pairs", OBJECT, PairingTotals, pairs), .table = &PAIRS                   \
    }

static void add_game_in_turns(Totals *totals, const MatchRecord *record)
{
    PairingTotals *pairing = &totals->pairings[record->job.pairing];
    const uint64_t hash = hash_game(record);

    add_result(pairing, record);
    add_hash(pairing->games, hash);
    if (pairing->may_repeat)
        note_repeat(pairing, record, hash);
    totals_curve_add(pairing->moves, record);
    add_all_events(pairing, record);
}

static const Member ROWS_IN_TURNS[] = {
    RESULTS_OF_PAIRINGS,
    TOTALS_NUMBER("distinct_games", distinct),
};
static const MemberTable RESULTS_IN_TURNS = {MEMBER_TABLE(ROWS_IN_TURNS, PairingTotals)};

const ContestTally TALLY_OF_PAIRINGS = {
    .by_pairing = true,
    .count_parts = count_pairings,
    .add = add_game_in_turns,
    .name_part = name_pairing,
    .results = &RESULTS_IN_TURNS,
};

/* How many steps of time a game has had; the last one is that in which it ends. */
static int count_steps(const MatchTimes *times)
{
    return (int)MAX((times->time_ms + times->step_ms - 1) / times->step_ms, 1);
}

static void add_curve_in_time(PairingTotals *pairing, const MatchRecord *record)
{
    const MatchTimes *times = &record->times;
    const int side = record->job.first_side, last = (int)times->changes->len - 1;
    const int count = count_steps(times);
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

static void add_game_in_time(Totals *totals, const MatchRecord *record)
{
    PairingTotals *pairing = &totals->pairings[record->job.pairing];

    add_result(pairing, record);
    pairing->time_ms += record->times.time_ms;
    for (int player = 0; player < TOTALS_PLAYERS; player++) {
        const int side = player == 0 ? record->job.first_side : 1 - record->job.first_side;
        totals_add_numbers((int64_t *)&pairing->doings[player],
                           (const int64_t *)&record->times.of[side],
                           sizeof(MatchDoings) / sizeof(int64_t));
    }
    add_curve_in_time(pairing, record);
}

static const Member ROWS_IN_TIME[] = {
    RESULTS_OF_PAIRINGS,
    TOTALS_NUMBER("time_ms", time_ms),
};
static const MemberTable RESULTS_IN_TIME = {MEMBER_TABLE(ROWS_IN_TIME, PairingTotals)};

const ContestTally TALLY_OF_TIMES = {
    .by_pairing = true,
    .count_parts = count_pairings,
    .add = add_game_in_time,
    .name_part = name_pairing,
    .results = &RESULTS_IN_TIME,
};

static int count_seats(const Spec *spec)
{
    return spec->player_count * SEATS;
}

static void name_seat(JsonBuilder *json, const Spec *spec, int part)
{
    json_add_text(json, "player", spec->players[part / SEATS].name);
    json_add_text(json, "side", spec->side_names[part % SEATS]);
}

/* The curve of a player's own material: that of round m is the one after ply 3m, or after the last
 * ply if the game ends before. */
static void add_curve_of_seat(GArray *moves, const MatchRecord *record, int side)
{
    const int count = (record->plies + SEATS - 1) / SEATS;
    TotalsMove *move = totals_curve_moves(moves, count);

    for (int i = 0; i < count; i++)
        totals_move_add(&move[i],
                        match_record_material(record, side, MIN(SEATS * (i + 1), record->plies)));
}

static void add_game_of_seats(Totals *totals, const MatchRecord *record)
{
    for (int side = 0; side < SEATS; side++) {
        PairingTotals *seat = &totals->pairings[SEATS * record->job.player[side] + side];
        const int points = match_record_points(record, side);
        seat->score.wins += points == 1;
        seat->score.draws += points == 0;
        seat->score.losses += points == -1;
        seat->forfeits += points == MATCH_FORFEIT_POINTS;
        seat->plies += record->plies;
        add_curve_of_seat(seat->moves, record, side);
    }
}

static const Member ROWS_OF_SEATS[] = {
    TOTALS_NUMBER("wins", score.wins),     TOTALS_NUMBER("neither", score.draws),
    TOTALS_NUMBER("losses", score.losses), TOTALS_NUMBER("forfeits", forfeits),
    TOTALS_NUMBER("plies", plies),
};
static const MemberTable RESULTS_OF_SEATS = {MEMBER_TABLE(ROWS_OF_SEATS, PairingTotals)};

const ContestTally TALLY_OF_SEATS = {
    .count_parts = count_seats,
    .add = add_game_of_seats,
    .name_part = name_seat,
    .results = &RESULTS_OF_SEATS,
};
