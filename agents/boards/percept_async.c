#include "agents/boards/percept_chess.h"

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
    Position pos = position_empty(); /* the pieces where they stand; it need not be one of a game */

    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        if (bitboard_count(world->by_color[color]) > PERCEPT_MAX_AGENTS)
            return false;
        for (Bitboard rest = world->by_color[color]; rest; rest &= rest - 1) {
            const Square sq = bitboard_first(rest);
            position_place(&pos, color, (PieceType)world->type_at[sq], sq);
        }
    }
    pos.turn = (uint8_t)side;
    percept_take_64_squares(&pos, world->by_color[side] & ~world->under_way,
                            (PerceptMode){.kings_are_taken = true}, logics, out_percept);
    forget_double_pushes(out_percept);
    return true;
}
