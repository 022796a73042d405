#include "players/search/exchange.h"

/* A king takes last, and never where it could be taken. */
static int value_of(PieceType type)
{
    return type == PIECE_KING ? 0 : PIECE_VALUE[type];
}

/* The cheapest piece of @attackers, which must not be empty. */
static PieceType cheapest_type(const Position *pos, Bitboard attackers)
{
    PieceType type = PIECE_PAWN;

    while (!(attackers & pos->by_type[type]))
        type++;
    return type;
}

bool exchange_wins(const Position *pos, Move move, int bound)
{
    const Square to = move_to(move);
    const Color us = (Color)pos->turn;
    Bitboard occupied = position_occupied_after(pos, move) & ~bitboard_of(to);
    Bitboard attackers = position_attackers(pos, to, occupied) & occupied;
    PieceType standing = position_type_at(pos, move_from(move));
    Color turn = color_opponent(us);
    int balance = -bound; /* ours, if the piece that took last stayed */

    if (move_is_castling(move))
        return bound <= 0;
    if (move_is_capture(move))
        balance += value_of(position_type_at(pos, move_victim_square(move)));
    for (;;) {
        Bitboard own = attackers & pos->by_color[turn];
        /* A side that is content with the present balance stops. */
        if (turn == us ? balance >= 0 : balance < 0)
            return turn == us;
        if (!own)
            return turn != us;
        const int taken = value_of(standing);
        standing = cheapest_type(pos, own);
        if (standing == PIECE_KING && (attackers & ~own))
            return turn != us;
        balance += turn == us ? taken : -taken;
        own &= pos->by_type[standing];
        occupied ^= bitboard_of(bitboard_first(own));
        attackers = (attackers | position_sliders_to(pos, to, occupied)) & occupied;
        turn = color_opponent(turn);
    }
}
