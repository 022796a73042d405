/* The players of levels and teams, for other modules. */
#pragma once

#include "players/player.h"

/* The logics of @player if it is of the kind `level`, else NULL; valid as long as the player. */
const LogicSet *player_level_logics(const Player *player);
