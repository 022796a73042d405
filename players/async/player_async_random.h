/* The player `async-random`: pieces and pauses at random.
 *
 * When called it sends one of its idle pieces to one of the spaces in its reach, all pairs equally
 * likely, and asks to be called again after a pause of 1 to 2 * pause_ms milliseconds, all equally
 * likely. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_RANDOM;
