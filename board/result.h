/* How a game of two sides ended, in a word.
 *
 * Source: Portable Game Notation, 1994, 8.1.1.7, "The Result tag". */
#pragma once

#include <stddef.h>

#define RESULT_WHITE_WINS "1-0"
#define RESULT_BLACK_WINS "0-1"
#define RESULT_DRAW "1/2-1/2"
#define RESULT_UNKNOWN "*" /* of a game that goes on */

/* White's half points: 2 if @winner is White, 0 if Black, 1 for GAME_NOBODY. */
int result_half_points(int winner);

/* The word for them. */
const char *result_text(int half_points);

/* White's half points by a word of @length bytes; -1: it is none of the words for them. */
int result_parse(const char *word, size_t length);
