/* The contract of every player of asynchronous chess: experiments rely on it. */
#pragma once

#include "players/player.h"

/* Adds the tests of the contract for the player that @text names to the test program. @text must
 * stay where it is. */
void contract_async_player_add_tests(const char *text);
