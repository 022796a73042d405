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

/* Three-player chess with clocks: a value beside the position, so that a game without clocks costs
 * nothing. This module reads no clock: the caller says how long a move took.
 *
 * Source: threeChess (github.com/drtnf/threeChess), 2020. */

typedef struct {
    int64_t left_ms[THREE_COLOR_COUNT];
    bool is_over; /* a side has once run out of time */
} ThreeClocks;

/* The outcome of a move. */
typedef enum {
    THREE_PLAYED,
    THREE_TIMED_OUT, /* the time is charged, the move is not made, the game is over */
    THREE_ILLEGAL    /* nothing has changed */
} ThreePlay;

/* How a game stands. */
typedef struct {
    bool is_over;
    int winner, loser; /* ThreeColors, or THREE_NOBODY; the third side neither wins nor loses */
} ThreeResult;

static inline ThreeClocks three_clocks_start(int64_t budget_ms)
{
    return (ThreeClocks){.left_ms = {budget_ms, budget_ms, budget_ms}};
}

/* Plays from @from to @to for the side to move, which has taken @ms to choose; a negative @ms gives
 * time back. A clock may run down to zero, not below. The clock is checked before the move is made,
 * so that a king taken too late is not taken. A game that is over can be played on. */
ThreePlay three_clocks_play(ThreeClocks *clocks, ThreePosition *pos, ThreeSquare from,
                            ThreeSquare to, int ms);

/* Which side has won and which has lost. The sides are looked at in the order Blue, Green, Red. The
 * first that has taken a king wins, and the owner of the king loses. The first whose clock is below
 * zero loses, and of the others the one with the higher score wins, the earlier of two equal ones.
 * Whichever comes first decides. */
ThreeResult three_clocks_result(const ThreeClocks *clocks, const ThreePosition *pos);

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
