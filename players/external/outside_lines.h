/* The lines of JSON between agents and the programs that think for them (players/teams.md). A
 * question is written without its id, which precedes it. */
#pragma once

#include "agents/teams/team.h"
#include "board/game.h"

/* The questions to the agents of a program in one phase. */
typedef struct {
    OutsidePhase phase;
    AgentSet agents; /* items of others are skipped */
    int worst;       /* the most threatened agent, which asks, or may ask, for help; or NO_AGENT */
    OutsideItem *item;
    int count;
} OutsideItems;

#define OUTSIDE_MAX_NUMBER (100 * PIECE_KING_VALUE) /* of an answer */

/* Adds @move to @played, the moves of a game since its first position, as the questions have them.
 */
void outside_append_played(GString *played, const Game *game, Move move);

/* The question for reports of @agents in the last state of @line, and that about @asked. */
void outside_write_reports(GString *text, const GameLine *line, const char *played,
                           const Percept *percept, AgentSet agents);

/* That the game is over. @result: "win", "loss" or "draw" for the program's side. */
void outside_write_end(GString *text, const char *played, const char *result);
void outside_write_items(GString *text, const Game *game, const Percept *percept,
                         const OutsideItems *asked);

/* Reads @answer to question @id about @agents of @percept, and adds what they report to
 * @out_reports; in @out_phases a bit for each phase in which the program wants to be asked, too. An
 * agent may have a "fault" in place of its report, the reason why there is none: it is not added,
 * and the first reason goes to *@out_fault, which is NULL before. Owner: the caller.
 *
 * Errors: PLAYER_ERROR_FAILED, a few words that follow the name of the program; then @out_reports
 *         has no more agents than before. */
bool outside_read_reports(const char *answer, gint64 id, const Game *game, const Percept *percept,
                          AgentSet agents, OutsideReports *out_reports, unsigned *out_phases,
                          char **out_fault, GError **error);

/* Whether @answer is one to question @id; else an error likewise. */
bool outside_read_end(const char *answer, gint64 id, GError **error);

/* The same for an answer about @asked, whose numbers it replaces: those of an agent with a fault
 * stay, and after an error only some are replaced. */
bool outside_read_items(const char *answer, gint64 id, const Game *game, const Percept *percept,
                        const OutsideItems *asked, OutsideReply *out_reply, char **out_fault,
                        GError **error);
