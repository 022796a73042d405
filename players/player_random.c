/* The player `random`: any legal move, all equally likely. */
#include "players/player_kinds.h"
#include "players/player_parameters.h"

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    return player_parameters_create_none(&PLAYER_KIND_RANDOM, parameters, error);
}

static bool plays(G_GNUC_UNUSED const Game *game)
{
    return true;
}

static Choice choose(G_GNUC_UNUSED Player *player, const PlayerCall *call)
{
    Move moves[GAME_MAX_MOVES];
    const int count = call->line->game->moves(&call->line->state, moves);

    return choice_of_move(moves[random_below(call->random, (uint32_t)count)]);
}

const PlayerKind PLAYER_KIND_RANDOM = {
    .name = "random",
    .usage = "random",
    .summary = "any legal move, all equally probable",
    .create = create,
    .free = player_parameters_free,
    .describe = player_parameters_describe_none,
    .plays = plays,
    .choose = choose,
};
