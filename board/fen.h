/* Forsyth-Edwards Notation: positions as text and back.
 *
 * Source: PGN specification (Edwards, 1994), section 16.1. */
#pragma once

#include "board/error.h"
#include "board/position.h"

/* Room for any FEN record and its end. */
#define FEN_TEXT_SIZE 112

/* Reads @text, one FEN record, into @out_pos.
 *
 * Shape:  six fields separated by single blanks, or the first four (the counters are then 0 and
 *         1); the board field has 8 ranks, 8th rank first. An en-passant square on which no
 *         capture is legal is read and dropped.
 * Errors: BOARD_ERROR_SYNTAX, a field cannot be read; BOARD_ERROR_RULES, it can be read but no
 *         game has such a position (a side with two kings). */
bool fen_parse(const char *text, Position *out_pos, GError **error);

/* Reads the FEN record that @text begins with and points @out_rest behind it and any blanks: the
 * operations of an EPD record, or the end. Two fields that are numbers belong to the record.
 *
 * Errors: as fen_parse(). */
bool fen_parse_prefix(const char *text, Position *out_pos, const char **out_rest, GError **error);

/* Writes the FEN record of @pos, six fields, and returns its length. */
int fen_format(const Position *pos, char out_text[static FEN_TEXT_SIZE]);
