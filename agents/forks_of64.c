#include "agents/forks_of64.h"

#include <glib.h>

#include "agents/percept.h"

/* What is looked at for all moves of a side. */
typedef struct {
    const Arrangement *arrangement;
    Color side, other;
    Bitboard occupied;
    Bitboard targets;       /* the pieces that may be worth attacking, the king among them */
    Bitboard other_attacks; /* what the opponent attacks */
    Bitboard by_type[PIECE_TYPE_COUNT]; /* from where each kind may attack two targets */
} Forks;

/* Adds @seen to the squares that are seen once, or twice. */
static void see(Bitboard *once, Bitboard *twice, Bitboard seen)
{
    *twice |= *once & seen;
    *once |= seen;
}

/* From where two targets could be attacked, by looking from the targets; those in front of others
 * hide nothing. */
static void look_from_targets(Forks *forks)
{
    const Bitboard hiding = forks->occupied & ~forks->targets;
    Bitboard once[PIECE_TYPE_COUNT] = {0};

    for (Bitboard rest = forks->targets; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const Bitboard diagonal = attacks_bishop(sq, hiding), straight = attacks_rook(sq, hiding);
        see(&once[PIECE_BISHOP], &forks->by_type[PIECE_BISHOP], diagonal);
        see(&once[PIECE_ROOK], &forks->by_type[PIECE_ROOK], straight);
        see(&once[PIECE_QUEEN], &forks->by_type[PIECE_QUEEN], diagonal | straight);
        see(&once[PIECE_KNIGHT], &forks->by_type[PIECE_KNIGHT], attacks_knight(sq));
        see(&once[PIECE_PAWN], &forks->by_type[PIECE_PAWN], attacks_pawn(forks->other, sq));
    }
}

/* What a piece of @value gains by taking the target on @sq. */
static int gain_of(const Forks *forks, int value, Square sq)
{
    const int victim = PIECE_VALUE[arrangement_type_at(forks->arrangement, sq)];

    if (!bitboard_has(forks->other_attacks, sq))
        return victim;
    return victim > value ? victim - value : 0;
}

/* What remains of the attacks on @victims by a piece of @value when the dearest is saved. */
static int second_gain(const Forks *forks, int value, Bitboard victims)
{
    Gain best[2] = {0};

    for (; victims; victims &= victims - 1)
        outlook_keep_best(best, gain_of(forks, value, bitboard_first(victims)), NO_SQUARE);
    return best[1].amount;
}

/* The targets that a piece of @type on @to attacks, and those behind them on the same lines. */
static Bitboard victims_from(const Forks *forks, PieceType type, Square to, Bitboard occupied)
{
    Bitboard victims = attacks_from(type, forks->side, to, occupied) & forks->targets;

    if (piece_is_slider(type) && victims)
        victims |= attacks_from(type, forks->side, to, occupied ^ victims) & forks->targets;
    return victims;
}

/* What is left of @gain if the opponent may capture the piece of @type on @to instead of saving
 * what it attacks: no more than the capturing piece then costs it, nothing if it trades or gains.
 */
static int gain_if_captured(const Forks *forks, PieceType type, Square from, Square to, int gain)
{
    Arrangement after = *forks->arrangement;
    Bitboard attackers;
    int cost;

    if (!bitboard_has(forks->other_attacks, to))
        return gain;
    arrangement_replace(&after, bitboard_of(from), to, forks->side, type);
    attackers = arrangement_attackers(&after, to, arrangement_occupied(&after)) &
                after.by_color[forks->other];
    if (!attackers)
        return gain;
    cost = arrangement_cheapest_value(&after, attackers) - PIECE_VALUE[type];
    return cost > 0 && exchange_on(&after, forks->other, to) == 0 ? MIN(gain, cost) : 0;
}

static int gain_of_move(const Forks *forks, PieceType type, Square from, Square to, int least)
{
    const Bitboard occupied = (forks->occupied ^ bitboard_of(from)) | bitboard_of(to);
    const int captured = bitboard_has(forks->occupied, to)
                             ? PIECE_VALUE[arrangement_type_at(forks->arrangement, to)]
                             : 0;
    const int second =
        second_gain(forks, PIECE_VALUE[type], victims_from(forks, type, to, occupied));
    const int gain = captured + second;

    return second > 0 && gain > least ? gain_if_captured(forks, type, from, to, gain) : 0;
}

static Bitboard destinations(const Forks *forks, PieceType type, Square from)
{
    const Bitboard pawn = bitboard_of(from);
    Bitboard one, two;

    if (type != PIECE_PAWN)
        return attacks_from(type, forks->side, from, forks->occupied);
    one = (forks->side == COLOR_WHITE ? pawn << 8 : pawn >> 8) & ~forks->occupied;
    two = forks->side == COLOR_WHITE ? (one & RANK_3) << 8 : (one & RANK_6) >> 8;
    return one | (two & ~forks->occupied) |
           (attacks_pawn(forks->side, from) & forks->arrangement->by_color[forks->other]);
}

Gain forks_gain(const Arrangement *arrangement, Color side, Bitboard other_attacks)
{
    const Color other = color_opponent(side);
    const Bitboard own = arrangement->by_color[side], others = arrangement->by_color[other];
    const Bitboard pawns = arrangement->by_type[PIECE_PAWN];
    Forks forks = {
        .arrangement = arrangement,
        .side = side,
        .other = other,
        .occupied = own | others,
        .targets = others & ~(pawns & other_attacks),
        .other_attacks = other_attacks,
    };
    Bitboard closed;
    Gain best = {0, NO_SQUARE};

    closed =
        own | attacks_pawns(other, pawns & others) | (others & arrangement->by_type[PIECE_KING]);
    look_from_targets(&forks);
    for (int type = PIECE_PAWN; type < PIECE_KING; type++) {
        if (!forks.by_type[type])
            continue;
        for (Bitboard rest = own & arrangement->by_type[type] & ~arrangement->pinned[side]; rest;
             rest &= rest - 1) {
            const Square from = bitboard_first(rest);
            for (Bitboard to =
                     destinations(&forks, (PieceType)type, from) & forks.by_type[type] & ~closed;
                 to; to &= to - 1) {
                const int gain =
                    gain_of_move(&forks, (PieceType)type, from, bitboard_first(to), best.amount);
                if (gain > best.amount)
                    best = (Gain){gain, bitboard_first(to)};
            }
        }
    }
    return best;
}
