/* The player `level`: a MasterAgent and its piece agents, thinking with a level's logics. */
#pragma once

#include "agents/logic.h"
#include "agents/random.h"
#include "players/player.h"

extern const PlayerKind PLAYER_KIND_LEVEL;

/* The logics of @player if it is of this kind, else NULL; valid as long as the player. */
const LogicSet *player_level_logics(const Player *player);

/* Whether a player with @logics can choose @move in the last state of @line with some luck among
 * equals, see master_could_decide(); @random is what the choice begins with, and only read. */
bool player_level_could_choose(const LogicSet *logics, const GameLine *line, const Random *random,
                               Move move);
