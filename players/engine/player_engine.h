/* The player "engine": a chess program in a process of its own. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ENGINE;
