/* The player `level`: a MasterAgent and its piece agents, thinking with a level's logics. And the
 * player of a team (agents/teams/team.h): a level whose agents see and hear less, or which decides
 * in another way. */
#include <string.h>

#include "agents/beyond/logic_text.h"
#include "agents/beyond/percept_beyond.h"
#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "master/beyond/decision.h"
#include "players/external/team_agents.h"
#include "players/level/player_level.h"
#include "players/player_kinds.h"
#include "players/team_file.h"
#include "players/team_settings.h"

typedef struct {
    Player player;
    TeamSettings settings; /* of a team */
    TeamAgents *agents;    /* that are other programs; NULL: none are */
} PlayerLevel;

static const TeamSettings *settings_of(const Player *player)
{
    return &((const PlayerLevel *)player)->settings;
}

static bool read_logics(Player *player, const char *parameters,
                        G_GNUC_UNUSED const Engines *engines, GError **error)
{
    return logic_set_parse(parameters, &player->logics, error);
}

/* The settings behind the colon: themselves, or the file that has them. Owner: the caller. */
static char *find_settings(const char *parameters, GError **error)
{
    return strchr(parameters, '=') != NULL || *parameters == '\0'
               ? g_strdup(parameters)
               : team_settings_of_file(parameters, error);
}

static bool read_team(Player *player, const char *parameters, G_GNUC_UNUSED const Engines *engines,
                      GError **error)
{
    PlayerLevel *team = (PlayerLevel *)player;
    g_autofree char *text = find_settings(parameters, error);

    if (text == NULL || !team_settings_parse(text, &team->settings, error))
        return false;
    player->logics = team->settings.logics;
    if (team->settings.team.outside) {
        team->agents = team_agents_new(&team->settings);
        player->depends_on_machine = true;
    }
    return true;
}

static void clear_team(Player *player)
{
    PlayerLevel *team = (PlayerLevel *)player;

    g_clear_pointer(&team->agents, team_agents_free);
    team_settings_clear(&team->settings);
}

const LogicSet *player_level_logics(const Player *player)
{
    return player->kind == &PLAYER_KIND_LEVEL ? &player->logics : NULL;
}

static char *describe_level(const Player *player)
{
    g_autofree char *logics = logic_set_format(&player->logics);

    return g_strdup_printf("level:%s", logics);
}

static char *describe_team(const Player *player)
{
    g_autofree char *settings = team_settings_format(settings_of(player));

    return g_strdup_printf("team:%s", settings);
}

static bool check_programs(const Player *player, G_GNUC_UNUSED Memories *memories, GError **error)
{
    const PlayerLevel *team = (const PlayerLevel *)player;

    return team->agents == NULL || team_agents_check(team->agents, player, error);
}

static const char *program_command(const Player *player)
{
    const PlayerLevel *team = (const PlayerLevel *)player;

    return team->agents != NULL ? team_agents_commands(team->agents) : NULL;
}

/* Percept of the agents. It must not be moved in memory. */
typedef struct {
    Percept percept;
    TeamSenses senses; /* of a team */
} View;

/* Fills in what the agents perceive in the last state of @call, of the actions that its limits
 * allow, and what programs report of it. False: no agent can act, or a side has more pieces than
 * agents can be. */
static bool take_percept(const Player *player, const PlayerCall *call, uint64_t key, View *out_view)
{
    const PlayerLevel *level = (const PlayerLevel *)player;
    const GameLine *line = call->line;
    const ThinkingLimits *limits = call->limits;
    Percept *percept = &out_view->percept;
    const LogicSet *logics = &player->logics;

    if (line->game == &GAME_CHESS)
        percept_take_chess(&line->state.chess, logics, percept);
    else if (line->game == &GAME_ANTICHESS)
        percept_take_antichess(&line->state.chess, logics, percept);
    else if (!percept_take_three(&line->state.three, logics, percept))
        return false;
    if (limits != NULL && limits->only_count > 0)
        percept_keep_moves(percept, limits->only, limits->only_count);
    percept->past = (Past){line->keys, line->plies};
    if (percept->action_count == 0)
        return false;
    if (player->kind == &PLAYER_KIND_TEAM)
        team_sense(&level->settings.team, key, percept, &out_view->senses);
    if (level->agents != NULL)
        team_agents_begin(level->agents, line, percept, &out_view->senses);
    return true;
}

static bool is_over(void *data)
{
    return thinking_deadline_is_over(data);
}

/* Look-ahead ends when the time or the caller's patience does; without them no clock is read. */
static Choice choose_by_agents(Player *player, const PlayerCall *call)
{
    const PlayerLevel *level = (const PlayerLevel *)player;
    const uint64_t key = team_draws(&level->settings.team) ? random_next(call->random) : 0;
    ThinkingDeadline deadline = player_call_deadline(call);
    const Interruption interruption = {is_over, &deadline};
    Choice choice = {.kind = CHOICE_MOVE};
    View view;

    if (!take_percept(player, call, key, &view))
        return (Choice){.kind = CHOICE_FAILURE, .reason = "has no action that agents can take"};
    if (thinking_deadline_can_end(&deadline))
        view.percept.interruption = &interruption;
    choice.move = decision_make(&view.percept, call->random, call->recorder, &choice.deliberation);
    if (level->agents != NULL)
        team_agents_note_fault(level->agents, &choice);
    return choice;
}

static Choice end_game(Player *player, const GameLine *line, int side, const GameOutcome *outcome)
{
    const PlayerLevel *level = (const PlayerLevel *)player;

    return level->agents != NULL ? team_agents_end(level->agents, line, side, outcome)
                                 : (Choice){.reason = NULL};
}

/* Where messages may be lost the shares differ from one decision to the next; after a fault of a
 * program they are not those of the team. */
static int compute_shares(const Player *player, const PlayerCall *call, Share *out_shares)
{
    const PlayerLevel *level = (const PlayerLevel *)player;
    Choice choice = {.reason = NULL};
    View view;
    int count;

    if (team_draws(&level->settings.team) || !take_percept(player, call, 0, &view))
        return 0;
    count = decision_list_shares(&view.percept, out_shares);
    if (level->agents != NULL)
        team_agents_note_fault(level->agents, &choice);
    return choice.reason == NULL ? count : 0;
}

/* A team without limits decides as its level does, but no team has other logics than the thesis. */
static void keep_those_of_thesis(FateOtherwise *otherwise)
{
    otherwise->without &= logics_of_thesis();
    otherwise->with &= logics_of_thesis();
    otherwise->levels &= (2U << LEVEL_OF_THESIS_COUNT) - 1;
}

static bool follow_agent(const Player *player, const PlayerCall *call, Move move, AgentName worst,
                         Fate *out_fate, FateOtherwise *out_otherwise)
{
    const TeamSettings *settings = settings_of(player);
    View view;

    if (team_draws(&settings->team) || !take_percept(player, call, 0, &view) ||
        !fate_follow(&view.percept, move, worst, out_fate, out_otherwise))
        return false;
    if (player->kind == &PLAYER_KIND_TEAM)
        keep_those_of_thesis(out_otherwise);
    return true;
}

const PlayerKind PLAYER_KIND_LEVEL = {
    .name = "level",
    .usage = "level:N[+LOGIC|-LOGIC]...[,as=fitted][,NUMBER=N|,WEIGHT=N|,READING=on|off]...",
    .summary = "a MasterAgent and its agents, with the logics of level N (1 to 13)",
    .size = sizeof(PlayerLevel),
    .read = read_logics,
    .describe = describe_level,
    .games = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS},
    .choose = choose_by_agents,
    .shares = compute_shares,
    .follow = follow_agent,
};

const PlayerKind PLAYER_KIND_TEAM = {
    .name = "team",
    .usage = "team:FILE.ini or team:[KEY=VALUE,]...level=N...",
    .summary =
        "the agents of level N (1 to 8) with limited sight and hearing, other ways to decide, or "
        "your own programs as agents (players/teams.md)",
    .size = sizeof(PlayerLevel),
    .read = read_team,
    .clear = clear_team,
    .describe = describe_team,
    .games = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS},
    .check = check_programs,
    .choose = choose_by_agents,
    .end_game = end_game,
    .shares = compute_shares,
    .follow = follow_agent,
    .program = program_command,
};
