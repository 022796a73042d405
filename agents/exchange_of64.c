#include "agents/exchange_of64.h"

#include <glib.h>

/* No square has more than 16 pieces that attack it through each other. */
#define MAX_CAPTURES 40

Arrangement arrangement_of(const Position *pos, bool kings_are_taken)
{
    Arrangement arrangement;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        arrangement.by_type[type] = pos->by_type[type];
    arrangement.by_color[COLOR_WHITE] = pos->by_color[COLOR_WHITE];
    arrangement.by_color[COLOR_BLACK] = pos->by_color[COLOR_BLACK];
    arrangement.kings_are_taken = kings_are_taken;
    return arrangement;
}

void arrangement_play(Arrangement *arrangement, const Position *pos, Move move)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);
    const PieceType becomes = move_is_promotion(move) ? PIECE_QUEEN : type;

    if (move_is_capture(move)) {
        const Square victim = move_victim_square(move);
        arrangement->by_type[position_type_at(pos, victim)] ^= bitboard_of(victim);
        arrangement->by_color[them] ^= bitboard_of(victim);
    }
    arrangement->by_type[type] ^= bitboard_of(from);
    arrangement->by_type[becomes] ^= bitboard_of(to);
    arrangement->by_color[us] ^= bitboard_of(from) | bitboard_of(to);
    if (move_is_castling(move)) {
        const Bitboard rook = move_flag(move) == MOVE_CASTLE_KING
                                  ? bitboard_of((Square)(to + 1)) | bitboard_of((Square)(to - 1))
                                  : bitboard_of((Square)(to - 2)) | bitboard_of((Square)(to + 1));
        arrangement->by_type[PIECE_ROOK] ^= rook;
        arrangement->by_color[us] ^= rook;
    }
}

void arrangement_replace(Arrangement *arrangement, Bitboard gone, Square sq, Color side,
                         PieceType type)
{
    for (int kind = 0; kind < PIECE_TYPE_COUNT; kind++)
        arrangement->by_type[kind] &= ~(gone | bitboard_of(sq));
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        arrangement->by_color[color] &= ~(gone | bitboard_of(sq));
    arrangement->by_type[type] |= bitboard_of(sq);
    arrangement->by_color[side] |= bitboard_of(sq);
}

static Bitboard sliders_to(const Arrangement *arrangement, Square sq, Bitboard occupied)
{
    const Bitboard queens = arrangement->by_type[PIECE_QUEEN];

    return (attacks_bishop(sq, occupied) & (arrangement->by_type[PIECE_BISHOP] | queens)) |
           (attacks_rook(sq, occupied) & (arrangement->by_type[PIECE_ROOK] | queens));
}

void arrangement_find_pins_of(Arrangement *arrangement, Color color)
{
    const Bitboard others = arrangement->by_color[color_opponent(color)];
    const Bitboard occupied = arrangement_occupied(arrangement);
    Square king;

    arrangement->pinned[color] = arrangement->pinners[color] = 0;
    arrangement->king[color] = SQUARE_A1;
    if (arrangement->kings_are_taken)
        return;
    king = bitboard_first(arrangement->by_color[color] & arrangement->by_type[PIECE_KING]);
    arrangement->king[color] = king;
    for (Bitboard rest = sliders_to(arrangement, king, 0) & others; rest; rest &= rest - 1) {
        const Bitboard between = attacks_between(king, bitboard_first(rest)) & occupied;
        if (between == 0 || bitboard_has_several(between) ||
            !(between & arrangement->by_color[color]))
            continue;
        arrangement->pinned[color] |= between;
        arrangement->pinners[color] |= rest & -rest;
    }
}

void arrangement_find_pins(Arrangement *arrangement)
{
    arrangement_find_pins_of(arrangement, COLOR_WHITE);
    arrangement_find_pins_of(arrangement, COLOR_BLACK);
}

Bitboard arrangement_pin_lines(const Arrangement *arrangement, Color color)
{
    const Square king = arrangement->king[color];
    Bitboard lines = bitboard_of(king);

    if (arrangement->kings_are_taken)
        return 0;
    for (Bitboard rest =
             sliders_to(arrangement, king, 0) & arrangement->by_color[color_opponent(color)];
         rest; rest &= rest - 1)
        lines |= attacks_between(king, bitboard_first(rest)) | (rest & -rest);
    return lines;
}

Bitboard arrangement_king_lines(const Arrangement *arrangement, Color color)
{
    return arrangement->kings_are_taken ? 0 : attacks_queen(arrangement->king[color], 0);
}

PieceType arrangement_type_at(const Arrangement *arrangement, Square sq)
{
    int type = PIECE_PAWN;

    while (type < PIECE_TYPE_COUNT && !bitboard_has(arrangement->by_type[type], sq))
        type++;
    return (PieceType)type;
}

Bitboard arrangement_attacks(const Arrangement *arrangement, Color color)
{
    const Bitboard own = arrangement->by_color[color];
    const Bitboard *by_type = arrangement->by_type;
    const Bitboard occupied = arrangement_occupied(arrangement);
    Bitboard attacks = attacks_pawns(color, by_type[PIECE_PAWN] & own);

    for (Bitboard rest = by_type[PIECE_KNIGHT] & own; rest; rest &= rest - 1)
        attacks |= attacks_knight(bitboard_first(rest));
    for (Bitboard rest = (by_type[PIECE_BISHOP] | by_type[PIECE_QUEEN]) & own; rest;
         rest &= rest - 1)
        attacks |= attacks_bishop(bitboard_first(rest), occupied);
    for (Bitboard rest = (by_type[PIECE_ROOK] | by_type[PIECE_QUEEN]) & own; rest; rest &= rest - 1)
        attacks |= attacks_rook(bitboard_first(rest), occupied);
    for (Bitboard rest = by_type[PIECE_KING] & own; rest; rest &= rest - 1)
        attacks |= attacks_king(bitboard_first(rest));
    return attacks;
}

Bitboard arrangement_attackers(const Arrangement *arrangement, Square sq, Bitboard occupied)
{
    const Bitboard pawns = arrangement->by_type[PIECE_PAWN];

    return (sliders_to(arrangement, sq, occupied) |
            (attacks_knight(sq) & arrangement->by_type[PIECE_KNIGHT]) |
            (attacks_king(sq) & arrangement->by_type[PIECE_KING]) |
            (attacks_pawn(COLOR_BLACK, sq) & pawns & arrangement->by_color[COLOR_WHITE]) |
            (attacks_pawn(COLOR_WHITE, sq) & pawns & arrangement->by_color[COLOR_BLACK])) &
           occupied;
}

/* Captures on one square as they go on. */
typedef struct {
    const Arrangement *arrangement;
    Square sq;
    Bitboard occupied, attackers;
    Bitboard diagonal, straight; /* what looks along lines that lead to the square, near or far */
    int standing;                /* the worth of what stands on the square */
    int count;
    int captured[MAX_CAPTURES];
} Exchange;

/* The piece on @from, of @type, takes what stands on the square. */
static void capture(Exchange *exchange, Square from, PieceType type)
{
    const bool promotes = type == PIECE_PAWN && bitboard_has(RANK_1 | RANK_8, exchange->sq);
    const int becomes = PIECE_VALUE[promotes ? PIECE_QUEEN : type];
    Bitboard behind;

    exchange->captured[exchange->count++] = exchange->standing + becomes - PIECE_VALUE[type];
    exchange->standing = becomes;
    exchange->occupied &= ~bitboard_of(from);
    exchange->attackers &= exchange->occupied;
    if (type == PIECE_KNIGHT || type == PIECE_KING)
        return;
    behind = exchange->occupied & ~exchange->attackers;
    if (behind & exchange->diagonal)
        exchange->attackers |=
            attacks_bishop(exchange->sq, exchange->occupied) & behind & exchange->diagonal;
    if (behind & exchange->straight)
        exchange->attackers |=
            attacks_rook(exchange->sq, exchange->occupied) & behind & exchange->straight;
}

/* Whether a piece of @side can take next: the cheapest that may. */
static bool find_next(const Exchange *exchange, Color side, Square *out_from, PieceType *out_type)
{
    const Arrangement *arrangement = exchange->arrangement;
    Bitboard own = exchange->attackers & arrangement->by_color[side];
    int type = PIECE_PAWN;

    if (arrangement->pinners[side] & exchange->occupied)
        own &= ~arrangement->pinned[side] | attacks_line(arrangement->king[side], exchange->sq);
    if (!own)
        return false;
    while (!(own & arrangement->by_type[type]))
        type++;
    if (type == PIECE_KING && !arrangement->kings_are_taken &&
        exchange->attackers & arrangement->by_color[color_opponent(side)])
        return false;
    *out_type = (PieceType)type;
    *out_from = bitboard_first(own & arrangement->by_type[type]);
    return true;
}

/* Goes on with @side until no piece can take; returns the value for the side that took first, which
 * may choose not to begin if @first_is_free. */
static int settle(Exchange *exchange, Color side, bool first_is_free)
{
    int value = 0;
    PieceType type;
    Square from;

    while (exchange->count < MAX_CAPTURES && find_next(exchange, side, &from, &type)) {
        capture(exchange, from, type);
        side = color_opponent(side);
    }
    for (int i = exchange->count - 1; i > 0; i--)
        value = MAX(0, exchange->captured[i] - value);
    if (exchange->count == 0)
        return 0;
    value = exchange->captured[0] - value;
    return first_is_free ? MAX(0, value) : value;
}

static inline void begin(const Arrangement *arrangement, Square sq, Exchange *out_exchange)
{
    const Bitboard queens = arrangement->by_type[PIECE_QUEEN];

    out_exchange->arrangement = arrangement;
    out_exchange->sq = sq;
    out_exchange->occupied = arrangement_occupied(arrangement);
    out_exchange->attackers = arrangement_attackers(arrangement, sq, out_exchange->occupied);
    out_exchange->diagonal = attacks_bishop(sq, 0) & (arrangement->by_type[PIECE_BISHOP] | queens);
    out_exchange->straight = attacks_rook(sq, 0) & (arrangement->by_type[PIECE_ROOK] | queens);
    out_exchange->standing = PIECE_VALUE[arrangement_type_at(arrangement, sq)];
    out_exchange->count = 0;
}

/* Whether @side need not think further: no piece of it attacks the square, or its cheapest attacker
 * is worth as much as all that it could gain before a defender that is free to do so has captured
 * it, the piece captured and that defender. (A pawn that becomes a queen is a cheap attacker.) */
static inline bool is_hopeless(const Exchange *exchange, Color side)
{
    const Arrangement *arrangement = exchange->arrangement;
    const Color other = color_opponent(side);
    const Bitboard attackers = exchange->attackers & arrangement->by_color[side];
    const Bitboard defenders = exchange->attackers & arrangement->by_color[other] &
                               ~(arrangement->pinned[other] | arrangement->by_type[PIECE_KING]);

    if (!attackers || !defenders)
        return !attackers;
    return exchange->standing + arrangement_cheapest_value(arrangement, defenders) <=
           arrangement_cheapest_value(arrangement, attackers);
}

/* Whether @side may capture with any of its attackers, and no opponent can ever capture back. */
static inline bool is_unanswered(const Exchange *exchange, Color side)
{
    const Arrangement *arrangement = exchange->arrangement;

    return !((exchange->attackers | exchange->diagonal | exchange->straight) &
             arrangement->by_color[color_opponent(side)]) &&
           !(exchange->attackers & arrangement->pinned[side]);
}

int exchange_on(const Arrangement *arrangement, Color side, Square sq)
{
    Exchange exchange;

    begin(arrangement, sq, &exchange);
    if (is_hopeless(&exchange, side))
        return 0;
    if (is_unanswered(&exchange, side) && !bitboard_has(RANK_1 | RANK_8, sq))
        return exchange.standing;
    return settle(&exchange, side, true);
}

int exchange_begun_by(const Arrangement *arrangement, Square from, Square sq)
{
    const Color side =
        bitboard_has(arrangement->by_color[COLOR_WHITE], from) ? COLOR_WHITE : COLOR_BLACK;
    Exchange exchange;

    begin(arrangement, sq, &exchange);
    capture(&exchange, from, arrangement_type_at(arrangement, from));
    return settle(&exchange, color_opponent(side), false);
}

bool exchange_keeps_turn(const Arrangement *arrangement, Color side, Square sq, int *out_first,
                         int *out_value, Arrangement *out_after)
{
    Bitboard occupied[MAX_CAPTURES];
    PieceType standing[MAX_CAPTURES];
    Exchange exchange;
    Color mover = side;
    int value = 0, last;

    begin(arrangement, sq, &exchange);
    for (int i = 0; i < MAX_CAPTURES; i++, mover = color_opponent(mover)) {
        Square from;
        if (!find_next(&exchange, mover, &from, &standing[i]))
            break;
        capture(&exchange, from, standing[i]);
        occupied[i] = exchange.occupied;
    }
    last = exchange.count - 1;
    for (int i = last; i > 0; i--) {
        value = exchange.captured[i] - value;
        if (value > 0)
            continue;
        /* It would not pay: neither side captures from here on. */
        value = 0;
        last = i - 1;
    }
    if (last < 1 || last % 2 == 0)
        return false;
    *out_first = exchange.captured[0];
    *out_value = exchange.captured[0] - value;
    *out_after = *arrangement;
    arrangement_replace(out_after, arrangement_occupied(arrangement) & ~occupied[last], sq,
                        color_opponent(side), standing[last]);
    return true;
}
