#include "agents/forks_of96.h"

#include "agents/percept.h"

/* What is looked at for all moves of the opponents. */
typedef struct {
    const ThreeArrangement *arrangement;
    ThreeSet ours, theirs, occupied;
    ThreeSet targets;     /* our pieces that may be worth attacking, the king among them */
    ThreeSet our_attacks; /* what our pieces attack */
} Forks;

/* What a piece of @value gains by taking our piece on @sq. */
static int gain_of(const Forks *forks, int value, ThreeSquare sq)
{
    const int victim = PIECE_VALUE[three_arrangement_type_at(forks->arrangement, sq)];

    return three_set_has(&forks->our_attacks, sq) ? MAX(0, victim - value) : victim;
}

/* What remains of the attacks on @victims by a piece of @value when the dearest is saved. */
static int second_gain(const Forks *forks, int value, ThreeSet victims)
{
    Gain best[2] = {0};

    FOR_EACH_THREE_SQUARE (sq, victims)
        outlook_keep_best(best, gain_of(forks, value, sq), NO_SQUARE);
    return best[1].amount;
}

/* Our pieces that a piece of @type on @to attacks, and those behind them on the same lines. */
static ThreeSet victims_from(const Forks *forks, PieceType type, ThreeColor color, ThreeSquare to,
                             const ThreeSet *occupied)
{
    const ThreeSet victims =
        three_set_common(three_attacks_from(type, color, to, occupied), forks->targets);
    const ThreeSet without = three_set_without(*occupied, victims);

    if (!three_slides(type) || three_set_is_empty(victims))
        return victims;
    return three_set_union(
        victims, three_set_common(three_attacks_from(type, color, to, &without), forks->targets));
}

/* Whether we gain nothing on @to once the piece of @type stands there. */
static bool is_safe(const Forks *forks, PieceType type, ThreeColor color, ThreeSquare from,
                    ThreeSquare to)
{
    ThreeArrangement after = *forks->arrangement;
    ThreeSet gone = {{0}};

    if (!three_set_has(&forks->our_attacks, to))
        return true;
    three_set_add(&gone, from);
    three_arrangement_replace(&after, gone, to, color, type);
    return three_exchange_on(&after, true, to) == 0;
}

static int gain_of_move(const Forks *forks, PieceType type, ThreeColor color, ThreeSquare from,
                        ThreeSquare to, int least)
{
    const PieceType victim = three_arrangement_type_at(forks->arrangement, to);
    const int captured = victim == PIECE_NONE ? 0 : PIECE_VALUE[victim];
    ThreeSet occupied = forks->occupied;
    int second;

    three_set_remove(&occupied, from);
    three_set_add(&occupied, to);
    second = second_gain(forks, PIECE_VALUE[type], victims_from(forks, type, color, to, &occupied));
    return second > 0 && captured + second > least && is_safe(forks, type, color, from, to)
               ? captured + second
               : 0;
}

static ThreeSet destinations(const Forks *forks, PieceType type, ThreeColor color, ThreeSquare from)
{
    ThreeSet to = three_attacks_from(type, color, from, &forks->occupied);

    if (type == PIECE_PAWN)
        to = three_set_union(three_set_common(to, forks->ours),
                             three_set_without(THREE_PAWN_ADVANCE[color][from], forks->occupied));
    return three_set_without(
        to, three_set_union(forks->theirs, forks->arrangement->by_type[PIECE_KING]));
}

/* The most that the piece on @from gains, @least if that is no more. */
static Gain best_from(const Forks *forks, ThreeSquare from, Gain least)
{
    const ThreeArrangement *arrangement = forks->arrangement;
    const PieceType type = three_arrangement_type_at(arrangement, from);
    const ThreeColor color = three_arrangement_color_at(arrangement, from);
    Gain best = least;

    FOR_EACH_THREE_SQUARE (to, destinations(forks, type, color, from)) {
        const int gain = gain_of_move(forks, type, color, from, to, best.amount);
        if (gain > best.amount)
            best = (Gain){gain, to};
    }
    return best;
}

Gain three_forks_gain(const ThreeArrangement *arrangement)
{
    const ThreeSet pawns = arrangement->by_type[PIECE_PAWN];
    Forks forks = {
        .arrangement = arrangement,
        .ours = three_arrangement_side(arrangement, true),
        .theirs = three_arrangement_side(arrangement, false),
        .occupied = three_arrangement_occupied(arrangement),
        .our_attacks = three_arrangement_attacks(arrangement, true),
    };
    Gain best = {0, NO_SQUARE};

    forks.targets = three_set_without(forks.ours, three_set_common(pawns, forks.our_attacks));
    FOR_EACH_THREE_SQUARE (from, three_set_without(forks.theirs, arrangement->by_type[PIECE_KING]))
        best = best_from(&forks, from, best);
    return best;
}
