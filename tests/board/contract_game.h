/* The contract of every game, for any rules: layers above rely on it. */
#pragma once

#include "board/game.h"

/* Adds the tests of the contract for @game to the test program. */
void contract_game_add_tests(const Game *game);
