/* Standard Algebraic Notation, and moves as people type them.
 *
 * Source: PGN specification (Edwards, 1994), section 8.2.3. */
#pragma once

#include "board/position.h"
#include "board/text_lines.h"

/* Room for the text of any move and its end: "Qa1xb2+", "bxa8=N#". */
#define SAN_TEXT_SIZE 12

/* Writes @move, which must be legal in @pos, and returns the length. */
int san_format(const Position *pos, Move move, char out_text[static SAN_TEXT_SIZE]);

/* Reads a legal move of @pos, in SAN or in coordinates ("e7e8q"). Accepts what changes nothing:
 * "0-0" for "O-O", the king's way to the rook for castling ("e1h1"), missing or superfluous "x" and
 * "=", "e8(Q)" and "e8/Q", remarks behind the move, and more of the square of departure than is
 * needed.
 *
 * Errors: BOARD_ERROR_SYNTAX, it is no move; BOARD_ERROR_RULES, it is not legal, or there are
 *         several such moves. */
bool san_parse(const Position *pos, const char *text, Move *out_move, GError **error);

/* Whether @text is what files write behind a move although it changes nothing, or empty: "+", "#",
 * "!", "?", "e.p.", "ep", "mate" and "ch", any number of them. */
bool san_is_remark(const char *text);
