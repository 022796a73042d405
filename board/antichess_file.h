/* Saved games of antichess, the XML of the 2007 assignment, as text and back:
 *
 *     <game ruleset="6170-spring-2007">
 *       <time timed="true" initWhite="300000" initBlack="300000"
 *             currentWhite="298000" currentBlack="299000"/>
 *       <moveHistory>
 *         <move side="white" value="e2-e4" time="298000"/>
 *       </moveHistory>
 *       <pieces>
 *         <square id="a8" side="black" piece="rook"/>
 *       </pieces>
 *       <gameOver winner="white" description="checkmate"/>
 *     </game>
 *
 * - The time of a move is what was left on the clock of the side that made it. "current..." is what
 *   is left now: less than that only for the side to move, whose clock runs.
 * - A file is timed only if both sides have a clock. With one clock or none it says timed="false",
 *   and no other time is written or looked at.
 * - "pieces" is the board after the history, every piece once.
 * - Only games that have ended have "gameOver". The description is piecesLost, checkmate,
 *   timeExpired, or stalemate, a draw, which has no winner.
 *
 * Elements and attributes of other names are skipped, with all that is in them: the format is made
 * to be extended. Known ones are read strictly: each in its place, in any order, with every
 * attribute that it needs, and only once, except moves and squares. Between them there may be
 * nothing but white space. Comments and processing instructions are skipped. The text is UTF-8,
 * with or without a byte-order mark.
 *
 * Source: MIT 6.170, spring 2007, final project Antichess, file format; Antichess, manual of the
 *         group ze-nihilists, section SaveGame. */
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
