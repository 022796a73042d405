/* The agents of a team that are external programs, in any language: which program thinks for which
 * agent, or for the master, and what each is asked in a decision, lines of JSON (outside_lines.h).
 * Whatever a program does, no question waits longer than its deadline, and an answer that is not
 * sound is a fault with a sentence; then it is asked no more in that decision, and is started anew
 * for the next one. After three decisions with faults in a row it is not asked again in the same
 * game. A fault that an agent declares in place of its answer counts as well, but has no such
 * consequence. */
#pragma once

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

/* Tells the programs that asked for it how the game of the last decision, now @line, ended for
 * @side. An answer that is not sound, or none, is a fault: the reason and words of the choice that
 * is returned, which has no move. */
Choice team_agents_end(TeamAgents *agents, const GameLine *line, int side,
                       const GameOutcome *outcome);

/* Adds to @choice the fault of a program since then, if there is one: in reason and words; and the
 * greatest delay of an answer. If a program could not be asked, which is no fault of it, there is
 * no decision: CHOICE_INTERRUPTION. Valid until the next decision. */
void team_agents_note_fault(const TeamAgents *agents, Choice *choice);
