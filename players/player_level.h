/* The player `level`: a MasterAgent and its piece agents, thinking with a level's logics. */
#pragma once

#include "agents/logic.h"
#include "players/player.h"

extern const PlayerKind PLAYER_KIND_LEVEL;

/* The logics of @player if it is of this kind, else NULL; valid as long as the player. */
const LogicSet *player_level_logics(const Player *player);
