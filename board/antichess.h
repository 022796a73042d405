/* Antichess as MIT's 6.170 had it in 2007: chess in which captures are forced and losing wins. Side
 * 0 is White, side 1 Black; a state is a Position, its text a FEN.
 *
 * - Kings are royal as in chess. A side that can capture must capture, but only by moves that are
 *   legal in chess: a capture that leaves its own king in check is not forced, and in check a
 *   capture that ends the check goes before other ways out.
 * - A pawn promotes to a queen, always.
 * - A side without a legal move that is not mated is skipped, and the other one moves again.
 * - A side that has nothing left but its king wins; but a mate counts first. If neither side has a
 *   legal move the game is drawn, as stalemate.
 * - The source has no other draw. DrawRules may add repetition, fifty moves and a limit of plies;
 *   insufficient material is never a draw, as there is always something to lose.
 *
 * Source: Antichess, manual of the group ze-nihilists, MIT 6.170, spring 2007, section Rules. It
 *         does not say what happens if neither side can move. */
#pragma once

#include "board/game.h"
#include "board/movegen.h"

extern const Game GAME_ANTICHESS;

/* The moves that @pos allows, as movegen_moves(). */
int antichess_moves(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES]);

/* Plays @move, which must be one of those; a side that cannot move then is skipped. */
void antichess_play(Position *pos, Move move);

/* The side that has nothing but its king, or GAME_NOBODY; never both sides. */
int antichess_bare_side(const Position *pos);

/* Room for "e2-e4", a move in the standard format of the assignment, and its end. */
#define ANTICHESS_MOVE_TEXT_SIZE 6

/* Writes @move in the standard format; always five letters. */
void antichess_format_move(Move move, char out_text[static ANTICHESS_MOVE_TEXT_SIZE]);

/* The legal move that @text names in the standard format; MOVE_NONE if it names none. */
Move antichess_find_move(const GameState *state, const char *text);
