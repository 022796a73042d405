/* The settings of a team as texts: a group of a file, or the part behind "team:". */
#pragma once

#include <glib.h>

#include "agents/logic.h"
#include "agents/teams/team.h"
#include "board/ini.h"
#include "players/engine_settings.h"

/* The keys of a team, which a group [team NAME] has. */
extern const SettingKey TEAM_KEYS[];
extern const size_t TEAM_KEY_COUNT;

/* Scopes of a program: all agents, a kind, the agent that begins on a square of chess or of
 * three-player chess, the master. A place counts before those above it. */
enum {
    TEAM_PLACE_ALL,
    TEAM_PLACE_KIND,
    TEAM_PLACE_SQUARE = TEAM_PLACE_KIND + PIECE_TYPE_COUNT,
    TEAM_PLACE_THREE_SQUARE = TEAM_PLACE_SQUARE + SQUARE_COUNT,
    TEAM_PLACE_MASTER = TEAM_PLACE_THREE_SQUARE + THREE_SQUARE_COUNT,
    TEAM_PLACE_COUNT
};

typedef struct {
    Team team;
    LogicSet logics;
    char *program[TEAM_PLACE_COUNT]; /* command lines; NULL: none is named */
    uint64_t answer_ms;              /* that each may take for an answer */
} TeamSettings;

/* Frees what @settings hold. */
void team_settings_clear(TeamSettings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TeamSettings, team_settings_clear)

/* Reads "sight=5,hearing=2,level=7,even-trade=on": readings follow the level, and keys of the team
 * come in any order.
 *
 * Errors: PLAYER_ERROR_TEXT, a sentence.
 * Owner:  team_settings_clear() frees what @out_settings hold, after an error, too. */
bool team_settings_parse(const char *text, TeamSettings *out_settings, GError **error);

/* The same text for equal teams, with what differs from the defaults. Owner: the caller. */
char *team_settings_format(const TeamSettings *settings);

/* The text of the group @group of @ini, for team_settings_parse().
 *
 * Errors: PLAYER_ERROR_TEXT, a key that no team has.
 * Owner:  the caller. */
char *team_settings_of_group(const GPtrArray *ini, const char *group, GError **error);

#define TEAM_GROUP "team "  /* how such a group begins */
#define TEAM_PLAYER "team:" /* and the name of such a player */
