/* The contract of every player: experiments rely on it. */
#pragma once

#include "players/player.h"

/* Adds the tests of the contract for the player that @text names, at every game it plays, to the
 * test program. @text must stay where it is. */
void contract_player_add_tests(const char *text);
