/* Forsyth-Edwards Notation: positions as text and back.
 *
 * Source: PGN specification (Edwards, 1994), section 16.1; letters of files as castling rights: R.
 *         Scharnagl, X-FEN, 2003. */
#pragma once

#include "board/position.h"
#include "board/text_lines.h"

/* Room for any FEN record and its end. */
#define FEN_TEXT_SIZE 112

/* Reads @text, one FEN record, into @out_pos. fen_parse_board(): of any game with the pieces of
 * chess, where the side not to move may be attacked and kings may have been taken.
 *
 * Shape:  six fields, or the first four or five (the counters are then 0 and 1); the board field
 *         has 8 ranks, 8th rank first. As files have them, these are read too: any TEXT_BLANKS
 *         between the fields and around them, a byte-order mark, castling rights in any order, H
 *         and A for K and Q among them (X-FEN), counters that are too great, which count as the
 *         greatest, and move number 0, which counts as 1. An en-passant square on which no capture
 *         is legal is read and dropped.
 * Errors: BOARD_ERROR_SYNTAX, a field cannot be read; BOARD_ERROR_RULES, it can be read but no
 *         game has such a position (a side with two kings). */
bool fen_parse(const char *text, Position *out_pos, GError **error);
bool fen_parse_board(const char *text, Position *out_pos, GError **error);

/* Reads the FEN record that @text begins with and points @out_rest behind it and any blanks: the
 * operations of an EPD record, or the end. A semicolon ends the record as a blank does. Behind its
 * first four fields, one or two numbers still belong to it.
 *
 * @out_dropped: NULL, or room for 5 characters: castling rights without their king or rook are then
 *               no error but dropped, and their letters are written there, "Kq".
 *
 * Errors: as fen_parse(). */
bool fen_parse_prefix(const char *text, Position *out_pos, const char **out_rest, char *out_dropped,
                      GError **error);

/* Reads a counter of a position, decimal digits. A number below @least counts as @least, one above
 * the greatest as the greatest. @what names the counter in the error message.
 *
 * Errors: BOARD_ERROR_SYNTAX. */
bool fen_parse_counter(const char *text, const char *what, uint16_t least, uint16_t *out_value,
                       GError **error);

/* Writes the FEN record of @pos, six fields, and returns its length. */
int fen_format(const Position *pos, char out_text[static FEN_TEXT_SIZE]);
