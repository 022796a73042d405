/* Agents that are a program in any language: it is asked once a decision what they report, by a
 * line of JSON, and answers with one (players/teams.md). Whatever it does, no question waits longer
 * than its deadline, and an answer that is not sound is a fault with a sentence. */
#pragma once

#include "agents/team.h"
#include "board/game.h"
#include "players/engine_settings.h"

typedef struct Outside Outside;

/* @settings must live as long as it; nothing is started yet. Owner: the caller. */
Outside *outside_new(const EngineSettings *settings);
void outside_free(Outside *outside);

/* Asks for the reports of those agents of @percept whose kinds are in @kinds, a bit for each, in
 * the last state of @line. They are set in @out_reports, which says of which agents it has one.
 * False: a fault; outside_fault() says which, and the program is started anew for the next
 * question. After three faults in a row it is not asked again in the same game. */
bool outside_ask(Outside *outside, const GameLine *line, const Percept *percept, unsigned kinds,
                 OutsideReports *out_reports);

/* What the last fault was, in a few words, and the last lines the program wrote to its standard
 * error, or NULL; valid until the next question. */
const char *outside_fault(const Outside *outside);
const char *outside_words(const Outside *outside);

/* Reads @answer to question @id about @percept and @kinds, into @out_reports.
 *
 * Errors: PLAYER_ERROR_FAILED, a few words that follow the name of the program. */
bool outside_read(const char *answer, gint64 id, const Game *game, const Percept *percept,
                  unsigned kinds, OutsideReports *out_reports, GError **error);
