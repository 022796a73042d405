/* The player of a team (agents/team.h): a level whose agents see and hear less, or which decides in
 * another way. */
#include <string.h>

#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "master/master.h"
#include "players/engine/team_agents.h"
#include "players/player_kinds.h"
#include "players/team_settings.h"

typedef struct {
    Player player;
    TeamSettings settings;
    TeamAgents *agents; /* that are other programs; NULL: none are */
} PlayerTeam;

/* The settings behind the colon: themselves, or the file that has them. Owner: the caller. */
static char *find_settings(const char *parameters, GError **error)
{
    return strchr(parameters, '=') != NULL || *parameters == '\0'
               ? g_strdup(parameters)
               : team_settings_of_file(parameters, error);
}

static bool read_settings(Player *player, const char *parameters,
                          G_GNUC_UNUSED const Engines *engines, GError **error)
{
    PlayerTeam *team = (PlayerTeam *)player;
    g_autofree char *text = find_settings(parameters, error);

    if (text == NULL || !team_settings_parse(text, &team->settings, error))
        return false;
    if (team->settings.team.outside) {
        team->agents = team_agents_new(&team->settings);
        player->depends_on_machine = true;
    }
    return true;
}

static void clear(Player *player)
{
    PlayerTeam *team = (PlayerTeam *)player;

    g_clear_pointer(&team->agents, team_agents_free);
    team_settings_clear(&team->settings);
}

static char *describe(const Player *player)
{
    g_autofree char *settings = team_settings_format(&((const PlayerTeam *)player)->settings);

    return g_strdup_printf("team:%s", settings);
}

static bool check(const Player *player, G_GNUC_UNUSED Memories *memories, GError **error)
{
    const PlayerTeam *team = (const PlayerTeam *)player;

    return team->agents == NULL || team_agents_check(team->agents, player, error);
}

static const char *program(const Player *player)
{
    const PlayerTeam *team = (const PlayerTeam *)player;

    return team->agents != NULL ? team_agents_commands(team->agents) : NULL;
}

/* Percept of a team. It must not be moved in memory. */
typedef struct {
    Percept percept;
    TeamSenses senses;
} View;

/* Fills in what @team perceives in the last state of @call, and what its programs report of it;
 * false: no agent can act. */
static bool look(const PlayerTeam *team, const PlayerCall *call, uint64_t key, View *out_view)
{
    const TeamSettings *settings = &team->settings;

    if (!player_level_perceive(&settings->logics, call->line, call->terms, &out_view->percept))
        return false;
    team_sense(&settings->team, key, &out_view->percept, &out_view->senses);
    if (team->agents != NULL)
        team_agents_begin(team->agents, call->line, &out_view->percept, &out_view->senses);
    return true;
}

static Choice choose(Player *player, const PlayerCall *call)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    const TeamSettings *settings = &team->settings;
    const uint64_t key = team_draws(&settings->team) ? random_next(call->random) : 0;
    Choice choice = {.kind = CHOICE_MOVE};
    View view;

    if (!look(team, call, key, &view))
        return (Choice){.kind = CHOICE_FAILURE, .reason = PLAYER_LEVEL_FAILURE};
    choice.move = master_decide(&view.percept, &settings->logics, call->random, call->recorder,
                                &choice.deliberation);
    if (team->agents != NULL)
        choice.reason = team_agents_fault(team->agents, &choice.words);
    return choice;
}

/* Where messages may be lost the shares differ from one decision to the next; after a fault of a
 * program they are not those of the team. */
static int shares(const Player *player, const PlayerCall *call, Share *out_shares)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    const char *words;
    View view;
    int count;

    if (team_draws(&team->settings.team) || !look(team, call, 0, &view))
        return 0;
    count = master_list_shares(&view.percept, &team->settings.logics, out_shares);
    return team->agents == NULL || team_agents_fault(team->agents, &words) == NULL ? count : 0;
}

static bool follow(const Player *player, const PlayerCall *call, Move move, Fate *out_fate,
                   FateOtherwise *out_otherwise)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    View view;

    return !team_draws(&team->settings.team) && look(team, call, 0, &view) &&
           master_follow(&view.percept, &team->settings.logics, move, out_fate, out_otherwise);
}

const PlayerKind PLAYER_KIND_TEAM = {
    .name = "team",
    .usage = "team:FILE.ini or team:[KEY=VALUE,]...level=N...",
    .summary = "the agents of level N (1 to 8), with limited sight and hearing, or with decisions "
               "by vote; your own programs can replace agents",
    .size = sizeof(PlayerTeam),
    .read = read_settings,
    .clear = clear,
    .describe = describe,
    .games = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS},
    .check = check,
    .choose = choose,
    .shares = shares,
    .follow = follow,
    .program = program,
};
