#include "agents/exchange_of96.h"

/* No square has more pieces that attack it through each other. */
#define MAX_CAPTURES 40

ThreeArrangement three_arrangement_of(const ThreePosition *pos, ThreeColor us)
{
    ThreeArrangement arrangement;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        arrangement.by_type[type] = pos->by_type[type];
    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        arrangement.by_color[color] = pos->by_color[color];
    arrangement.us = us;
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

/* What the piece on @from, of @type, is when it has captured. A pawn is never attacked from its own
 * first rank: it cannot go back. */
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

/* The number of the last of @count captures that is made if each side goes on as long as that pays,
 * -1 without captures; @out_value is what it gains that captures second. */
static int exchange_last(const int *captured, int count, int *out_value)
{
    int last = count - 1;

    *out_value = 0;
    for (int i = last; i > 0; i--) {
        *out_value = captured[i] - *out_value;
        if (*out_value > 0)
            continue;
        *out_value = 0;
        last = i - 1;
    }
    return last;
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
    value = exchange->captured[0] - value;
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
    *out_value = exchange.captured[0] - value;
    *out_after = *arrangement;
    three_arrangement_replace(
        out_after, three_set_without(three_arrangement_occupied(arrangement), occupied[last]), sq,
        three_piece_color(standing[last]), three_piece_type(standing[last]));
    return true;
}
