/* Files of games of MIT's antichess. */
#pragma once

#include "board/antichess.h"

/* Writes @game in this format. Owner: the caller. */
char *antichess_file_format(const AntichessGame *game);

/* The game in the @length bytes of @text.
 *
 * Errors: BOARD_ERROR_SYNTAX, the text is not in this format; BOARD_ERROR_RULES, it says something
 *         impossible: a move that is not legal, other pieces, a clock that gains time, the wrong
 *         end.
 * Owner:  the caller. */
AntichessGame *antichess_file_parse(const char *text, size_t length, GError **error);
