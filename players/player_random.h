/* The player `random`: any legal move, all equally likely. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_RANDOM;
