/* The player `random`: any legal move, all equally likely. */
#include "players/player_kinds.h"

static Choice choose_at_random(G_GNUC_UNUSED Player *player, const PlayerCall *call)
{
    Move moves[GAME_MAX_MOVES];
    const int count = call->line->game->moves(&call->line->state, moves);

    return choice_of_move(moves[random_below(call->random, (uint32_t)count)]);
}

const PlayerKind PLAYER_KIND_RANDOM = {
    .name = "random",
    .usage = "random",
    .summary = "a legal move, drawn uniformly at random",
    .plays_all = true,
    .choose = choose_at_random,
};
