#include "players/player_paranoid.h"

#include "board/threechess.h"
#include "players/player_parameters.h"
#include "players/three_search.h"

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    NumberedPlayer player;

    if (!player_parameters_number(&PLAYER_KIND_PARANOID, parameters, "depth",
                                  THREE_SEARCH_MAX_DEPTH, &player, error))
        return NULL;
    return g_memdup2(&player, sizeof player);
}

static bool plays(const Game *game)
{
    return game == &GAME_THREECHESS;
}

static Choice choose(Player *player, const GameLine *line, Random *random,
                     G_GNUC_UNUSED const Recorder *recorder)
{
    const int depth = ((NumberedPlayer *)player)->number;
    const ThreeSearch search = three_search_paranoid(&line->state.three, depth);

    return choice_of_move(search.moves[random_below(random, (uint32_t)search.count)]);
}

const PlayerKind PLAYER_KIND_PARANOID = {
    .name = "paranoid",
    .usage = "paranoid:depth=N",
    .summary = "three-player chess: looks N plies ahead, where both others are against it",
    .create = create,
    .free = player_parameters_free,
    .describe = player_parameters_describe_number,
    .plays = plays,
    .choose = choose,
};
