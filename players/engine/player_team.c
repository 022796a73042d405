/* The player of a team (agents/team.h): a level whose agents see and hear less, or which decides in
 * another way. */
#include <string.h>

#include "master/master.h"
#include "players/engine/engine.h"
#include "players/engine/outside.h"
#include "players/player_kinds.h"
#include "players/player_level.h"
#include "players/player_parameters.h"
#include "players/team_settings.h"

typedef struct {
    Player player;
    TeamSettings settings;
    EngineSettings program; /* of the agents that are not ours */
    Outside *outside;       /* NULL: all are ours */
} PlayerTeam;

/* The settings behind the colon: themselves, or the file that has them. Owner: the caller. */
static char *find_settings(const char *parameters, GError **error)
{
    return strchr(parameters, '=') != NULL || *parameters == '\0'
               ? g_strdup(parameters)
               : team_settings_of_file(parameters, error);
}

static void set_program(PlayerTeam *team)
{
    team->program = (EngineSettings){
        .name = "team",
        .command = team->settings.program,
        .protocol = ENGINE_PROTOCOL_PLAIN,
        .options = "",
        .init = "",
        .each_game = "",
        .dir = "",
        .start_ms = ENGINE_START_MS,
        .answer_ms = team->settings.answer_ms,
    };
    team->outside = outside_new(&team->program);
    team->player.depends_on_machine = true;
}

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autofree char *text = find_settings(parameters, &fault);
    g_auto(TeamSettings) settings = {.program = NULL};
    PlayerTeam *team;

    if (text == NULL || !team_settings_parse(text, &settings, &fault)) {
        player_parameters_fail(&PLAYER_KIND_TEAM, parameters, error, "%s", fault->message);
        return NULL;
    }
    team = g_new0(PlayerTeam, 1);
    team->player.kind = &PLAYER_KIND_TEAM;
    team->settings = settings;
    settings.program = NULL;
    if (team->settings.program != NULL)
        set_program(team);
    return &team->player;
}

static void free_player(Player *player)
{
    PlayerTeam *team = (PlayerTeam *)player;

    g_clear_pointer(&team->outside, outside_free);
    team_settings_clear(&team->settings);
    g_free(team);
}

static char *describe(const Player *player)
{
    g_autofree char *settings = team_settings_format(&((const PlayerTeam *)player)->settings);

    return g_strdup_printf("team:%s", settings);
}

static bool check(const Player *player, G_GNUC_UNUSED Memories *memories, GError **error)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    g_autofree char *text = describe(player);
    g_autofree char *whose = g_strdup_printf("player '%s'", text);

    return team->settings.program == NULL || engine_find_program(&team->program, whose, error);
}

/* The command line of the program that thinks for agents, if there is one. */
static const char *program(const Player *player)
{
    return ((const PlayerTeam *)player)->settings.program;
}

/* What a team perceives. It must not be moved in memory. */
typedef struct {
    Percept percept;
    TeamSenses senses;
    OutsideReports reports;
} View;

/* Fills in what @team perceives in the last state of @call, and what its program reports of it; for
 * a program that does not the built-in agents answer, and @out_choice says why. False: @out_choice
 * is a failure. */
static bool look(const PlayerTeam *team, const PlayerCall *call, uint64_t key, View *out_view,
                 Choice *out_choice)
{
    const TeamSettings *settings = &team->settings;

    *out_choice = (Choice){.kind = CHOICE_FAILURE, .reason = "has no action that agents can take"};
    if (!player_level_perceive(&settings->logics, call->line, call->terms, &out_view->percept))
        return false;
    *out_choice = (Choice){.kind = CHOICE_MOVE};
    team_sense(&settings->team, key, &out_view->percept, &out_view->senses);
    if (team->outside == NULL)
        return true;
    out_view->senses.outside = &out_view->reports;
    if (!outside_ask(team->outside, call->line, &out_view->percept, settings->team.outside,
                     &out_view->reports)) {
        out_view->reports.agents = 0;
        out_choice->reason = outside_fault(team->outside);
        out_choice->words = outside_words(team->outside);
    }
    return true;
}

static Choice choose(Player *player, const PlayerCall *call)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    const TeamSettings *settings = &team->settings;
    const uint64_t key = team_draws(&settings->team) ? random_next(call->random) : 0;
    View view;
    Choice choice;

    if (!look(team, call, key, &view, &choice))
        return choice;
    choice.move = master_decide(&view.percept, &settings->logics, call->random, call->recorder,
                                &choice.deliberation);
    return choice;
}

/* Where messages may be lost the shares differ from one decision to the next. */
static int shares(const Player *player, const PlayerCall *call, Share *out_shares)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    View view;
    Choice failure;

    if (team_draws(&team->settings.team) || !look(team, call, 0, &view, &failure))
        return 0;
    return master_list_shares(&view.percept, &team->settings.logics, out_shares);
}

static bool follow(const Player *player, const PlayerCall *call, Move move, Fate *out_fate,
                   FateOtherwise *out_otherwise)
{
    const PlayerTeam *team = (const PlayerTeam *)player;
    View view;
    Choice failure;

    return !team_draws(&team->settings.team) && look(team, call, 0, &view, &failure) &&
           master_follow(&view.percept, &team->settings.logics, move, out_fate, out_otherwise);
}

static bool plays(const Game *game)
{
    return player_kind_plays(&PLAYER_KIND_LEVEL, game);
}

const PlayerKind PLAYER_KIND_TEAM = {
    .name = "team",
    .usage = "team:FILE.ini or team:[KEY=VALUE,]...level=N...",
    .summary = "agents of level N, 1 to 8, that see and hear less, or that decide by a vote; some "
               "may be a program of your own",
    .create = create,
    .free = free_player,
    .describe = describe,
    .plays = plays,
    .check = check,
    .choose = choose,
    .shares = shares,
    .follow = follow,
    .program = program,
};
