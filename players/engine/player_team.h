/* The player of a team (agents/team.h): a level whose agents see and hear less, or which decides in
 * another way. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_TEAM;
