#include "experiments/records.h"

#include <string.h>

#include "board/chess.h"
#include "experiments/csv.h"
#include "experiments/metrics.h"

const char *const RECORDS_FILE_NAMES[RECORDS_FILE_COUNT] = {
    [RECORDS_GAMES] = "games.csv",
    [RECORDS_MATERIAL] = "material.csv",
    [RECORDS_PGN] = "games.pgn",
    [RECORDS_EVENTS] = "events.csv",
};

const char *const RECORDS_TABLE_NAMES[RECORDS_TABLE_COUNT] = {
    [RECORDS_MATERIAL_MEAN] = "material_mean.csv",
    [RECORDS_PAIRINGS] = "pairings.csv",
    [RECORDS_REQUESTS] = "requests.csv",
    [RECORDS_MOVE_ATTACKS] = "move_attacks.csv",
    [RECORDS_THREATS] = "threats.csv",
};

bool records_wants_file(const Spec *spec, RecordsFile file)
{
    const bool wanted[RECORDS_FILE_COUNT] = {
        [RECORDS_GAMES] = spec->record.games,
        [RECORDS_MATERIAL] = spec->record.material,
        [RECORDS_PGN] = spec->record.pgn,
        [RECORDS_EVENTS] = spec->record.events,
    };
    return wanted[file];
}

bool records_wants_table(const Spec *spec, RecordsTable table)
{
    const bool wanted[RECORDS_TABLE_COUNT] = {
        [RECORDS_MATERIAL_MEAN] = spec->record.material_mean,
        [RECORDS_PAIRINGS] = spec->record.pairings,
        [RECORDS_REQUESTS] = spec->record.requests,
        [RECORDS_MOVE_ATTACKS] = spec->record.move_attacks,
        [RECORDS_THREATS] = spec->record.threats,
    };
    return wanted[table];
}

void records_append_head(RecordsFile file, GString *text)
{
    if (file == RECORDS_GAMES)
        metrics_append_header(text, &METRICS_GAMES);
    else if (file == RECORDS_MATERIAL)
        metrics_append_header(text, &METRICS_MATERIAL);
    else if (file == RECORDS_EVENTS)
        metrics_append_header(text, &METRICS_EVENTS);
}

static void append_material(const Spec *spec, const MatchRecord *record, GString *csv)
{
    MetricsRow row = {.spec = spec, .record = record};

    for (row.ply = 1; row.ply <= record->plies; row.ply++)
        metrics_append_row(csv, &METRICS_MATERIAL, &row);
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
        for (int side = 0; side < spec->game->sides; side++)
            append_events_of(csv, &row, side, events.of[side]);
    }
}

static void append_number_tag(GString *pgn, const char *name, uint64_t number)
{
    char text[CSV_NUMBER_SIZE + 1];

    text[csv_format_number(number, text)] = '\0';
    pgn_append_tag(pgn, name, text);
}

static void append_opening_tags(GString *pgn, const GameState *opening)
{
    g_autofree char *fen = NULL;

    if (position_is_start(&opening->chess))
        return;
    fen = GAME_CHESS.write_state(opening);
    pgn_append_tag(pgn, "SetUp", "1");
    pgn_append_tag(pgn, "FEN", fen);
}

/* The tag has a few words to choose from; which rule ended the game stands behind its moves.
 *
 * Source: PGN specification (Edwards, 1994), section 9.8.1. */
static const char *termination_tag(Termination termination)
{
    if (termination == TERMINATION_FORFEIT)
        return "rules infraction";
    return termination == TERMINATION_PLY_LIMIT ? "adjudication" : "normal";
}

static void append_tags(GString *pgn, const Spec *spec, const MatchRecord *record)
{
    pgn_append_tag(pgn, "Event", spec->name);
    pgn_append_tag(pgn, "Site", "?");
    pgn_append_tag(pgn, "Date", "????.??.??");
    append_number_tag(pgn, "Round", record->job.number);
    pgn_append_tag(pgn, "White", spec->players[record->job.player[0]].text);
    pgn_append_tag(pgn, "Black", spec->players[record->job.player[1]].text);
    pgn_append_tag(pgn, "Result", metrics_result(record));
    append_opening_tags(pgn, &record->opening);
    append_number_tag(pgn, "PlyCount", (uint64_t)record->plies);
    pgn_append_tag(pgn, "Termination", termination_tag(record->outcome.termination));
}

/* "12." before White's move, "12..." before Black's if it is the first of the game. */
static void append_move_number(PgnMoves *moves, const Position *pos, bool first)
{
    char text[CSV_NUMBER_SIZE + 3];
    int length;

    if (pos->turn == COLOR_BLACK && !first)
        return;
    length = csv_format_number(pos->fullmove_number, text);
    memcpy(text + length, "...", 3);
    pgn_moves_append(moves, text, (size_t)length + (pos->turn == COLOR_BLACK ? 3 : 1));
}

static void append_termination(PgnMoves *moves, const MatchRecord *record)
{
    char text[MATCH_REASON_SIZE + 32];
    const int length =
        g_snprintf(text, sizeof text, "{%s%s%s}", termination_name(record->outcome.termination),
                   *record->reason != '\0' ? ": " : "", record->reason);

    pgn_moves_append(moves, text, (size_t)length);
}

void records_append_moves(const Spec *spec, const MatchRecord *record, int plies, PgnMoves *moves)
{
    GameState state = record->opening;
    char san[GAME_MOVE_TEXT_SIZE];

    for (int i = 0; i < plies; i++) {
        append_move_number(moves, &state.chess, i == 0);
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
    pgn_moves_end(&moves, metrics_result(record));
}

void records_append_game(const Spec *spec, RecordsFile file, const MatchRecord *record,
                         GString *text)
{
    const MetricsRow row = {.spec = spec, .record = record};

    switch (file) {
    case RECORDS_GAMES:
        metrics_append_row(text, &METRICS_GAMES, &row);
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

/* What each table is made of, and how it says what one player of a pairing has to say. */
static const struct {
    const MetricsTable *metrics;
    void (*append)(GString *csv, const MetricsTable *table, MetricsRow *row);
} TABLES[RECORDS_TABLE_COUNT] = {
    [RECORDS_MATERIAL_MEAN] = {&METRICS_MATERIAL_MEAN, append_curve},
    [RECORDS_PAIRINGS] = {&METRICS_PAIRINGS, append_result},
    [RECORDS_REQUESTS] = {&METRICS_REQUESTS, append_event_curve},
    [RECORDS_MOVE_ATTACKS] = {&METRICS_MOVE_ATTACKS, append_event_sums},
    [RECORDS_THREATS] = {&METRICS_THREATS, append_event_curve},
};

void records_append_table(const Spec *spec, RecordsTable table, const Totals *totals, GString *text)
{
    metrics_append_header(text, TABLES[table].metrics);
    for (int i = 0; i < totals->count; i++)
        for (int reversed = 0; reversed < 2; reversed++) {
            MetricsRow row = {
                .spec = spec,
                .totals = &totals->pairings[i],
                .pairing = i,
                .reversed = reversed,
            };
            TABLES[table].append(text, TABLES[table].metrics, &row);
        }
}
