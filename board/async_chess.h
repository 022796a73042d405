/* Asynchronous chess among the games: its name and its sides. It has no turns and no legal moves;
 * async_world.h and async_game.h are how it is played. */
#pragma once

#include "board/game.h"

extern const Game GAME_ASYNC;
