#include "agents/captures_of96.h"

#include "agents/percept.h"

/* What levels 2 to 8 see. */
static int simple_gain(const ThreeArrangement *arrangement, bool ours, ThreeSquare sq)
{
    const ThreeSet occupied = three_arrangement_occupied(arrangement);
    const ThreeSet attackers = three_arrangement_attackers(arrangement, sq, &occupied);
    const ThreeSet own = three_set_common(attackers, three_arrangement_side(arrangement, ours));
    const int value = PIECE_VALUE[three_arrangement_type_at(arrangement, sq)];

    if (three_set_is_empty(own))
        return 0;
    if (three_set_is_empty(three_set_without(attackers, own)))
        return value;
    return MAX(0, value - three_arrangement_cheapest(arrangement, own));
}

static int gain_on(const ThreeArrangement *arrangement, bool ours, bool by_exchange, ThreeSquare sq)
{
    return by_exchange ? three_exchange_on(arrangement, ours, sq)
                       : simple_gain(arrangement, ours, sq);
}

void three_captures_best(const ThreeArrangement *arrangement, bool ours, bool by_exchange,
                         int enough, Gain out_best[static 2])
{
    const ThreeSet victims = three_arrangement_side(arrangement, !ours);

    out_best[0] = out_best[1] = (Gain){0, NO_SQUARE};
    /* The dearest first: no capture gains more than the piece captured. */
    for (int type = PIECE_KING; type >= PIECE_PAWN && PIECE_VALUE[type] > out_best[1].amount;
         type--)
        FOR_EACH_THREE_SQUARE (sq, three_set_common(victims, arrangement->by_type[type])) {
            outlook_keep_best(out_best, gain_on(arrangement, ours, by_exchange, sq), sq);
            if (out_best[0].amount > enough)
                return;
        }
}

Gain three_captures_of_overloaded(const ThreeArrangement *arrangement, bool ours, int least)
{
    Gain most = {least, NO_SQUARE};

    FOR_EACH_THREE_SQUARE (sq, three_arrangement_side(arrangement, !ours)) {
        ThreeArrangement after;
        Gain next[2];
        int first, value;
        /* The first capture is the most that the other side lets it gain. */
        if (PIECE_VALUE[three_arrangement_type_at(arrangement, sq)] <= most.amount ||
            !three_exchange_keeps_turn(arrangement, ours, sq, &first, &value, &after) ||
            first <= most.amount)
            continue;
        three_captures_best(&after, ours, true, INT_MAX, next);
        if (MIN(first, value + next[0].amount) > most.amount)
            most = (Gain){MIN(first, value + next[0].amount), sq};
    }
    return most;
}
