#include "players/player_level.h"

#include "board/chess.h"
#include "master/master.h"

typedef struct {
    Player player;
    LogicSet logics;
} PlayerLevel;

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    g_autoptr(GError) fault = NULL;
    PlayerLevel *level;
    LogicSet logics;

    if (!logic_set_parse(parameters, &logics, &fault)) {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT, "player 'level:%s': %s", parameters,
                    fault->message);
        return NULL;
    }
    level = g_new(PlayerLevel, 1);
    level->player.kind = &PLAYER_KIND_LEVEL;
    level->logics = logics;
    return &level->player;
}

static void free_player(Player *player)
{
    g_free(player);
}

const LogicSet *player_level_logics(const Player *player)
{
    return player->kind == &PLAYER_KIND_LEVEL ? &((const PlayerLevel *)player)->logics : NULL;
}

static char *describe(const Player *player)
{
    g_autofree char *logics = logic_set_format(player_level_logics(player));

    return g_strdup_printf("level:%s", logics);
}

static bool plays(const Game *game)
{
    return game == &GAME_CHESS;
}

static Choice choose(Player *player, const GameLine *line, Random *random, const Recorder *recorder)
{
    Choice choice = {.kind = CHOICE_MOVE};

    choice.move = master_decide(&line->state.chess, player_level_logics(player), random, recorder,
                                &choice.deliberation);
    return choice;
}

const PlayerKind PLAYER_KIND_LEVEL = {
    .name = "level",
    .usage = "level:N[+LOGIC|-LOGIC]...[,READING=on|off]...",
    .summary = "a MasterAgent and its piece agents with the logics of level N, 1 to 8",
    .create = create,
    .free = free_player,
    .describe = describe,
    .plays = plays,
    .choose = choose,
};
