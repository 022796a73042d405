/* Chess as a Game. Side 0 is White, side 1 Black; a state is a Position, its text a FEN. */
#pragma once

#include "board/game.h"

extern const Game GAME_CHESS;
