#include "agents/beyond/captures_chess.h"

#include "agents/beyond/percept_beyond.h"
#include "agents/boards/percept_chess.h"

/* Gain of @side on @sq as levels 2 to 8 see it: the cheapest attacker, and whether there is a
 * defender. */
static int simple_gain(const Arrangement *arrangement, Color side, Square sq)
{
    const Bitboard attackers =
        position_attackers(&arrangement->pos, sq, position_occupied(&arrangement->pos));
    const int value = PIECE_VALUE[position_type_at(&arrangement->pos, sq)];
    const Bitboard own = attackers & arrangement->pos.by_color[side];

    if (!own)
        return 0;
    if (!(attackers & ~own))
        return value;
    return MAX(0, value - percept_chess_cheapest(&arrangement->pos, own));
}

Bitboard captures_possible(const Arrangement *arrangement, const Reach *reach)
{
    return arrangement->pos.by_color[color_opponent(reach->side)] & reach->own_attacks &
           (arrangement->pins.kings_are_taken ? ~UINT64_C(0)
                                              : ~arrangement->pos.by_type[PIECE_KING]);
}

void captures_best(const Arrangement *arrangement, const Reach *reach, int limit,
                   Gain out_best[static 2])
{
    const Bitboard all = captures_possible(arrangement, reach);
    Bitboard left = all & reach->anyone;

    out_best[0] = out_best[1] = (Gain){0, NO_SQUARE};
    /* The dearest first: promotions aside, no capture gains more than the piece captured. */
    for (int type = PIECE_KING; left != 0 && PIECE_VALUE[type] > out_best[1].amount; type--) {
        for (Bitboard rest = left & arrangement->pos.by_type[type]; rest; rest &= rest - 1) {
            const Square sq = bitboard_first(rest);
            gain_keep_best(out_best,
                           reach->by_exchange ? exchange_on(arrangement, reach->side, sq)
                                              : simple_gain(arrangement, reach->side, sq),
                           sq);
            if (out_best[0].amount > limit)
                return;
        }
        left &= ~arrangement->pos.by_type[type];
    }
    for (Bitboard rest = all & reach->king & ~reach->anyone & ~reach->other_attacks; rest;
         rest &= rest - 1)
        gain_keep_best(out_best,
                       PIECE_VALUE[position_type_at(&arrangement->pos, bitboard_first(rest))],
                       bitboard_first(rest));
}

void captures_add_promotions(const Arrangement *arrangement, const Reach *reach, int gain,
                             Gain best[static 2])
{
    const Bitboard pawns =
        arrangement->pos.by_type[PIECE_PAWN] & arrangement->pos.by_color[reach->side];
    const Bitboard next = reach->side == COLOR_WHITE ? pawns << 8 & RANK_8 : pawns >> 8 & RANK_1;
    Bitboard to =
        next & ~position_occupied(&arrangement->pos) & ~reach->other_attacks & reach->anyone;

    for (int count = 0; count < 2 && to != 0; count++, to &= to - 1)
        gain_keep_best(best, gain, bitboard_first(to));
}

/* Gain of the captures of @exchange that pay, worth @value, and of the best one of the side of
 * @reach after them, with the pins as they were; no more than the first capture. No king is in
 * check: what the opponent attacks does not count. */
static int value_with_next(const Exchange *exchange, int value, const Reach *reach)
{
    const Square sq = exchange->sq;
    Arrangement after = {*exchange->pos, *exchange->pins};
    const PieceType left = position_type_at(&after.pos, exchange->from[exchange->last]);
    Reach again = *reach;
    Bitboard gone = 0;
    Gain best[2];

    for (int i = 0; i <= exchange->last; i++)
        gone |= bitboard_of(exchange->from[i]);
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        after.pos.by_color[color] &= ~gone;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        after.pos.by_type[type] &= ~(gone | bitboard_of(sq));
    after.pos.by_type[left] |= bitboard_of(sq);
    after.pos.type_at[sq] = (uint8_t)left;
    again.own_attacks = position_attacks(&after.pos, reach->side, position_occupied(&after.pos));
    captures_best(&after, &again, exchange->captured[0] - value, best);
    return MIN(exchange->captured[0], value + best[0].amount);
}

Gain captures_of_overloaded(const Arrangement *arrangement, const Reach *reach, int least)
{
    Gain most = {least, NO_SQUARE};

    for (Bitboard rest = captures_possible(arrangement, reach); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        Exchange exchange;
        int value;
        /* The first capture is the most that the opponent lets it gain. */
        if (PIECE_VALUE[position_type_at(&arrangement->pos, sq)] <= most.amount)
            continue;
        exchange_begin(arrangement, sq, &exchange);
        value = exchange_settle(&exchange, reach->side);
        /* It captures again only if the opponent has captured last. */
        if (exchange.last % 2 != 1 || exchange.captured[0] <= most.amount)
            continue;
        value = value_with_next(&exchange, value, reach);
        if (value > most.amount)
            most = (Gain){value, sq};
    }
    return most;
}

/* Facts common to all moves of a side. */
typedef struct {
    const Arrangement *arrangement;
    Color side, other;
    Bitboard occupied;
    Bitboard targets;       /* the pieces that may be worth attacking, the king among them */
    Bitboard other_attacks; /* what the opponent attacks */
    Bitboard by_type[PIECE_TYPE_COUNT]; /* from where each kind may attack two targets */
} Forks;

/* From where two targets could be attacked, by looking from the targets; those in front of others
 * hide nothing. */
static void look_from_targets(Forks *forks)
{
    const Bitboard hiding = forks->occupied & ~forks->targets;
    Bitboard once[PIECE_KING] = {0};

    for (Bitboard rest = forks->targets; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const Bitboard diagonal = attacks_bishop(sq, hiding), straight = attacks_rook(sq, hiding);
        const Bitboard seen[PIECE_KING] = {[PIECE_PAWN] = attacks_pawn(forks->other, sq),
                                           [PIECE_KNIGHT] = attacks_knight(sq),
                                           [PIECE_BISHOP] = diagonal,
                                           [PIECE_ROOK] = straight,
                                           [PIECE_QUEEN] = diagonal | straight};
        for (PieceType type = PIECE_PAWN; type < PIECE_KING; type++) {
            forks->by_type[type] |= once[type] & seen[type];
            once[type] |= seen[type];
        }
    }
}

/* What remains of the attacks of a piece of @type on @to, also on targets behind others on the same
 * lines, when the dearest is saved. */
static int second_gain(const Forks *forks, PieceType type, Square to, Bitboard occupied)
{
    const int value = PIECE_VALUE[type];
    Bitboard victims = attacks_from(type, forks->side, to, occupied) & forks->targets;
    Gain best[2] = {0};

    if (piece_is_slider(type) && victims)
        victims |= attacks_from(type, forks->side, to, occupied & ~victims) & forks->targets;
    for (; victims; victims &= victims - 1) {
        const Square sq = bitboard_first(victims);
        const int victim = PIECE_VALUE[position_type_at(&forks->arrangement->pos, sq)];
        const bool is_defended = bitboard_has(forks->other_attacks, sq);
        gain_keep_best(best, is_defended ? MAX(0, victim - value) : victim, NO_SQUARE);
    }
    return best[1].amount;
}

/* Gain of the move of a piece of @type, 0 if it is not more than @least. The opponent may capture
 * the piece instead of saving what it attacks: then it keeps no more than the capturing piece
 * costs, nothing if that trades or gains. */
static int gain_of_move(const Forks *forks, PieceType type, Square from, Square to, int least)
{
    const Position *pos = &forks->arrangement->pos;
    const Bitboard occupied = forks->occupied ^ bitboard_of(from);
    const int captured = PIECE_VALUE[position_type_at(pos, to)];
    const int second = second_gain(forks, type, to, occupied);
    const int gain = captured + second;
    Bitboard attackers;
    int cost;

    if (second == 0 || gain <= least)
        return 0;
    if (!bitboard_has(forks->other_attacks, to))
        return gain;
    attackers = position_attackers(pos, to, occupied) & pos->by_color[forks->other];
    if (!attackers)
        return gain;
    cost = percept_chess_cheapest(pos, attackers) - PIECE_VALUE[type];
    return cost > 0 && exchange_begun_by(forks->arrangement, from, to) == captured ? MIN(gain, cost)
                                                                                   : 0;
}

Gain forks_gain(const Arrangement *arrangement, Color side, Bitboard other_attacks)
{
    const Color other = color_opponent(side);
    const Bitboard own = arrangement->pos.by_color[side], others = arrangement->pos.by_color[other];
    const Bitboard pawns = arrangement->pos.by_type[PIECE_PAWN];
    Forks forks = {
        .arrangement = arrangement,
        .side = side,
        .other = other,
        .occupied = own | others,
        .targets = others & ~(pawns & other_attacks),
        .other_attacks = other_attacks,
    };
    const Bitboard closed = own | attacks_pawns(other, pawns & others) |
                            (others & arrangement->pos.by_type[PIECE_KING]);
    Gain best = {0, NO_SQUARE};

    look_from_targets(&forks);
    for (PieceType type = PIECE_PAWN; type < PIECE_KING; type++) {
        Bitboard rest = own & arrangement->pos.by_type[type] & ~arrangement->pins.pinned[side];
        for (; rest && forks.by_type[type]; rest &= rest - 1) {
            const Square from = bitboard_first(rest);
            for (Bitboard to = movegen_reach(&arrangement->pos, side, type, from) &
                               forks.by_type[type] & ~closed;
                 to; to &= to - 1) {
                const int gain = gain_of_move(&forks, type, from, bitboard_first(to), best.amount);
                if (gain > best.amount)
                    best = (Gain){gain, bitboard_first(to)};
            }
        }
    }
    return best;
}
