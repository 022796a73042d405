#include "experiments/run/records_pgn.h"

#include <string.h>

#include "board/chess.h"
#include "experiments/tools/csv.h"

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
    pgn_append_tag(pgn, "Result", spec->contest->records->pgn->result(record));
    if (spec->contest->records->pgn->append_tags != NULL)
        spec->contest->records->pgn->append_tags(pgn, spec, record);
    append_variant_tag(pgn, spec->game);
    append_opening_tags(pgn, spec, record);
    append_number_tag(pgn, "PlyCount", (uint64_t)record->plies);
    pgn_append_tag(pgn, "Termination", termination_tag(record->outcome.termination));
}

/* "12." before White's move, "12..." before Black's if it is the first of the game. */
void records_pgn_append_number(PgnMoves *moves, int turn, unsigned number, bool first)
{
    char text[CSV_NUMBER_SIZE + 3];
    int length;

    if (turn == COLOR_BLACK && !first)
        return;
    length = csv_format_number(number, text);
    memcpy(text + length, "...", 3);
    pgn_moves_append(moves, text, (size_t)length + (turn == COLOR_BLACK ? 3 : 1));
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

void records_pgn_append(const Spec *spec, const MatchRecord *record, GString *pgn)
{
    PgnMoves moves;

    append_tags(pgn, spec, record);
    moves = pgn_moves_begin(pgn);
    records_append_moves(spec, record, record->plies, &moves);
    append_termination(&moves, record);
    pgn_moves_end(&moves, spec->contest->records->pgn->result(record));
}
