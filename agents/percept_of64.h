/* What agents perceive of a board of 64 squares, whatever game is played on it. The percepts of
 * those games use it and say what their rules allow. */
#pragma once

#include "agents/percept.h"

/* Where the agents may go. */
typedef struct {
    Legality legality;
    Bitboard able;        /* the pieces that may move at all */
    bool kings_are_taken; /* like other pieces: they step where they are attacked, and do not castle
                           */
} Freedom;

/* Perceives @pos for the side to move. There may be any number of kings, unless they castle. */
void percept_of64_take(const Position *pos, const Freedom *freedom, const PerceptOptions *options,
                       Percept *out_percept);

static inline Bitboard percept_of64_opponents(const Percept *percept)
{
    return percept->of64.pos.by_color[color_opponent((Color)percept->of64.pos.turn)];
}

/* The value of the cheapest of @pieces, 0 if there are none. */
static inline int percept_of64_cheapest(const Position *pos, Bitboard pieces)
{
    if (pieces)
        for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
            if (pieces & pos->by_type[type])
                return PIECE_VALUE[type];
    return 0;
}

/* The actions of agent @index that end on @squares. */
static inline ActionSet percept_of64_actions_to(const Percept *percept, int index, Bitboard squares)
{
    const Agent *self = &percept->agents[index];
    ActionSet actions = 0;

    if (percept->of64.goes_to[index] & squares)
        for (int action = self->first_action; action < self->end_action; action++)
            if (bitboard_has(squares, move_to(percept->actions[action].move)))
                actions |= percept_only(percept, action);
    return actions;
}

/* Where the own piece on @sq stands after @move. */
static inline Square percept_of64_square_after(Move move, Square sq)
{
    if (sq == move_from(move))
        return move_to(move);
    if (move_is_castling(move) &&
        sq == (move_flag(move) == MOVE_CASTLE_KING ? move_to(move) + 1 : move_to(move) - 2))
        return (Square)((move_from(move) + move_to(move)) / 2);
    return sq;
}
