/* The agents of a team that are other programs: which program thinks for which agent, and what all
 * of them are asked in a decision. */
#pragma once

#include "players/engine/outside.h"
#include "players/player.h"
#include "players/team_settings.h"

typedef struct TeamAgents TeamAgents;

/* The programs of @settings, which must live as long as it; nothing is started yet. Owner: the
 * caller. */
TeamAgents *team_agents_new(const TeamSettings *settings);
void team_agents_free(TeamAgents *agents);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TeamAgents, team_agents_free)

/* Whether all programs of @player are on this machine.
 *
 * Errors: PLAYER_ERROR_MISSING. */
bool team_agents_check(const TeamAgents *agents, const Player *player, GError **error);

/* The command lines, each once, with a line end between two. Owner: @agents. */
const char *team_agents_commands(const TeamAgents *agents);

/* Asks the programs what the agents of @percept report in the last state of @line, and has those
 * of @senses, which belong to @percept, ask them from then on. Both are borrowed until the next
 * call. */
void team_agents_begin(TeamAgents *agents, const GameLine *line, const Percept *percept,
                       TeamSenses *senses);

/* A program that was at fault since then, or NULL. */
const Outside *team_agents_fault(const TeamAgents *agents);
