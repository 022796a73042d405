/* Games up to a position about which agents can be asked. */
#pragma once

#include "players/player.h"

#define ARGUED 12 /* plies at least before a question */

/* A game of random moves and of moves of level 5, up to a position in which there is a choice. */
static inline GameLine *argued_line(const Game *game, Random *random)
{
    const DrawRules rules = {0};
    g_autoptr(Player) player = player_new("level:5", NULL, NULL);
    GameLine *line = game_line_new(game, &rules);
    const int plies = ARGUED + (int)random_below(random, 60);
    GameState start = game->start();
    Move moves[GAME_MAX_MOVES];
    int count;

    game_line_start(line, &start);
    while ((count = game->moves(&line->state, moves)) > 0 && line->plies < plies) {
        Move move = moves[random_below(random, (uint32_t)count)];
        if (random_below(random, 3) > 0)
            move = player_choose(player, &(PlayerCall){.line = line, .random = random}).move;
        game_line_play(line, move);
    }
    if (count > 1)
        return line;
    game_line_free(line);
    return argued_line(game, random);
}
