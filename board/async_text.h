/* A world of asynchronous chess as text and back. */
#pragma once

#include <glib.h>

#include "board/async_world.h"
#include "board/text_lines.h"

/* Room for the text of any world and its end. */
#define ASYNC_TEXT_SIZE 2048

/* Reads @text, the time and all that stands on the board, into @out_world. "1500 - Ra1a8@2000 Ke1
 * pa7 ke8" has a rook on its way from a1 to a8, which enters a2 at 2000 ms.
 *
 * Shape:  the time; how the game stands, - for going on, K, k or Kk for the killed kings, time for
 *         time up; then each piece from a1 to h8: a letter, PNBRQK for White's and pnbrqk for
 *         Black's, and its space; a piece under way also has the space where its path ends, @ and
 *         the time when it enters the next space. Single blanks between them, none at the end;
 *         numbers without leading zeros.
 * Units:  milliseconds, none above 2000 * ASYNC_MAX_MS, more than any game reaches.
 * Errors: BOARD_ERROR_SYNTAX, it cannot be read; BOARD_ERROR_RULES, it can, but such a world is
 *         impossible (async_world_fault()). */
bool async_text_parse(const char *text, AsyncWorld *out_world, GError **error);

/* Writes @world in this form and returns the length. */
int async_text_format(const AsyncWorld *world, char out_text[static ASYNC_TEXT_SIZE]);

/* A world of asynchronous chess as a picture for people: the board, the clock, how the game stands,
 * and what is under way. */

/* The picture of @world, whose paths may be hidden as in async_view.h: capitals are White's pieces,
 * small letters Black's, and behind one under way stands a *, in colour too if @in_color. Beneath
 * the board stand the pieces under way, in the order in which they enter their next spaces.
 *
 * Shape:  ASCII in lines that all end; the colours tell nothing that the letters do not.
 * Units:  times as minutes:seconds.milliseconds.
 * Owner:  the caller. */
char *async_picture_draw(const AsyncWorld *world, bool in_color);
