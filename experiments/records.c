#include "experiments/records.h"

#include <string.h>

#include "board/chess.h"
#include "experiments/csv.h"
#include "experiments/memory_csv.h"
#include "experiments/metrics.h"

const char *const RECORDS_FILE_NAMES[RECORDS_FILE_COUNT] = {
    [RECORDS_GAMES] = "games.csv",       [RECORDS_MATERIAL] = "material.csv",
    [RECORDS_PGN] = "games.pgn",         [RECORDS_EVENTS] = "events.csv",
    [RECORDS_FINDINGS] = "findings.csv",
};

const char *const RECORDS_TABLE_NAMES[RECORDS_TABLE_COUNT] = {
    [RECORDS_MATERIAL_MEAN] = "material_mean.csv",
    [RECORDS_PAIRINGS] = "pairings.csv",
    [RECORDS_REQUESTS] = "requests.csv",
    [RECORDS_MOVE_ATTACKS] = "move_attacks.csv",
    [RECORDS_THREATS] = "threats.csv",
    [RECORDS_COMMANDS] = "commands.csv",
};

/* Whether the agents of a game that @spec plays tell what they do, as they do on 64 squares, in
 * turns. */
static bool has_events(const Spec *spec)
{
    return spec->contest->sides == 2 && spec->contest != &CONTEST_TIME;
}

bool records_wants_file(const Spec *spec, RecordsFile file)
{
    const bool wanted[RECORDS_FILE_COUNT] = {
        [RECORDS_GAMES] = spec->record.games,
        [RECORDS_MATERIAL] = spec->record.material,
        [RECORDS_PGN] = spec->contest != &CONTEST_TIME && spec->record.pgn,
        [RECORDS_EVENTS] = has_events(spec) && spec->record.events,
        [RECORDS_FINDINGS] = spec->frozen != NULL,
    };
    return wanted[file];
}

bool records_wants_table(const Spec *spec, RecordsTable table)
{
    const bool events = has_events(spec);
    const bool wanted[RECORDS_TABLE_COUNT] = {
        [RECORDS_MATERIAL_MEAN] = spec->record.material_mean,
        [RECORDS_PAIRINGS] = spec->record.pairings,
        [RECORDS_REQUESTS] = events && spec->record.requests,
        [RECORDS_MOVE_ATTACKS] = events && spec->record.move_attacks,
        [RECORDS_THREATS] = events && spec->record.threats,
        [RECORDS_COMMANDS] = spec->contest == &CONTEST_TIME && spec->record.commands,
    };
    return wanted[table];
}

void records_append_head(const Spec *spec, RecordsFile file, GString *text)
{
    const MetricsTable *table = metrics_table_of(spec, RECORDS_FILE_NAMES[file]);

    if (table != NULL)
        metrics_append_header(text, table);
    if (file == RECORDS_FINDINGS)
        g_string_append_printf(text, "%s\n", MEMORY_CSV_HEADER);
}

/* All at no time, so that the same games give the same bytes. */
static void append_findings(const MatchRecord *record, GString *csv)
{
    for (guint i = 0; i < record->findings->len; i++) {
        MemoryEntry entry = g_array_index(record->findings, MemoryEntry, i);
        entry.found_at = 0;
        memory_csv_append(csv, &entry);
    }
}

static void append_material(const Spec *spec, const MatchRecord *record, GString *csv)
{
    const MetricsTable *table = metrics_table_of(spec, RECORDS_FILE_NAMES[RECORDS_MATERIAL]);
    MetricsRow row = {.spec = spec, .record = record};

    if (spec->contest == &CONTEST_TIME)
        for (; row.ply < (int)record->times.changes->len; row.ply++)
            metrics_append_row(csv, table, &row);
    else
        for (row.ply = 1; row.ply <= record->plies; row.ply++)
            metrics_append_row(csv, table, &row);
}

/* The events of one side at the ply of @row. */
static void append_events_of(GString *csv, MetricsRow *row, int side, EventSet events)
{
    row->side = side;
    for (; events; events &= events - 1) {
        row->event = (EventKind)__builtin_ctz(events);
        if (EVENT_NAMES[row->event] != NULL)
            metrics_append_row(csv, &METRICS_EVENTS, row);
    }
}

static void append_events(const Spec *spec, const MatchRecord *record, GString *csv)
{
    MetricsRow row = {.spec = spec, .record = record};
    EventsWalk walk = {0};

    for (row.ply = 1; row.ply <= record->plies; row.ply++) {
        const EventsOfPly events = events_next(&walk, &record->ply[row.ply - 1]);
        for (int side = 0; side < spec->contest->sides; side++)
            append_events_of(csv, &row, side, events.of[side]);
    }
}

static void append_number_tag(GString *pgn, const char *name, uint64_t number)
{
    char text[CSV_NUMBER_SIZE + 1];

    text[csv_format_number(number, text)] = '\0';
    pgn_append_tag(pgn, name, text);
}

static void append_opening_tags(GString *pgn, const Game *game, const GameState *opening)
{
    g_autofree char *start = NULL;
    g_autofree char *text = NULL;

    if (game->sides == 2 && position_is_start(&opening->chess))
        return;
    text = game->write_state(opening);
    if (game->sides > 2) {
        const GameState first = game->start();
        start = game->write_state(&first);
        if (g_str_equal(text, start))
            return;
    }
    pgn_append_tag(pgn, "SetUp", "1");
    pgn_append_tag(pgn, "FEN", text);
}

/* The result as the format wants it, which knows nothing of three sides. */
static const char *result_of(const Spec *spec, const MatchRecord *record)
{
    return spec->contest->sides == 2 ? metrics_result(record) : "*";
}

static void append_points_tag(GString *pgn, const Spec *spec, const MatchRecord *record)
{
    g_autofree char *points = NULL;

    if (spec->contest->sides == 2)
        return;
    points = metrics_points(spec, record);
    pgn_append_tag(pgn, "Points", points);
}

/* The tag has a few words to choose from; which rule ended the game stands behind its moves.
 *
 * Source: PGN specification (Edwards, 1994), section 9.8.1. */
static const char *termination_tag(Termination termination)
{
    if (termination == TERMINATION_FORFEIT)
        return "rules infraction";
    if (termination == TERMINATION_TIME)
        return "time forfeit";
    return termination == TERMINATION_PLY_LIMIT ? "adjudication" : "normal";
}

/* Source: of the tag: XBoard's, which other programs have taken over; for chess there is none. */
static void append_variant_tag(GString *pgn, const Game *game)
{
    if (game != &GAME_CHESS)
        pgn_append_tag(pgn, "Variant", game->name);
}

static void append_tags(GString *pgn, const Spec *spec, const MatchRecord *record)
{
    pgn_append_tag(pgn, "Event", spec->name);
    pgn_append_tag(pgn, "Site", "?");
    pgn_append_tag(pgn, "Date", "????.??.??");
    append_number_tag(pgn, "Round", record->job.number);
    for (int side = 0; side < spec->contest->sides; side++)
        pgn_append_tag(pgn, spec->side_names[side], spec->players[record->job.player[side]].text);
    pgn_append_tag(pgn, "Result", result_of(spec, record));
    append_points_tag(pgn, spec, record);
    append_variant_tag(pgn, spec->game);
    append_opening_tags(pgn, spec->game, &record->opening);
    append_number_tag(pgn, "PlyCount", (uint64_t)record->plies);
    pgn_append_tag(pgn, "Termination", termination_tag(record->outcome.termination));
}

/* "12." before White's move, "12..." before Black's if it is the first of the game. */
static void append_move_number(PgnMoves *moves, int turn, unsigned number, bool first)
{
    char text[CSV_NUMBER_SIZE + 3];
    int length;

    if (turn == COLOR_BLACK && !first)
        return;
    length = csv_format_number(number, text);
    memcpy(text + length, "...", 3);
    pgn_moves_append(moves, text, (size_t)length + (turn == COLOR_BLACK ? 3 : 1));
}

/* A side that is skipped: "--", as programs for PGN write it that know of null moves. */
static void append_skip(PgnMoves *moves, int turn, unsigned number)
{
    append_move_number(moves, turn, number, false);
    pgn_moves_append(moves, "--", 2);
}

static void append_termination(PgnMoves *moves, const MatchRecord *record)
{
    char text[MATCH_REASON_SIZE + 32];
    const int length =
        g_snprintf(text, sizeof text, "{%s%s%s}", termination_name(record->outcome.termination),
                   *record->reason != '\0' ? ": " : "", record->reason);

    pgn_moves_append(moves, text, (size_t)length);
}

/* The number before ply @i of @record, which is played in @state, and what stands before it. */
static void append_number(const Spec *spec, const MatchRecord *record, int i,
                          const GameState *state, PgnMoves *moves)
{
    const Position *pos = &state->chess;

    if (spec->contest->sides == 3) {
        if (i % 3 == 0)
            append_move_number(moves, 0, (unsigned)i / 3 + 1, i == 0);
        return;
    }
    if (i > 0 && record->ply[i].side == record->ply[i - 1].side)
        append_skip(moves, 1 - pos->turn, pos->fullmove_number - (pos->turn == COLOR_WHITE));
    append_move_number(moves, pos->turn, pos->fullmove_number, i == 0);
}

void records_append_moves(const Spec *spec, const MatchRecord *record, int plies, PgnMoves *moves)
{
    GameState state = record->opening;
    char san[GAME_MOVE_TEXT_SIZE];

    for (int i = 0; i < plies; i++) {
        append_number(spec, record, i, &state, moves);
        pgn_moves_append(moves, san,
                         (size_t)spec->game->format_move(&state, record->ply[i].move, san));
        spec->game->play(&state, record->ply[i].move);
    }
}

static void append_pgn(const Spec *spec, const MatchRecord *record, GString *pgn)
{
    PgnMoves moves;

    append_tags(pgn, spec, record);
    moves = pgn_moves_begin(pgn);
    records_append_moves(spec, record, record->plies, &moves);
    append_termination(&moves, record);
    pgn_moves_end(&moves, result_of(spec, record));
}

void records_append_game(const Spec *spec, RecordsFile file, const MatchRecord *record,
                         GString *text)
{
    const MetricsRow row = {.spec = spec, .record = record};

    switch (file) {
    case RECORDS_GAMES:
        metrics_append_row(text, metrics_table_of(spec, RECORDS_FILE_NAMES[file]), &row);
        return;
    case RECORDS_MATERIAL:
        append_material(spec, record, text);
        return;
    case RECORDS_PGN:
        append_pgn(spec, record, text);
        return;
    case RECORDS_EVENTS:
        append_events(spec, record, text);
        return;
    case RECORDS_FINDINGS:
        append_findings(record, text);
        return;
    case RECORDS_FILE_COUNT:
        break;
    }
    g_assert_not_reached();
}

/* Games that have ended before a move count with their last difference: @ended_sum adds them up. */
static void append_curve(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    const GArray *moves = row->totals->moves;
    const double games = (double)pairing_totals_games(row->totals);
    int64_t ended_sum = 0;

    for (guint i = 0; i < moves->len; i++) {
        const TotalsMove *move = &g_array_index(moves, TotalsMove, i);
        const double all = (double)(ended_sum + move->sum) / games;
        const StatisticsEstimate estimate =
            statistics_estimate((StatisticsSums){move->running, move->sum, move->squares});

        ended_sum += move->ended_sum;
        row->move = (int)i + 1;
        row->estimate = row->reversed ? statistics_negate(estimate) : estimate;
        row->mean_all = row->reversed ? -all : all;
        metrics_append_row(csv, table, row);
    }
}

/* The events of the player whose row it is. */
static const GArray *events_of(const MetricsRow *row)
{
    return row->totals->events[row->reversed ? 1 : 0];
}

/* Adds the events of one move number to those of @row. */
static void add_counts(MetricsRow *row, const TotalsEvents *events)
{
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
        row->events[kind] += events->count[kind];
}

static void append_event_curve(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    const GArray *moves = events_of(row);

    for (guint i = 0; i < moves->len; i++) {
        memset(row->events, 0, sizeof row->events);
        add_counts(row, &g_array_index(moves, TotalsEvents, i));
        row->move = (int)i + 1;
        metrics_append_row(csv, table, row);
    }
}

static void append_event_sums(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    const GArray *moves = events_of(row);

    for (guint i = 0; i < moves->len; i++)
        add_counts(row, &g_array_index(moves, TotalsEvents, i));
    if (moves->len > 0)
        metrics_append_row(csv, table, row);
}

static void append_result(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    metrics_append_row(csv, table, row);
}

/* How each table says what one player of a pairing has to say. */
static void (*const APPEND[RECORDS_TABLE_COUNT])(GString *csv, const MetricsTable *table,
                                                 MetricsRow *row) = {
    [RECORDS_MATERIAL_MEAN] = append_curve,  [RECORDS_PAIRINGS] = append_result,
    [RECORDS_REQUESTS] = append_event_curve, [RECORDS_MOVE_ATTACKS] = append_event_sums,
    [RECORDS_THREATS] = append_event_curve,  [RECORDS_COMMANDS] = append_result,
};

/* The curve of a player's own material on a seat. */
static void append_seat_curve(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    for (guint i = 0; i < row->seat->moves->len; i++) {
        const SeatMove *move = &g_array_index(row->seat->moves, SeatMove, i);
        row->move = (int)i + 1;
        row->estimate =
            statistics_estimate((StatisticsSums){move->running, move->sum, move->squares});
        metrics_append_row(csv, table, row);
    }
}

static void append_seats(const Spec *spec, RecordsTable table, const Totals *totals, GString *text)
{
    const MetricsTable *metrics = metrics_table_of(spec, RECORDS_TABLE_NAMES[table]);

    metrics_append_header(text, metrics);
    for (int i = 0; i < totals->seat_count; i++) {
        MetricsRow row = {.spec = spec, .seat = &totals->seats[i], .player = i / 3, .side = i % 3};
        if (table == RECORDS_MATERIAL_MEAN)
            append_seat_curve(text, metrics, &row);
        else
            append_result(text, metrics, &row);
    }
}

void records_append_table(const Spec *spec, RecordsTable table, const Totals *totals, GString *text)
{
    const MetricsTable *metrics = metrics_table_of(spec, RECORDS_TABLE_NAMES[table]);

    if (totals->seat_count > 0) {
        append_seats(spec, table, totals, text);
        return;
    }
    metrics_append_header(text, metrics);
    for (int i = 0; i < totals->count; i++)
        for (int reversed = 0; reversed < 2; reversed++) {
            MetricsRow row = {
                .spec = spec,
                .totals = &totals->pairings[i],
                .times = totals->times != NULL ? &totals->times[i] : NULL,
                .pairing = i,
                .reversed = reversed,
            };
            APPEND[table](text, metrics, &row);
        }
}
