#include "agents/captures_of64.h"

#include <glib.h>

#include "agents/percept.h"

/* The squares before the pawns of @color that are one step from the last rank, if they are free and
 * not in @guarded. */
static Bitboard promotions(const Arrangement *arrangement, Color color, Bitboard guarded)
{
    const Bitboard pawns = arrangement->by_type[PIECE_PAWN] & arrangement->by_color[color];
    const Bitboard next = color == COLOR_WHITE ? pawns << 8 & RANK_8 : pawns >> 8 & RANK_1;

    return next & ~arrangement_occupied(arrangement) & ~guarded;
}

/* What @side gains on @sq as levels 2 to 8 see it: the cheapest attacker, and whether there is a
 * defender. */
static int simple_gain(const Arrangement *arrangement, Color side, Square sq)
{
    const Bitboard attackers =
        arrangement_attackers(arrangement, sq, arrangement_occupied(arrangement));
    const int value = PIECE_VALUE[arrangement_type_at(arrangement, sq)];
    const Bitboard own = attackers & arrangement->by_color[side];

    if (!own)
        return 0;
    if (!(attackers & ~own))
        return value;
    return MAX(0, value - arrangement_cheapest_value(arrangement, own));
}

static int gain_on(const Arrangement *arrangement, const Reach *reach, Square sq)
{
    return reach->by_exchange ? exchange_on(arrangement, reach->side, sq)
                              : simple_gain(arrangement, reach->side, sq);
}

Bitboard captures_possible(const Arrangement *arrangement, const Reach *reach)
{
    return arrangement->by_color[color_opponent(reach->side)] & reach->own_attacks &
           (arrangement->kings_are_taken ? ~UINT64_C(0) : ~arrangement->by_type[PIECE_KING]);
}

void captures_best(const Arrangement *arrangement, const Reach *reach, int enough,
                   Gain out_best[static 2])
{
    const Bitboard all = captures_possible(arrangement, reach);
    Bitboard left = all & reach->anyone;

    out_best[0] = out_best[1] = (Gain){0, NO_SQUARE};
    /* The dearest first: promotions aside, no capture gains more than the piece captured. */
    for (int type = PIECE_KING; left != 0 && PIECE_VALUE[type] > out_best[1].amount; type--) {
        for (Bitboard rest = left & arrangement->by_type[type]; rest; rest &= rest - 1) {
            const Square sq = bitboard_first(rest);
            outlook_keep_best(out_best, gain_on(arrangement, reach, sq), sq);
            if (out_best[0].amount > enough)
                return;
        }
        left &= ~arrangement->by_type[type];
    }
    for (Bitboard rest = all & reach->king & ~reach->anyone & ~reach->other_attacks; rest;
         rest &= rest - 1)
        outlook_keep_best(out_best,
                          PIECE_VALUE[arrangement_type_at(arrangement, bitboard_first(rest))],
                          bitboard_first(rest));
}

void captures_add_promotions(const Arrangement *arrangement, const Reach *reach, int gain,
                             Gain best[static 2])
{
    Bitboard to = promotions(arrangement, reach->side, reach->other_attacks) & reach->anyone;

    for (int count = 0; count < 2 && to != 0; count++, to &= to - 1)
        outlook_keep_best(best, gain, bitboard_first(to));
}

Gain captures_of_overloaded(const Arrangement *arrangement, const Reach *reach, int least)
{
    Gain most = {least, NO_SQUARE};

    for (Bitboard rest = captures_possible(arrangement, reach); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        Reach again = *reach;
        Arrangement after;
        Gain next[2];
        int first, value;
        /* The first capture is the most that the opponent lets it gain. */
        if (PIECE_VALUE[arrangement_type_at(arrangement, sq)] <= most.amount ||
            !exchange_keeps_turn(arrangement, reach->side, sq, &first, &value, &after) ||
            first <= most.amount)
            continue;
        /* No king is in check: what the opponent attacks does not count. */
        again.own_attacks = arrangement_attacks(&after, reach->side);
        captures_best(&after, &again, INT_MAX, next);
        if (MIN(first, value + next[0].amount) > most.amount)
            most = (Gain){MIN(first, value + next[0].amount), sq};
    }
    return most;
}
