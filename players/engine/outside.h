/* A program in any language that thinks for agents, or for the master: it is asked a few questions
 * a decision, lines of JSON, and answers each with one (outside_lines.h). Whatever it does, no
 * question waits longer than its deadline, and an answer that is not sound is a fault with a
 * sentence; then it is asked no more in that decision, and is started anew for the next one. After
 * three decisions with faults in a row it is not asked again in the same game. */
#pragma once

#include "agents/team.h"
#include "board/game.h"
#include "players/engine/outside_lines.h"
#include "players/engine_settings.h"

typedef struct Outside Outside;

/* @settings must live as long as it; nothing is started yet. Owner: the caller. */
Outside *outside_new(const EngineSettings *settings);
void outside_free(Outside *outside);

/* A decision in the last state of @line begins. All that the program is sent in a game depends on
 * that game alone. */
void outside_begin(Outside *outside, const GameLine *line);

/* Asks for the reports of @agents in the last state of @line and adds them to @out_reports; false:
 * a fault. */
bool outside_ask_reports(Outside *outside, const GameLine *line, const Percept *percept,
                         AgentSet agents, OutsideReports *out_reports);

/* Whether it has said with its reports that it wants to be asked in @phase, too. */
bool outside_wants(const Outside *outside, OutsidePhase phase);

/* Asks about @asked, whose numbers its answer replaces; after a fault some may be. The same
 * question is asked once in a decision. */
OutsideReply outside_ask_items(Outside *outside, const Game *game, const Percept *percept,
                               const OutsideItems *asked);

/* The fault in this decision, in a few words, or NULL; and the last lines the program then wrote to
 * its standard error, or NULL. Valid until the next question. */
const char *outside_fault(const Outside *outside);
const char *outside_words(const Outside *outside);
