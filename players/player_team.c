#include "players/player_team.h"

#include <string.h>

#include "master/master.h"
#include "players/player_level.h"
#include "players/player_parameters.h"
#include "players/team_settings.h"

typedef struct {
    Player player;
    TeamSettings settings;
} PlayerTeam;

/* The settings behind the colon: themselves, or the file that has them. Owner: the caller. */
static char *find_settings(const char *parameters, GError **error)
{
    return strchr(parameters, '=') != NULL || *parameters == '\0'
               ? g_strdup(parameters)
               : team_settings_of_file(parameters, error);
}

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autofree char *text = find_settings(parameters, &fault);
    TeamSettings settings;
    PlayerTeam *team;

    if (text == NULL || !team_settings_parse(text, &settings, &fault)) {
        player_parameters_fail(&PLAYER_KIND_TEAM, parameters, error, "%s", fault->message);
        return NULL;
    }
    team = g_new0(PlayerTeam, 1);
    team->player.kind = &PLAYER_KIND_TEAM;
    team->settings = settings;
    return &team->player;
}

static char *describe(const Player *player)
{
    g_autofree char *settings = team_settings_format(&((const PlayerTeam *)player)->settings);

    return g_strdup_printf("team:%s", settings);
}

static Choice choose(Player *player, const PlayerCall *call)
{
    const TeamSettings *settings = &((const PlayerTeam *)player)->settings;
    Choice choice = {.kind = CHOICE_MOVE};
    TeamSenses senses;
    Percept percept;

    if (!player_level_perceive(&settings->logics, call->line, call->terms, &percept))
        return (Choice){.kind = CHOICE_FAILURE, .reason = "has no action that agents can take"};
    team_sense(&settings->team, team_draws(&settings->team) ? random_next(call->random) : 0,
               &percept, &senses);
    choice.move = master_decide(&percept, &settings->logics, call->random, call->recorder,
                                &choice.deliberation);
    return choice;
}

/* Where messages may be lost the shares differ from one decision to the next. */
static int shares(const Player *player, const PlayerCall *call, Share *out_shares)
{
    const TeamSettings *settings = &((const PlayerTeam *)player)->settings;
    TeamSenses senses;
    Percept percept;

    if (team_draws(&settings->team) ||
        !player_level_perceive(&settings->logics, call->line, call->terms, &percept))
        return 0;
    team_sense(&settings->team, 0, &percept, &senses);
    return master_list_shares(&percept, &settings->logics, out_shares);
}

static bool plays(const Game *game)
{
    return player_kind_plays(&PLAYER_KIND_LEVEL, game);
}

const PlayerKind PLAYER_KIND_TEAM = {
    .name = "team",
    .usage = "team:FILE.ini or team:[KEY=VALUE,]...level=N...",
    .summary = "agents of level N, 1 to 8, that see and hear less, or that decide by a vote",
    .create = create,
    .free = player_parameters_free,
    .describe = describe,
    .plays = plays,
    .choose = choose,
    .shares = shares,
};
