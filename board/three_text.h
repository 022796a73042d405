/* Positions and moves of three-player chess as text and back. */
#pragma once

#include "board/text_lines.h"
#include "board/three_position.h"

/* Room for the text of any position and its end. */
#define THREE_TEXT_SIZE (THREE_SQUARE_COUNT + 3)

/* Room for the text of any move, "BD2BD4", and its end. */
#define THREE_MOVE_TEXT_SIZE 7

/* Reads @text, which says what stands on each square and which side is to move, into @out_pos. Any
 * arrangement can be read; no piece has been taken in it, so that the game goes on.
 *
 * Shape:  96 characters in the order of ThreeSquare, . for an empty square, PNBRQK for pieces of
 *         Blue, pnbrqk of Green, 123456 of Red; a blank; B, G or R.
 * Errors: BOARD_ERROR_SYNTAX, with the square or the side and what stands there. */
bool three_text_parse(const char *text, ThreePosition *out_pos, GError **error);

/* Writes @pos in this form and returns the length. The text does not say what was taken. */
int three_text_format(const ThreePosition *pos, char out_text[static THREE_TEXT_SIZE]);

/* Reads a move, the names of the square left and of the square entered.
 *
 * Errors: BOARD_ERROR_SYNTAX, no two squares; BOARD_ERROR_RULES, not legal in @pos. */
bool three_text_parse_move(const ThreePosition *pos, const char *text, Move *out_move,
                           GError **error);

/* Writes @move in this form and returns the length. */
int three_text_format_move(Move move, char out_text[static THREE_MOVE_TEXT_SIZE]);
