/* Two players in turn, on 64 squares. */
#include "experiments/play/match.h"
#include "experiments/report/report.h"
#include "experiments/run/records.h"
#include "experiments/spec/contest.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tally/totals.h"

#define SIDES 2

/* Refuses rules that only three-player games have. */
static bool check_rules(const SpecReader *reader)
{
    const Spec *spec = reader->spec;

    if (spec->rules.of != SPEC_RULES_OWN)
        return spec_reader_require_three(reader, "rules", "rules");
    if (spec->rules.time_limit_ms > 0)
        return spec_reader_require_three(reader, "rules", "time-limit-ms");
    return contest_turns_read_rules(reader, spec->rules.draws.fifty_moves);
}

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {{0, 1}, {1, 0}};

static const RecordsEntry ENTRIES[] = {
    {&TABLE_GAMES, RECORDS_SWITCH(games)},
    {&TABLE_MATERIAL, RECORDS_SWITCH(material)},
    {&TABLE_MATERIAL_MEAN, RECORDS_SWITCH(material_mean)},
    {&TABLE_PAIRINGS, RECORDS_SWITCH(pairings)},
    {&TABLE_REQUESTS, RECORDS_SWITCH(requests)},
    {&TABLE_MOVE_ATTACKS, RECORDS_SWITCH(move_attacks)},
    {&TABLE_THREATS, RECORDS_SWITCH(threats)},
    {&TABLE_EVENTS_PER_GAME, RECORDS_SWITCH(events_per_game)},
    {&TABLE_EXPECTATIONS, RECORDS_SWITCH(expectations)},
    {&TABLE_EVENTS, RECORDS_SWITCH(events)},
    {NULL},
};

/* A side that is skipped: "--", as PGN programs with null moves write it. */
static void append_skip(PgnMoves *moves, int turn, unsigned number)
{
    pgn_moves_append_number(moves, number, turn == COLOR_BLACK, false);
    pgn_moves_append(moves, "--", 2);
}

/* Appends the number before ply @i of @record, which is played in @state, and what stands before
 * it. */
static void append_number(const MatchRecord *record, int i, const GameState *state, PgnMoves *moves)
{
    const Position *pos = &state->chess;

    if (i > 0 && record->ply[i].side == record->ply[i - 1].side)
        append_skip(moves, 1 - pos->turn, pos->fullmove_number - (pos->turn == COLOR_WHITE));
    pgn_moves_append_number(moves, pos->fullmove_number, pos->turn == COLOR_BLACK, i == 0);
}

static const RecordsPgn PGN = {.result = run_result, .append_number = append_number};

static const ContestRecords RECORDS = {
    .entries = ENTRIES,
    .pgn = &PGN,
    .describe_result = records_describe_result,
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
