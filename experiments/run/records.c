#include "experiments/run/records.h"

#include <string.h>

#include "board/chess.h"
#include "board/text_lines.h"
#include "experiments/play/memory_csv.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

const char *const RECORDS_FILE_NAMES[RECORDS_FILE_COUNT] = {
    [RECORDS_GAMES] = "games.csv",
    [RECORDS_MATERIAL] = "material.csv",
    [RECORDS_PGN] = "games.pgn",
    [RECORDS_EVENTS] = "events.csv",
    [RECORDS_FINDINGS] = FOLDER_FINDINGS,
    [RECORDS_PROGRAMS] = "programs.log",
    [RECORDS_ITERATIONS] = "iterations.csv",
    [RECORDS_TUNING] = "tuning.csv",
};

/* They are always written; run/tuning.c fills them. */
static const RecordsEntry TUNING_ENTRIES[] = {
    {&TABLE_PARAMETERS}, {&TABLE_ITERATIONS}, {&TABLE_TUNING}, {NULL}};

const RecordsEntry *records_entries(const Spec *spec)
{
    return spec->format == SPEC_TUNE ? TUNING_ENTRIES : spec->contest->records->entries;
}

/* The entry of @spec for the file @name; NULL: it does not write this file. */
static const RecordsEntry *find_entry(const Spec *spec, const char *name)
{
    for (const RecordsEntry *entry = records_entries(spec); entry->table != NULL; entry++)
        if (g_str_equal(entry->table->file, name))
            return entry;
    return NULL;
}

/* Whether the switch of @entry is on. */
static bool is_on(const Spec *spec, const RecordsEntry *entry)
{
    return entry != NULL &&
           (entry->wanted == 0 || *(const bool *)((const char *)spec + entry->wanted));
}

bool records_wants_file(const Spec *spec, RecordsFile file)
{
    const bool has_games = spec->format != SPEC_TUNE;

    if (file == RECORDS_PGN)
        return has_games && spec->contest->records->pgn != NULL && spec->record.pgn;
    if (file == RECORDS_PROGRAMS)
        return has_games && spec_has_programs(spec);
    if (file == RECORDS_FINDINGS)
        return spec->frozen != NULL;
    return is_on(spec, find_entry(spec, RECORDS_FILE_NAMES[file]));
}

bool records_file_grows(const char *name)
{
    return text_place(name, RECORDS_FILE_NAMES, RECORDS_FILE_COUNT) >= 0;
}

bool records_wants_table(const Spec *spec, const char *name)
{
    return !records_file_grows(name) && is_on(spec, find_entry(spec, name));
}

const Factors *records_factors(const Spec *spec, const Table *table)
{
    const Table *whole = table->refers_to != NULL ? table->refers_to : table;
    const bool is_of_game = whole == spec->contest->records->entries[0].table;

    return spec->factors.count == 0 || (is_of_game && whole != table) ? NULL : &spec->factors;
}

/* The type of a cell with @value. */
static ColumnType type_of(const char *value)
{
    const char *digits = value + (*value == '-');
    const size_t whole = strspn(digits, "0123456789");
    const char *point = digits + whole;

    if (whole == 0 || whole > 18)
        return TABLE_TEXT;
    if (*point == '\0')
        return TABLE_COUNT;
    return *point == '.' && point[1] != '\0' && point[1 + strspn(point + 1, "0123456789")] == '\0'
               ? TABLE_REAL
               : TABLE_TEXT;
}

Column records_factor_column(const SpecFactor *factor)
{
    Column column = {factor->key, TABLE_COUNT, "", "value of this factor", 0};

    for (int i = 0; i < factor->count; i++) {
        const ColumnType type = type_of(factor->values[i]);
        if (type != TABLE_COUNT && column.type != TABLE_TEXT)
            column.type = type;
    }
    return column;
}

/* The cell whose players play in @row; -1: the row is about a player that all cells share. */
static int cell_of(const RunRow *row)
{
    const Spec *spec = row->spec;
    const int players = (spec->player_count - spec->named_count) / spec->factors.cells;
    const int player = row->part / spec->contest->sides;

    if (row->record != NULL)
        return spec->pairings[row->record->job.pairing].cell;
    if (spec->contest->tally->by_pairing)
        return spec->pairings[row->part].cell;
    return player < spec->named_count ? -1 : (player - spec->named_count) / players;
}

void records_append_rows(GString *text, const Table *table, const RunRow *row)
{
    const Factors *factors = records_factors(row->spec, table);
    g_autoptr(TableRows) rows = table_rows_new(table);
    g_autoptr(GString) more = g_string_new(NULL);

    table->fill(rows, row);
    for (int i = 0; factors != NULL && i < factors->count; i++) {
        const int cell = cell_of(row);
        g_string_append_c(more, ',');
        if (cell < 0)
            continue;
        if (records_factor_column(&factors->factor[i]).type == TABLE_TEXT)
            csv_append_text(more, factors_value(factors, cell, i));
        else
            g_string_append(more, factors_value(factors, cell, i));
    }
    table_append_rows(text, rows, more->str);
}

static void append_table_head(const Spec *spec, const Table *table, GString *text)
{
    const Factors *factors = records_factors(spec, table);

    table_append_head(text, table);
    for (int i = 0; factors != NULL && i < factors->count; i++) {
        g_string_truncate(text, text->len - 1);
        g_string_append_printf(text, ",%s\n", factors->factor[i].key);
    }
}

void records_append_head(const Spec *spec, RecordsFile file, GString *text)
{
    const RecordsEntry *entry = find_entry(spec, RECORDS_FILE_NAMES[file]);

    if (entry != NULL)
        append_table_head(spec, entry->table, text);
    if (file == RECORDS_FINDINGS)
        g_string_append_printf(text, "%s\n", MEMORY_CSV_HEADER);
}

/* All at no time, so that the same games give the same bytes. */
static void append_findings(G_GNUC_UNUSED const Spec *spec, const MatchRecord *record, GString *csv)
{
    for (guint i = 0; i < record->findings->len; i++) {
        MemoryEntry entry = g_array_index(record->findings, RunFinding, i).entry;
        entry.found_at = 0;
        memory_csv_append(csv, &entry);
    }
}

void programs_log_append_words(GString *log, const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words != NULL ? words : "", "\n", -1);

    for (char **line = lines; *line != NULL; line++)
        if (line[1] != NULL) /* each has an end */
            g_string_append_printf(log, "    %s\n", *line);
}

void programs_log_append_player(GString *log, const SpecPlayer *player)
{
    g_string_append(log, player->name);
    if (!g_str_equal(player->name, player->text))
        g_string_append_printf(log, " (%s)", player->text);
}

static void append_head(const Spec *spec, const MatchRecord *record, int side, GString *log)
{
    g_string_append_printf(log, "game %" G_GUINT64_FORMAT ": ", record->job.number);
    programs_log_append_player(log, &spec->players[record->job.player[side]]);
}

static void append_faults(const Spec *spec, const MatchRecord *record, int side, GString *log)
{
    const MatchFaults *faults = &record->faults[side], *end = &record->end_faults[side];

    if (faults->count > 0) {
        append_head(spec, record, side, log);
        g_string_append_printf(log,
                               ": the built-in agents answered in %d turn%s, the first time "
                               "because the program %s\n",
                               faults->count, plural_ending(faults->count), faults->reason);
        programs_log_append_words(log, faults->words);
    }
    if (end->count > 0) {
        append_head(spec, record, side, log);
        g_string_append_printf(log, ": told the end of the game, the program %s\n", end->reason);
        programs_log_append_words(log, end->words);
    }
}

static void append_programs(const Spec *spec, const MatchRecord *record, GString *log)
{
    const int side = match_record_forfeiter(record);

    for (int i = 0; i < spec->contest->sides; i++)
        append_faults(spec, record, i, log);
    if (side == MATCH_NO_SIDE)
        return;
    append_head(spec, record, side, log);
    g_string_append_printf(log, " forfeits: it %s\n", record->reason);
    programs_log_append_words(log, record->words);
}

static void append_number_tag(GString *pgn, const char *name, uint64_t number)
{
    char text[CSV_NUMBER_SIZE + 1];

    text[csv_format_number(number, text)] = '\0';
    pgn_append_tag(pgn, name, text);
}

static void append_opening_tags(GString *pgn, const Spec *spec, const MatchRecord *record)
{
    const GameState first = spec->game->start();
    g_autofree char *start = NULL, *opening = NULL;

    if (record->job.opening == 0)
        return;
    start = spec->game->write_state(&first);
    opening = spec->game->write_state(&record->opening);
    if (g_str_equal(opening, start))
        return;
    pgn_append_tag(pgn, "SetUp", "1");
    pgn_append_tag(pgn, "FEN", opening);
}

/* The tag allows only a few words; a comment behind the moves says which rule ended the game.
 *
 * Source: PGN specification (Edwards, 1994), section 9.8.1. */
static const char *termination_tag(const MatchRecord *record)
{
    static const struct {
        const char *reason, *tag;
    } forfeits[] = {
        {"has not answered ", "time forfeit"},
        {"has exited ", "abandoned"},
        {"was killed ", "abandoned"},
        {"has closed its output", "abandoned"},
        {"does not read its standard input", "abandoned"},
    };
    const Termination termination = record->outcome.termination;

    if (termination == TERMINATION_TIME)
        return "time forfeit";
    if (termination != TERMINATION_FORFEIT)
        return termination == TERMINATION_PLY_LIMIT ? "adjudication" : "normal";
    for (size_t i = 0; i < G_N_ELEMENTS(forfeits); i++)
        if (g_str_has_prefix(record->reason, forfeits[i].reason))
            return forfeits[i].tag;
    return "rules infraction";
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
    pgn_append_tag(pgn, "Result", spec->contest->records->pgn->result(record));
    if (spec->contest->records->pgn->append_tags != NULL)
        spec->contest->records->pgn->append_tags(pgn, spec, record);
    append_variant_tag(pgn, spec->game);
    append_opening_tags(pgn, spec, record);
    append_number_tag(pgn, "PlyCount", (uint64_t)record->plies);
    pgn_append_tag(pgn, "Termination", termination_tag(record));
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
        spec->contest->records->pgn->append_number(record, i, &state, moves);
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
    pgn_moves_end(&moves, spec->contest->records->pgn->result(record));
}

void records_append_game(const Spec *spec, RecordsFile file, const MatchRecord *record,
                         GString *text)
{
    /* Of the files that are no table of a contest. */
    static void (*const append[RECORDS_FILE_COUNT])(const Spec *, const MatchRecord *,
                                                    GString *) = {
        [RECORDS_PGN] = append_pgn,
        [RECORDS_FINDINGS] = append_findings,
        [RECORDS_PROGRAMS] = append_programs,
    };
    const RunRow row = {.spec = spec, .record = record};

    if (append[file] != NULL)
        append[file](spec, record, text);
    else
        records_append_rows(text, find_entry(spec, RECORDS_FILE_NAMES[file])->table, &row);
}

char *records_describe_result(G_GNUC_UNUSED const Spec *spec, const MatchRecord *record)
{
    return g_strdup(run_result(record));
}

void records_append_table(const Spec *spec, const char *name, const Totals *totals, GString *text)
{
    const RecordsEntry *entry = find_entry(spec, name);
    const int views = spec->contest->tally->by_pairing ? TOTALS_PLAYERS : 1;

    append_table_head(spec, entry->table, text);
    for (int part = 0; part < totals->parts; part++)
        for (int view = 0; view < views; view++) {
            const RunRow row = {spec, NULL, &totals->pairings[part], part, view == 1};
            records_append_rows(text, entry->table, &row);
        }
}
