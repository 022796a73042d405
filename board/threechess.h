/* Three-player chess as a Game. Sides are Blue, Green and Red; a state is a ThreePosition, its text
 * that of three_text_format(), a move BD2BD4.
 *
 * A side wins by taking a king, whose owner loses; the third side neither wins nor loses. The
 * original ends a game in no other way. Here a game is also drawn by repetition or the limit of
 * plies, if the draw rules say so, and when the side to move has no legal move; the original waits
 * for ever then.
 *
 * A text does not say what was taken: in a state that was read no side has taken a king yet, even
 * if one is missing. */
#pragma once

#include "board/game.h"
#include "board/text_lines.h"
#include "board/three_position.h"

extern const Game GAME_THREECHESS;

/* Takes @ms, the time for which the side to move in @pos has thought, off its clock. A clock may
 * run down to zero, not below: then the game is over before the move is made, the side loses, and
 * of the others the one with the higher score wins, the earlier of two equal ones. The outcome is
 * TERMINATION_TIME or, in time, TERMINATION_NONE. This module reads no clock.
 *
 * Source: threeChess (github.com/drtnf/threeChess), 2020. */
GameOutcome three_clock_charge(int64_t left_ms[static THREE_COLOR_COUNT], const ThreePosition *pos,
                               int64_t ms);

/* Positions and moves of three-player chess as text and back. */

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
