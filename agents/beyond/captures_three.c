#include "agents/beyond/captures_three.h"

#include "agents/beyond/percept_beyond.h"

/* The pieces of our side, or of the opponents. */
static ThreeSet side(const ThreePosition *pos, bool ours)
{
    const ThreeSet own = pos->by_color[pos->turn];

    return ours ? own : three_set_without(three_position_occupied(pos), own);
}

static ThreeSet attacks_of_piece(const ThreePosition *pos, ThreeSquare sq, const ThreeSet *occupied)
{
    return three_attacks_from(three_position_type_at(pos, sq), three_piece_color(pos->piece_at[sq]),
                              sq, occupied);
}

static ThreeSet attacks_of_side(const ThreePosition *pos, bool ours)
{
    const ThreeSet occupied = three_position_occupied(pos);
    ThreeSet attacks = {{0}};

    FOR_EACH_THREE_SQUARE (sq, side(pos, ours))
        attacks = three_set_union(attacks, attacks_of_piece(pos, sq, &occupied));
    return attacks;
}

/* Captures on one square as they go on. */
typedef struct {
    const ThreePosition *pos;
    ThreeSquare sq;
    ThreeSet occupied;
    int standing; /* the worth of what stands on the square */
    int count;
    int last; /* the last capture that pays, once it is settled */
    int captured[EXCHANGE_MAX];
    ThreeSquare from[EXCHANGE_MAX];
} ThreeExchange;

static ThreeExchange begin(const ThreePosition *pos, ThreeSquare sq)
{
    ThreeExchange exchange;

    exchange.pos = pos;
    exchange.sq = sq;
    exchange.occupied = three_position_occupied(pos);
    exchange.standing = PIECE_VALUE[three_position_type_at(pos, sq)];
    exchange.count = 0;
    return exchange;
}

/* One of the cheapest pieces of our side, if @ours, or of the opponents that attack @sq if only
 * those on @occupied stand; false: there are none. */
static bool find_cheapest(const ThreePosition *pos, bool ours, ThreeSquare sq,
                          const ThreeSet *occupied, ThreeSquare *out_from)
{
    const ThreeSet pieces =
        three_set_common(three_position_attackers(pos, sq, occupied), side(pos, ours));

    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++) {
        ThreeSet able = three_set_common(pieces, pos->by_type[type]);
        if (three_set_take_first(&able, out_from))
            return true;
    }
    return false;
}

/* Type of the piece on @from after it has captured on the square. A pawn is never attacked from its
 * own first rank: it cannot go back. */
static PieceType becomes(const ThreeExchange *exchange, ThreeSquare from)
{
    const PieceType type = three_position_type_at(exchange->pos, from);

    return type == PIECE_PAWN && three_square_row(exchange->sq) == 0 ? PIECE_QUEEN : type;
}

/* The piece on @from takes what stands on the square. */
static void capture(ThreeExchange *exchange, ThreeSquare from)
{
    const PieceType type = three_position_type_at(exchange->pos, from);
    const int value = PIECE_VALUE[becomes(exchange, from)];

    exchange->captured[exchange->count] = exchange->standing + value - PIECE_VALUE[type];
    exchange->from[exchange->count++] = from;
    exchange->standing = value;
    three_set_remove(&exchange->occupied, from);
}

/* Goes on with our side, if @ours, or the opponents until no piece can take; returns the value for
 * the side that took first. */
static int settle(ThreeExchange *exchange, bool ours)
{
    ThreeSquare from;

    for (; exchange->count < EXCHANGE_MAX &&
           find_cheapest(exchange->pos, ours, exchange->sq, &exchange->occupied, &from);
         ours = !ours)
        capture(exchange, from);
    return exchange_value(exchange->captured, exchange->count, &exchange->last);
}

int three_exchange_on(const ThreePosition *pos, bool ours, ThreeSquare sq)
{
    ThreeExchange exchange = begin(pos, sq);
    const int value = settle(&exchange, ours);

    return MAX(0, value);
}

int three_exchange_begun_by(const ThreePosition *pos, ThreeSquare from, ThreeSquare sq)
{
    ThreeExchange exchange = begin(pos, sq);

    capture(&exchange, from);
    return settle(&exchange, three_piece_color(pos->piece_at[from]) != pos->turn);
}

/* Exchanges as levels 2 to 8 see them. */
static int simple_gain(const ThreePosition *pos, bool ours, ThreeSquare sq)
{
    const ThreeSet occupied = three_position_occupied(pos);
    const int value = PIECE_VALUE[three_position_type_at(pos, sq)];
    ThreeSquare cheapest, defender;

    if (!find_cheapest(pos, ours, sq, &occupied, &cheapest))
        return 0;
    if (!find_cheapest(pos, !ours, sq, &occupied, &defender))
        return value;
    return MAX(0, value - PIECE_VALUE[three_position_type_at(pos, cheapest)]);
}

void three_captures_best(const ThreePosition *pos, bool ours, bool by_exchange, int limit,
                         Gain out_best[static 2])
{
    const ThreeSet victims = three_set_common(side(pos, !ours), attacks_of_side(pos, ours));

    out_best[0] = out_best[1] = (Gain){0, NO_SQUARE};
    /* The dearest first: no capture gains more than the piece captured. */
    for (int type = PIECE_KING; type >= PIECE_PAWN && PIECE_VALUE[type] > out_best[1].amount;
         type--)
        FOR_EACH_THREE_SQUARE (sq, three_set_common(victims, pos->by_type[type])) {
            gain_keep_best(
                out_best,
                by_exchange ? three_exchange_on(pos, ours, sq) : simple_gain(pos, ours, sq), sq);
            if (out_best[0].amount > limit)
                return;
        }
}

/* Gain of the captures of @exchange that pay, worth @value, and of the opponents' best one after
 * them; no more than the first capture. */
static int value_with_next(const ThreeExchange *exchange, int value)
{
    ThreePosition after = *exchange->pos;
    Gain best[2];

    for (int i = 0; i <= exchange->last; i++) {
        three_position_set_turn(&after, three_piece_color(after.piece_at[exchange->from[i]]));
        three_position_play(&after, three_move_make(exchange->from[i], exchange->sq));
    }
    three_position_set_turn(&after, exchange->pos->turn);
    three_captures_best(&after, false, true, exchange->captured[0] - value, best);
    return MIN(exchange->captured[0], value + best[0].amount);
}

Gain three_captures_of_overloaded(const ThreePosition *pos, int least)
{
    Gain most = {least, NO_SQUARE};

    FOR_EACH_THREE_SQUARE (sq, side(pos, true)) {
        ThreeExchange exchange = begin(pos, sq);
        int value;
        /* The first capture is the most that we let them gain. */
        if (exchange.standing <= most.amount)
            continue;
        value = settle(&exchange, false);
        /* They capture again only if we have captured last. */
        if (exchange.last % 2 != 1 || exchange.captured[0] <= most.amount)
            continue;
        value = value_with_next(&exchange, value);
        if (value > most.amount)
            most = (Gain){value, sq};
    }
    return most;
}

/* Facts common to all moves of the opponents. */
typedef struct {
    const ThreePosition *pos;
    ThreeSet occupied;
    ThreeSet targets;     /* our pieces that may be worth attacking, the king among them */
    ThreeSet our_attacks; /* what our pieces attack */
} Forks;

/* What remains of the attacks of the piece on @from once it is on @to, also on our pieces behind
 * others on the same lines, when the dearest is saved. */
static int second_gain(const Forks *forks, ThreeSquare from, ThreeSquare to)
{
    const ThreePiece piece = forks->pos->piece_at[from];
    const PieceType type = three_piece_type(piece);
    const ThreeColor color = three_piece_color(piece);
    ThreeSet occupied = forks->occupied, victims;
    Gain best[2] = {0};

    three_set_remove(&occupied, from);
    victims = three_set_common(three_attacks_from(type, color, to, &occupied), forks->targets);
    if (piece_is_slider(type) && !three_set_is_empty(victims)) {
        occupied = three_set_without(occupied, victims);
        victims = three_set_union(
            victims,
            three_set_common(three_attacks_from(type, color, to, &occupied), forks->targets));
    }
    FOR_EACH_THREE_SQUARE (sq, victims) {
        const int victim = PIECE_VALUE[three_position_type_at(forks->pos, sq)];
        const bool is_defended = three_set_has(&forks->our_attacks, sq);
        gain_keep_best(best, is_defended ? MAX(0, victim - PIECE_VALUE[type]) : victim, NO_SQUARE);
    }
    return best[1].amount;
}

static ThreeSet destinations(const Forks *forks, ThreeSquare from)
{
    const ThreePosition *pos = forks->pos;
    ThreeSet to = attacks_of_piece(pos, from, &forks->occupied);

    if (three_position_type_at(pos, from) == PIECE_PAWN)
        to = three_set_union(
            three_set_common(to, side(pos, true)),
            three_set_without(THREE_PAWN_ADVANCE[three_piece_color(pos->piece_at[from])][from],
                              forks->occupied));
    return three_set_without(to, three_set_union(side(pos, false), pos->by_type[PIECE_KING]));
}

/* The most that the piece on @from gains, @most if that is no more. */
static Gain best_from(const Forks *forks, ThreeSquare from, Gain most)
{
    const ThreePosition *pos = forks->pos;

    FOR_EACH_THREE_SQUARE (to, destinations(forks, from)) {
        const int captured = PIECE_VALUE[three_position_type_at(pos, to)];
        const int second = second_gain(forks, from, to);
        if (second > 0 && captured + second > most.amount &&
            (!three_set_has(&forks->our_attacks, to) ||
             three_exchange_begun_by(pos, from, to) == captured)) /* it stays there unharmed */
            most = (Gain){captured + second, to};
    }
    return most;
}

Gain three_forks_gain(const ThreePosition *pos)
{
    Forks forks = {pos, three_position_occupied(pos), side(pos, true), attacks_of_side(pos, true)};
    Gain best = {0, NO_SQUARE};

    forks.targets = three_set_without(
        forks.targets, three_set_common(pos->by_type[PIECE_PAWN], forks.our_attacks));
    FOR_EACH_THREE_SQUARE (from, three_set_without(side(pos, false), pos->by_type[PIECE_KING]))
        best = best_from(&forks, from, best);
    return best;
}
