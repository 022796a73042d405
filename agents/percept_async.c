#include "agents/percept_of64.h"

#include <string.h>

/* The pieces of @world where they stand, as a position of the board of chess with @side to move. It
 * need not be one of a game. */
static Position arrange(const AsyncWorld *world, Color side)
{
    Position pos = {.turn = (uint8_t)side, .en_passant = SQUARE_NONE};

    memcpy(pos.by_color, world->by_color, sizeof pos.by_color);
    memcpy(pos.type_at, world->type_at, sizeof pos.type_at);
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1)
        pos.by_type[world->type_at[bitboard_first(rest)]] |= rest & -rest;
    return pos;
}

/* Marks double steps as quiet moves: nothing is special about them where no pawn is taken en
 * passant. */
static void forget_double_pushes(Percept *percept)
{
    for (int i = 0; i < percept->action_count; i++) {
        const Move move = percept->actions[i].move;
        if (move_flag(move) == MOVE_DOUBLE_PUSH)
            percept->actions[i].move = move_make(move_from(move), move_to(move), MOVE_QUIET);
    }
}

bool percept_take_async(const AsyncWorld *world, Color side, const LogicSet *logics,
                        Percept *out_percept)
{
    const Position pos = arrange(world, side);

    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        if (bitboard_count(world->by_color[color]) > PERCEPT_MAX_AGENTS)
            return false;
    percept_of64_take(&pos, world->by_color[side] & ~world->under_way,
                      (PerceptMode){.kings_are_taken = true}, logics, out_percept);
    forget_double_pushes(out_percept);
    return true;
}
