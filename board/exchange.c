#include "board/exchange.h"

#include <glib.h>

Bitboard arrangement_find_pins(Arrangement *arrangement, Color color)
{
    const Position *pos = &arrangement->pos;
    const Bitboard own = pos->by_color[color], occupied = position_occupied(pos);
    Pins *pins = &arrangement->pins;
    Bitboard lines;
    Square king;

    pins->pinned[color] = pins->pinners[color] = 0;
    if (pins->kings_are_taken)
        return 0;
    pins->king[color] = king = position_king(pos, color);
    lines = bitboard_of(king);
    for (Bitboard rest = position_sliders_to(pos, king, 0) & ~own; rest; rest &= rest - 1) {
        const Bitboard line = attacks_between(king, bitboard_first(rest));
        const Bitboard between = line & occupied;
        lines |= line | (rest & -rest);
        if (!(between & own) || bitboard_has_several(between))
            continue;
        pins->pinned[color] |= between;
        pins->pinners[color] |= rest & -rest;
    }
    return lines;
}

/* The piece on @from, of @type, takes what stands on the square. */
static void capture(Exchange *exchange, Square from, PieceType type)
{
    const bool promotes =
        exchange->promotes && type == PIECE_PAWN && bitboard_has(RANK_1 | RANK_8, exchange->sq);
    const int becomes = PIECE_VALUE[promotes ? PIECE_QUEEN : type];

    exchange->captured[exchange->count] = exchange->standing + becomes - PIECE_VALUE[type];
    exchange->from[exchange->count++] = from;
    exchange->standing = becomes;
    exchange->occupied &= ~bitboard_of(from);
    if (type != PIECE_KNIGHT && type != PIECE_KING &&
        exchange->sliders & exchange->occupied & ~exchange->attackers)
        exchange->attackers |= attacks_queen(exchange->sq, exchange->occupied) & exchange->sliders;
    exchange->attackers &= exchange->occupied;
}

/* Whether a piece of @side can take next: the cheapest that may. */
static bool find_next(const Exchange *exchange, Color side, Square *out_from, PieceType *out_type)
{
    const Position *pos = exchange->pos;
    const Pins *pins = exchange->pins;
    Bitboard own = exchange->attackers & pos->by_color[side];
    int type = PIECE_PAWN;

    if (pins != NULL && pins->pinners[side] & exchange->occupied)
        own &= ~pins->pinned[side] | attacks_line(pins->king[side], exchange->sq);
    if (!own)
        return false;
    while (!(own & pos->by_type[type]))
        type++;
    if (type == PIECE_KING && !(pins != NULL && pins->kings_are_taken) &&
        exchange->attackers & pos->by_color[color_opponent(side)])
        return false;
    *out_type = (PieceType)type;
    *out_from = bitboard_first(own & pos->by_type[type]);
    return true;
}

int exchange_settle(Exchange *exchange, Color side)
{
    PieceType type;
    Square from;

    for (; exchange->count < EXCHANGE_MAX && find_next(exchange, side, &from, &type);
         side = color_opponent(side))
        capture(exchange, from, type);
    return exchange_value(exchange->captured, exchange->count, &exchange->last);
}

/* Of @pos, where @occupied are the pieces that can take part. */
static void begin(const Position *pos, const Pins *pins, Square sq, Bitboard occupied,
                  Exchange *out_exchange)
{
    out_exchange->pos = pos;
    out_exchange->pins = pins;
    out_exchange->promotes = pins != NULL;
    out_exchange->sq = sq;
    out_exchange->occupied = occupied;
    out_exchange->attackers = position_attackers(pos, sq, occupied) & occupied;
    out_exchange->sliders = position_sliders_to(pos, sq, 0);
    out_exchange->standing = PIECE_VALUE[position_type_at(pos, sq)];
    out_exchange->count = 0;
}

void exchange_begin(const Arrangement *arrangement, Square sq, Exchange *out_exchange)
{
    begin(&arrangement->pos, &arrangement->pins, sq, position_occupied(&arrangement->pos),
          out_exchange);
}

int exchange_on(const Arrangement *arrangement, Color side, Square sq)
{
    Exchange exchange;
    int value;

    exchange_begin(arrangement, sq, &exchange);
    value = exchange_settle(&exchange, side);
    return MAX(0, value);
}

int exchange_begun_by(const Arrangement *arrangement, Square from, Square sq)
{
    const Position *pos = &arrangement->pos;
    Exchange exchange;

    exchange_begin(arrangement, sq, &exchange);
    capture(&exchange, from, position_type_at(pos, from));
    return exchange_settle(&exchange, color_opponent(position_color_at(pos, from)));
}

bool exchange_wins(const Position *pos, Move move, int bound)
{
    const Square to = move_to(move);
    const PieceType type = position_type_at(pos, move_from(move));
    const int victim =
        move_is_capture(move) ? PIECE_VALUE[position_type_at(pos, move_victim_square(move))] : 0;
    Exchange exchange;

    if (move_is_castling(move))
        return bound <= 0;
    if (victim - PIECE_VALUE[type] >= bound) /* whatever is answered */
        return true;
    if (victim < bound)
        return false;
    begin(pos, NULL, to, position_occupied_after(pos, move) & ~bitboard_of(to), &exchange);
    exchange.captured[exchange.count] = victim;
    exchange.from[exchange.count++] = move_from(move);
    exchange.standing = PIECE_VALUE[type];
    return exchange_settle(&exchange, color_opponent((Color)pos->turn)) >= bound;
}
