/* Whether a move is among the legal ones, by asking for all of them. */
#pragma once

#include "board/game.h"
#include "board/movegen.h"

static inline bool move_is_among(const Move *moves, int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static inline bool is_legal_in_chess(const Position *pos, Move move)
{
    Move moves[MOVEGEN_MAX_MOVES];

    return move_is_among(moves, movegen_moves(pos, moves), move);
}

static inline bool is_legal(const Game *game, const GameState *state, Move move)
{
    Move moves[GAME_MAX_MOVES];

    return move_is_among(moves, game->moves(state, moves), move);
}
