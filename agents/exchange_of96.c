#include "agents/exchange_of96.h"

#include "agents/percept.h"

/* No square has more pieces that attack it through each other. */
#define MAX_CAPTURES 40

ThreeArrangement three_arrangement_of(const ThreePosition *pos, ThreeColor us)
{
    ThreeArrangement arrangement = {.us = us};

    memcpy(arrangement.by_type, pos->by_type, sizeof arrangement.by_type);
    memcpy(arrangement.by_color, pos->by_color, sizeof arrangement.by_color);
    return arrangement;
}

ThreeSet three_arrangement_side(const ThreeArrangement *arrangement, bool ours)
{
    const ThreeColor us = arrangement->us;

    return ours ? arrangement->by_color[us]
                : three_set_union(arrangement->by_color[three_color_next(us)],
                                  arrangement->by_color[three_color_previous(us)]);
}

PieceType three_arrangement_type_at(const ThreeArrangement *arrangement, ThreeSquare sq)
{
    int type = PIECE_PAWN;

    while (type < PIECE_TYPE_COUNT && !three_set_has(&arrangement->by_type[type], sq))
        type++;
    return (PieceType)type;
}

ThreeColor three_arrangement_color_at(const ThreeArrangement *arrangement, ThreeSquare sq)
{
    int color = THREE_BLUE;

    while (!three_set_has(&arrangement->by_color[color], sq))
        color++;
    return (ThreeColor)color;
}

void three_arrangement_replace(ThreeArrangement *arrangement, ThreeSet gone, ThreeSquare sq,
                               ThreeColor color, PieceType type)
{
    three_set_add(&gone, sq);
    for (int kind = 0; kind < PIECE_TYPE_COUNT; kind++)
        arrangement->by_type[kind] = three_set_without(arrangement->by_type[kind], gone);
    for (int side = 0; side < THREE_COLOR_COUNT; side++)
        arrangement->by_color[side] = three_set_without(arrangement->by_color[side], gone);
    three_set_add(&arrangement->by_type[type], sq);
    three_set_add(&arrangement->by_color[color], sq);
}

ThreeSet three_arrangement_attacks(const ThreeArrangement *arrangement, bool ours)
{
    const ThreeSet occupied = three_arrangement_occupied(arrangement);
    ThreeSet attacks = {{0}};

    FOR_EACH_THREE_SQUARE (sq, three_arrangement_side(arrangement, ours))
        attacks =
            three_set_union(attacks, three_attacks_from(three_arrangement_type_at(arrangement, sq),
                                                        three_arrangement_color_at(arrangement, sq),
                                                        sq, &occupied));
    return attacks;
}

/* The pawns that attack @sq: they are among those that a king there would attack. */
static ThreeSet pawns_to(const ThreeArrangement *arrangement, ThreeSquare sq)
{
    ThreeSet pawns = {{0}};

    for (int color = 0; color < THREE_COLOR_COUNT; color++) {
        const ThreeSet near = three_set_common(
            THREE_KING_STEPS[sq],
            three_set_common(arrangement->by_color[color], arrangement->by_type[PIECE_PAWN]));
        FOR_EACH_THREE_SQUARE (from, near)
            if (three_set_has(&THREE_PAWN_CAPTURES[color][from], sq))
                three_set_add(&pawns, from);
    }
    return pawns;
}

static ThreeSet sliders_to(const ThreeArrangement *arrangement, ThreeSquare sq,
                           const ThreeSet *occupied)
{
    const ThreeSet *by_type = arrangement->by_type;
    const ThreeSet diagonal = three_set_union(by_type[PIECE_BISHOP], by_type[PIECE_QUEEN]);
    const ThreeSet straight = three_set_union(by_type[PIECE_ROOK], by_type[PIECE_QUEEN]);

    return three_set_union(three_set_common(three_attacks_bishop(sq, occupied), diagonal),
                           three_set_common(three_attacks_rook(sq, occupied), straight));
}

ThreeSet three_arrangement_attackers(const ThreeArrangement *arrangement, ThreeSquare sq,
                                     const ThreeSet *occupied)
{
    const ThreeSet *by_type = arrangement->by_type;
    const ThreeSet steppers =
        three_set_union(three_set_common(THREE_KNIGHT_STEPS[sq], by_type[PIECE_KNIGHT]),
                        three_set_common(THREE_KING_STEPS[sq], by_type[PIECE_KING]));

    return three_set_common(*occupied,
                            three_set_union(three_set_union(steppers, pawns_to(arrangement, sq)),
                                            sliders_to(arrangement, sq, occupied)));
}

int three_arrangement_cheapest(const ThreeArrangement *arrangement, ThreeSet pieces)
{
    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        if (!three_set_is_empty(three_set_common(pieces, arrangement->by_type[type])))
            return PIECE_VALUE[type];
    return 0;
}

/* Captures on one square as they go on. */
typedef struct {
    const ThreeArrangement *arrangement;
    ThreeSquare sq;
    ThreeSet occupied, attackers;
    int standing; /* the worth of what stands on the square */
    int count;
    int captured[MAX_CAPTURES];
} Exchange;

static Exchange begin(const ThreeArrangement *arrangement, ThreeSquare sq)
{
    const ThreeSet occupied = three_arrangement_occupied(arrangement);

    return (Exchange){.arrangement = arrangement,
                      .sq = sq,
                      .occupied = occupied,
                      .attackers = three_arrangement_attackers(arrangement, sq, &occupied),
                      .standing = PIECE_VALUE[three_arrangement_type_at(arrangement, sq)]};
}

/* The cheapest piece of our side, or of the opponents, that can take next; PIECE_NONE if none
 * can. */
static PieceType find_next(const Exchange *exchange, bool ours, ThreeSquare *out_from)
{
    const ThreeArrangement *arrangement = exchange->arrangement;
    const ThreeSet side =
        three_set_common(exchange->attackers, three_arrangement_side(arrangement, ours));

    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++) {
        ThreeSet able = three_set_common(side, arrangement->by_type[type]);
        if (three_set_take_first(&able, out_from))
            return type;
    }
    return PIECE_NONE;
}

/* Type of a piece of @type after it has captured on the square. A pawn is never attacked from its
 * own first rank: it cannot go back. */
static PieceType becomes(const Exchange *exchange, PieceType type)
{
    return type == PIECE_PAWN && three_square_row(exchange->sq) == 0 ? PIECE_QUEEN : type;
}

/* The piece on @from, of @type, takes what stands on the square. */
static void capture(Exchange *exchange, ThreeSquare from, PieceType type)
{
    const int value = PIECE_VALUE[becomes(exchange, type)];

    exchange->captured[exchange->count++] = exchange->standing + value - PIECE_VALUE[type];
    exchange->standing = value;
    three_set_remove(&exchange->occupied, from);
    exchange->attackers = three_set_common(exchange->attackers, exchange->occupied);
    if (type != PIECE_KNIGHT)
        exchange->attackers = three_set_union(
            exchange->attackers,
            three_set_common(exchange->occupied,
                             sliders_to(exchange->arrangement, exchange->sq, &exchange->occupied)));
}

/* Goes on with our side, if @ours, or the opponents until no piece can take; returns the value for
 * the side that took first, which may choose not to begin if @first_is_free. */
static int settle(Exchange *exchange, bool ours, bool first_is_free)
{
    int value;
    PieceType type;
    ThreeSquare from;

    while (exchange->count < MAX_CAPTURES &&
           (type = find_next(exchange, ours, &from)) != PIECE_NONE) {
        capture(exchange, from, type);
        ours = !ours;
    }
    if (exchange->count == 0)
        return 0;
    exchange_last(exchange->captured, exchange->count, &value);
    return first_is_free ? MAX(0, value) : value;
}

int three_exchange_on(const ThreeArrangement *arrangement, bool ours, ThreeSquare sq)
{
    Exchange exchange = begin(arrangement, sq);

    return settle(&exchange, ours, true);
}

int three_exchange_begun_by(const ThreeArrangement *arrangement, ThreeSquare from, ThreeSquare sq)
{
    Exchange exchange = begin(arrangement, sq);

    capture(&exchange, from, three_arrangement_type_at(arrangement, from));
    return settle(&exchange, false, false);
}

bool three_exchange_keeps_turn(const ThreeArrangement *arrangement, bool ours, ThreeSquare sq,
                               int *out_first, int *out_value, ThreeArrangement *out_after)
{
    ThreeSet occupied[MAX_CAPTURES];
    ThreePiece standing[MAX_CAPTURES];
    Exchange exchange = begin(arrangement, sq);
    bool mover = ours;
    ThreeSquare from;
    PieceType type;
    int value, last;

    while (exchange.count < MAX_CAPTURES &&
           (type = find_next(&exchange, mover, &from)) != PIECE_NONE) {
        standing[exchange.count] = (ThreePiece)(8 * three_arrangement_color_at(arrangement, from) +
                                                becomes(&exchange, type));
        capture(&exchange, from, type);
        occupied[exchange.count - 1] = exchange.occupied;
        mover = !mover;
    }
    last = exchange_last(exchange.captured, exchange.count, &value);
    if (last < 1 || last % 2 == 0)
        return false;
    *out_first = exchange.captured[0];
    *out_value = value;
    *out_after = *arrangement;
    three_arrangement_replace(
        out_after, three_set_without(three_arrangement_occupied(arrangement), occupied[last]), sq,
        three_piece_color(standing[last]), three_piece_type(standing[last]));
    return true;
}

/* Exchanges as levels 2 to 8 see them. */
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

/* Facts common to all moves of the opponents. */
typedef struct {
    const ThreeArrangement *arrangement;
    ThreeSet ours, theirs, occupied;
    ThreeSet targets;     /* our pieces that may be worth attacking, the king among them */
    ThreeSet our_attacks; /* what our pieces attack */
} Forks;

/* Gain of a piece of @value by capturing our piece on @sq. */
static int gain_of(const Forks *forks, int value, ThreeSquare sq)
{
    const int victim = PIECE_VALUE[three_arrangement_type_at(forks->arrangement, sq)];

    return three_set_has(&forks->our_attacks, sq) ? MAX(0, victim - value) : victim;
}

/* Remaining attacks on @victims by a piece of @value when the dearest is saved. */
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

    if (!piece_is_slider(type) || three_set_is_empty(victims))
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
