/* The player `level`: a MasterAgent and its piece agents, thinking with a level's logics. */
#pragma once

#include "agents/logic.h"
#include "agents/percept.h"
#include "players/player.h"

/* The logics of @player if it is of this kind, else NULL; valid as long as the player. */
const LogicSet *player_level_logics(const Player *player);

/* What the agents with @logics perceive in the last state of @line, of the actions that @terms,
 * which may be NULL, allow. False if there are none, or a side has more pieces than agents can be.
 */
bool player_level_perceive(const LogicSet *logics, const GameLine *line, const ThinkingTerms *terms,
                           Percept *out_percept);
