/* The player `level`: a MasterAgent and its piece agents, thinking with a level's logics. */
#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "master/master.h"
#include "players/player_kinds.h"

static bool read_logics(Player *player, const char *parameters,
                        G_GNUC_UNUSED const Engines *engines, GError **error)
{
    return logic_set_parse(parameters, &player->logics, error);
}

const LogicSet *player_level_logics(const Player *player)
{
    return player->kind == &PLAYER_KIND_LEVEL ? &player->logics : NULL;
}

static char *describe(const Player *player)
{
    g_autofree char *logics = logic_set_format(player_level_logics(player));

    return g_strdup_printf("level:%s", logics);
}

bool player_level_perceive(const LogicSet *logics, const GameLine *line, const ThinkingTerms *terms,
                           Percept *out_percept)
{
    PerceptOptions options = master_percept_options(logics);

    options.captures_are_forced = line->game == &GAME_ANTICHESS;
    if (line->game != &GAME_THREECHESS)
        percept_take_chess(&line->state.chess, &options, out_percept);
    else if (!percept_take_three(&line->state.three, &options, out_percept))
        return false;
    if (terms != NULL && terms->only_count > 0)
        percept_keep_moves(out_percept, terms->only, terms->only_count);
    out_percept->past = (Past){line->keys, line->plies};
    return out_percept->action_count > 0;
}

static bool is_over(void *data)
{
    return thinking_watch_is_over(data);
}

/* Look-ahead ends when the time or the caller's patience does; without them no clock is read. */
static Choice choose(Player *player, const PlayerCall *call)
{
    const LogicSet *logics = player_level_logics(player);
    ThinkingWatch watch = player_call_watch(call);
    const Interruption interruption = {is_over, &watch};
    Choice choice = {.kind = CHOICE_MOVE};
    Percept percept;

    if (!player_level_perceive(logics, call->line, call->terms, &percept))
        return (Choice){.kind = CHOICE_FAILURE, .reason = PLAYER_LEVEL_FAILURE};
    if (thinking_watch_can_end(&watch))
        percept.interruption = &interruption;
    choice.move =
        master_decide(&percept, logics, call->random, call->recorder, &choice.deliberation);
    return choice;
}

static int shares(const Player *player, const PlayerCall *call, Share *out_shares)
{
    const LogicSet *logics = player_level_logics(player);
    Percept percept;

    if (!player_level_perceive(logics, call->line, call->terms, &percept))
        return 0;
    return master_list_shares(&percept, logics, out_shares);
}

static bool follow(const Player *player, const PlayerCall *call, Move move, Fate *out_fate,
                   FateOtherwise *out_otherwise)
{
    const LogicSet *logics = player_level_logics(player);
    Percept percept;

    return player_level_perceive(logics, call->line, call->terms, &percept) &&
           master_follow(&percept, logics, move, out_fate, out_otherwise);
}

const PlayerKind PLAYER_KIND_LEVEL = {
    .name = "level",
    .usage = "level:N[+LOGIC|-LOGIC]...[,as=fitted][,NUMBER=N|,WEIGHT=N|,READING=on|off]...",
    .summary = "a MasterAgent and its piece agents with the logics of level N, 1 to 13",
    .read = read_logics,
    .describe = describe,
    .games = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS},
    .choose = choose,
    .shares = shares,
    .follow = follow,
};
