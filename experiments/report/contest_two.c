/* Two players in turn, on 64 squares. */
#include "experiments/play/match.h"
#include "experiments/report/report.h"
#include "experiments/run/records.h"
#include "experiments/spec/contest.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tally/totals.h"

#define SIDES 2

/* Refuses rules that only games of three sides have. */
static bool check_rules(const SpecReader *reader)
{
    const Spec *spec = reader->spec;

    if (spec->rules.of != SPEC_RULES_OWN)
        return spec_reader_fail(reader, "rules", "rules",
                                "threechess is only for games of three sides; %s has two",
                                spec->game_name);
    if (spec->rules.time_limit_ms > 0)
        return spec_reader_fail(reader, "rules", "time-limit-ms",
                                "only games of three sides have clocks; %s has two sides",
                                spec->game_name);
    return contest_turns_read_rules(reader, spec->rules.draws.fifty_moves);
}

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {{0, 1}, {1, 0}};

/* The events of one side at the ply of @row. */
static void append_events_of(TableRows *rows, RunRow *row, int side, EventSet events)
{
    row->side = side;
    for (; events; events &= events - 1) {
        row->event = (EventKind)__builtin_ctz(events);
        if (EVENT_NAMES[row->event] != NULL)
            rows->table->fill(rows, row);
    }
}

static void append_events(TableRows *rows, RunRow *row)
{
    EventsWalk walk = {0};

    for (row->ply = 1; row->ply <= row->record->plies; row->ply++) {
        const EventsOfPly events = events_next(&walk, &row->record->ply[row->ply - 1]);
        for (int side = 0; side < SIDES; side++)
            append_events_of(rows, row, side, events.of[side]);
    }
}

/* The events of the player of the row. */
static const GArray *events_of(const RunRow *row)
{
    return row->totals->events[row->reversed ? 1 : 0];
}

static void append_event_curve(TableRows *rows, RunRow *row)
{
    const GArray *moves = events_of(row);

    for (guint i = 0; i < moves->len; i++) {
        const TotalsEvents *events = &g_array_index(moves, TotalsEvents, i);
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            row->events[kind] = events->count[kind];
        row->move = (int)i + 1;
        rows->table->fill(rows, row);
    }
}

static void append_event_sums(TableRows *rows, RunRow *row)
{
    const GArray *moves = events_of(row);

    pairing_totals_count_events(moves, row->events);
    if (moves->len > 0)
        rows->table->fill(rows, row);
}

static void append_events_per_game(TableRows *rows, RunRow *row)
{
    const PairingTotals *totals = row->totals;
    const GArray *moves = events_of(row);

    pairing_totals_count_events(moves, row->events);
    for (int i = 0; i < PER_GAME_COUNT && moves->len > 0; i++) {
        row->quantity = i;
        row->estimate = statistics_estimate((StatisticsSums){
            .count = pairing_totals_games(totals),
            .sum = per_game_sum(&PER_GAME[i], row->events),
            .squares = totals->squares[row->reversed ? 1 : 0][i],
        });
        rows->table->fill(rows, row);
    }
}

static const RecordsEntry ENTRIES[] = {
    {&TABLE_GAMES, RECORDS_SWITCH(games), records_append_row},
    {&TABLE_MATERIAL, RECORDS_SWITCH(material), records_append_plies},
    {&TABLE_MATERIAL_MEAN, RECORDS_SWITCH(material_mean), records_append_curve},
    {&TABLE_PAIRINGS, RECORDS_SWITCH(pairings), records_append_row},
    {&TABLE_REQUESTS, RECORDS_SWITCH(requests), append_event_curve},
    {&TABLE_MOVE_ATTACKS, RECORDS_SWITCH(move_attacks), append_event_sums},
    {&TABLE_THREATS, RECORDS_SWITCH(threats), append_event_curve},
    {&TABLE_EVENTS_PER_GAME, RECORDS_SWITCH(events_per_game), append_events_per_game},
    {&TABLE_EXPECTATIONS, RECORDS_SWITCH(expectations), append_event_sums},
    {&TABLE_EVENTS, RECORDS_SWITCH(events), append_events},
    {NULL},
};

/* A side that is skipped: "--", as PGN programs with null moves write it. */
static void append_skip(PgnMoves *moves, int turn, unsigned number)
{
    records_pgn_append_number(moves, turn, number, false);
    pgn_moves_append(moves, "--", 2);
}

/* Appends the number before ply @i of @record, which is played in @state, and what stands before
 * it. */
static void append_number(const MatchRecord *record, int i, const GameState *state, PgnMoves *moves)
{
    const Position *pos = &state->chess;

    if (i > 0 && record->ply[i].side == record->ply[i - 1].side)
        append_skip(moves, 1 - pos->turn, pos->fullmove_number - (pos->turn == COLOR_WHITE));
    records_pgn_append_number(moves, pos->turn, pos->fullmove_number, i == 0);
}

static const RecordsPgn PGN = {.result = run_result, .append_number = append_number};

static const ContestRecords RECORDS = {
    .entries = ENTRIES,
    .pgn = &PGN,
    .describe_result = records_describe_result,
    .fill_in = records_fill_in,
};

const Contest CONTEST_TWO = {
    .name = "two",
    .sides = SIDES,
    .check_format = spec_check_format_of_two,
    .check_rules = check_rules,
    .strays = CONTEST_TURNS_STRAYS,
    .seatings = SEATINGS,
    .seating_count = G_N_ELEMENTS(SEATINGS),
    .play = &PLAY_IN_TURNS,
    .tally = &TALLY_OF_PAIRINGS,
    .records = &RECORDS,
    .result_rows = report_pairing_rows,
};
