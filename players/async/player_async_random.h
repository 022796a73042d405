/* The player `async-random`: pieces and pauses at random.
 *
 * Called, it commands one of its idle pieces to one of the spaces in its reach, piece and space
 * equally likely, and wants to be called again after a pause of 1 to 2 * pause_ms milliseconds, all
 * equally likely. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_RANDOM;
