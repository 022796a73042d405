/* Chess as a Game. Side 0 is White, side 1 Black; a state is a Position, its text a FEN. */
#pragma once

#include "board/game.h"

extern const Game GAME_CHESS;

/* Whether the side to move may claim a draw by the laws, whatever draws the rules of @line call:
 * because a position stands for the third time or fifty moves have passed, now, before the last
 * move or after a move of its own; or because no mate is possible any more.
 *
 * Source: FIDE Laws of Chess (2023), articles 5.2.2, 9.2 and 9.3. */
bool chess_may_claim_draw(const GameLine *line);
