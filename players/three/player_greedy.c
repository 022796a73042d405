/* The player `greedy`: the move that gains most at once, by the score of the rules: what it takes
 * (a king, a queen, a rook, ...), and 8 for a pawn that becomes a queen. It takes a king whenever
 * it can, and does not see what it will lose. It chooses at random among equal moves. */
#include "board/threechess.h"
#include "players/player_kinds.h"
#include "players/three/three_search.h"

static Choice choose_greedily(G_GNUC_UNUSED Player *player, const PlayerCall *call)
{
    const ThreePosition *pos = &call->line->state.three;
    Move moves[THREE_MAX_MOVES];
    int count = call->grades != NULL ? three_search_moves(pos, moves) : 0;

    grades_begin(call->grades, (const char *const[]){"gain", NULL});
    for (int i = 0; i < count; i++)
        grades_add(call->grades, moves[i], (int[]){three_search_gain(pos, moves[i])});
    count = three_search_greedy_moves(pos, moves);
    return choice_of_move(moves[random_below(call->random, (uint32_t)count)]);
}

const PlayerKind PLAYER_KIND_GREEDY = {
    .name = "greedy",
    .usage = "greedy",
    .summary = "three-player chess: makes the move with the greatest immediate gain",
    .games = {&GAME_THREECHESS},
    .choose = choose_greedily,
};
