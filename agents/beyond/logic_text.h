/* Sets of logics as text, which are the parameters of players. */
#pragma once

#include "agents/logic.h"

typedef enum {
    LOGIC_ERROR_TEXT /* the text names no set of logics */
} LogicError;

#define LOGIC_ERROR (logic_error_quark())
GQuark logic_error_quark(void);

/* Kinds of names in texts of sets, in the order in which mistyped ones are compared with them. */
typedef enum { NAMES_OF_LOGICS, NAMES_OF_READINGS, NAMES_OF_NUMBERS, NAMES_OF_WEIGHTS } LogicNames;

/* The row that @text names in the table of @kind; false: it names none. */
bool logic_find_name(LogicNames kind, const char *text, unsigned *out_row);

/* Reads a level and what differs from it: "7", "7-defence-request",
 * "5+defence-consideration,even-trade=on", "11+look-ahead=2,suggestions=4"; "7,as=fitted" has the
 * readings that were fitted to the thesis' tables, "7,as=text" those of the text, the default;
 * readings given with "as" differ from its set, before or after it. Nothing may be given twice.
 *
 * Errors: LOGIC_ERROR_TEXT, with the wrong part. */
bool logic_set_parse(const char *text, LogicSet *out_set, GError **error);

/* Whether all that @set differs in from other sets counts in a game of @games called @game_name.
 *
 * Errors: LOGIC_ERROR_TEXT, with the logic or the weight that does not. */
bool logic_set_check_game(const LogicSet *set, LogicGames games, const char *game_name,
                          GError **error);

/* The text of @set, the same for equal sets: the level from which it differs least, the logics
 * added and taken away, the nearest set of readings and those that differ from it. Owner: the
 * caller. */
char *logic_set_format(const LogicSet *set);
