#include "players/player_random.h"

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    Player *player;

    if (*parameters != '\0') {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                    "the player 'random' takes no parameters, not '%s'", parameters);
        return NULL;
    }
    player = g_new(Player, 1);
    player->kind = &PLAYER_KIND_RANDOM;
    return player;
}

static void free_player(Player *player)
{
    g_free(player);
}

static char *describe(G_GNUC_UNUSED const Player *player)
{
    return g_strdup("random");
}

static bool plays(G_GNUC_UNUSED const Game *game)
{
    return true;
}

static Choice choose(G_GNUC_UNUSED Player *player, const GameLine *line, Random *random,
                     G_GNUC_UNUSED const Recorder *recorder)
{
    Move moves[GAME_MAX_MOVES];
    const int count = line->game->moves(&line->state, moves);

    return choice_of_move(moves[random_below(random, (uint32_t)count)]);
}

const PlayerKind PLAYER_KIND_RANDOM = {
    .name = "random",
    .usage = "random",
    .summary = "any legal move, all equally likely",
    .create = create,
    .free = free_player,
    .describe = describe,
    .plays = plays,
    .choose = choose,
};
