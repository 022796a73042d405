/* Extended Position Description: a position and what is known of it, the format of test suites.
 *
 * Source: PGN specification (Edwards, 1994), section 16.2. */
#pragma once

#include <glib.h>

#include "board/movegen.h"
#include "board/text_lines.h"

/* Moves of one position, each once. */
typedef struct {
    int count;
    Move move[MOVEGEN_MAX_MOVES];
} EpdMoves;

typedef struct {
    Position position;
    char castling_dropped[5]; /* castling letters of the text without their king or rook, "Kq",
                                 the position does not have them */
    char *id;                 /* NULL: none */
    EpdMoves best, avoid;     /* of the operations bm and am */
} EpdRecord;

void epd_record_clear(EpdRecord *record);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(EpdRecord, epd_record_clear)

/* Reads @text, one EPD record, into @out_record.
 *
 * Shape:  the first four fields of a FEN, or more, as fen_parse_prefix() reads them; then
 *         operations, each an opcode and operands, with semicolons between and behind them. hmvc
 *         and fmvn set the counters of the position; operations of other names are skipped. Moves
 * of bm and am are read as san_parse() reads them, with move numbers before and commas between
 * them, and a promotion to a queen without its letter. Errors: BOARD_ERROR_SYNTAX, it cannot be
 * read; BOARD_ERROR_RULES, the position is impossible or a move of bm or am is not legal in it.
 * Owner:  epd_record_clear() frees what @out_record holds. */
bool epd_parse(const char *text, EpdRecord *out_record, GError **error);

/* Reads the position of @text, one EPD record, with the counters of hmvc and fmvn. Of other
 * operations only the first letter must be one.
 *
 * Errors: as fen_parse_prefix(), and BOARD_ERROR_SYNTAX for operations that are none. */
bool epd_parse_position(const char *text, Position *out_pos, GError **error);

/* Whether @move is one of the best moves, if any are named, and none of those to avoid. */
bool epd_record_is_solved_by(const EpdRecord *record, Move move);
