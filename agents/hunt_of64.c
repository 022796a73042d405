#include "agents/hunt_of64.h"

#include <glib.h>

/* Worse than any hunt, with any weights. */
#define LOST (-PIECE_KING_VALUE / 10)

bool hunt_is_on(const Position *pos, Color hunter)
{
    const Bitboard kings = pos->by_type[PIECE_KING];
    const Bitboard own = pos->by_color[hunter], prey = pos->by_color[color_opponent(hunter)];
    const Bitboard heavy = pos->by_type[PIECE_ROOK] | pos->by_type[PIECE_QUEEN];

    if (prey == 0 || prey & ~kings || !(own & kings))
        return false;
    return own & heavy || (!(own & pos->by_type[PIECE_PAWN]) &&
                           position_material(pos, hunter) >= PIECE_VALUE[PIECE_ROOK]);
}

static int centrality(Square sq)
{
    const int file = square_file(sq), rank = square_rank(sq);

    return 6 - MAX(3 - file, file - 4) - MAX(3 - rank, rank - 4);
}

/* The squares that a king on @from reaches over squares not in @guarded. */
static Bitboard roam(Square from, Bitboard guarded)
{
    Bitboard area = bitboard_of(from), before = 0;

    while (area != before) {
        Bitboard wide = area | (area & ~FILE_A) >> 1 | (area & ~FILE_H) << 1;
        before = area;
        wide |= wide << 8 | wide >> 8;
        area |= wide & ~guarded;
    }
    return area;
}

static int steps_between(Square a, Square b)
{
    return ABS(square_file(a) - square_file(b)) + ABS(square_rank(a) - square_rank(b));
}

/* How far the hunters' @king is from where it helps to mate in @corner: a knight's move away. */
static int steps_to_help(Square king, Square corner)
{
    const int file = square_file(corner), rank = square_rank(corner);
    const int inward = file == 0 ? 1 : -1, upward = rank == 0 ? 1 : -1;

    return MIN(steps_between(king, square_at(file + inward, rank + 2 * upward)),
               steps_between(king, square_at(file + 2 * inward, rank + upward)));
}

/* What the best of the corners that @bishops can guard is worth to hunters without rook and queen.
 */
static int worth_of_corner(const LogicWeights *weights, Bitboard bishops, Square king,
                           Bitboard reach)
{
    static const Square CORNERS[] = {SQUARE_A1, SQUARE_H1, SQUARE_A8, SQUARE_H8};
    int best = INT_MIN;

    for (unsigned i = 0; i < G_N_ELEMENTS(CORNERS); i++) {
        const bool is_light = bitboard_has(LIGHT_SQUARES, CORNERS[i]);
        int steps = 0;
        if (!(bishops & (is_light ? LIGHT_SQUARES : ~LIGHT_SQUARES)))
            continue;
        for (Bitboard rest = reach; rest; rest &= rest - 1)
            steps = MAX(steps, steps_between(bitboard_first(rest), CORNERS[i]));
        best = MAX(best,
                   -weights->of[LOGIC_WEIGHT_HUNT_CORNER] * steps -
                       weights->of[LOGIC_WEIGHT_HUNT_CORNERING] * steps_to_help(king, CORNERS[i]));
    }
    return best;
}

int hunt_worth(const Arrangement *arrangement, Color hunter, const LogicWeights *weights)
{
    const Bitboard kings = arrangement->by_type[PIECE_KING];
    const Bitboard own = arrangement->by_color[hunter];
    const Bitboard bishops = arrangement->by_type[PIECE_BISHOP] & own;
    Arrangement alone = *arrangement;
    Bitboard guarded, flights;
    Square king, prey;
    int centre = 0, worth;

    /* Where kings are taken, one may be gone. */
    if (!(kings & own))
        return LOST;
    if (!(kings & ~own))
        return 0;
    king = bitboard_first(kings & own);
    prey = bitboard_first(kings & ~own);
    /* Behind the bare king no square is safe from what attacks it. */
    alone.by_color[color_opponent(hunter)] = 0;
    alone.by_type[PIECE_KING] &= own;
    guarded = arrangement_attacks(&alone, hunter);
    flights = attacks_king(prey) & ~guarded;
    for (Bitboard rest = flights; rest; rest &= rest - 1)
        centre = MAX(centre, centrality(bitboard_first(rest)));
    worth = -weights->of[LOGIC_WEIGHT_HUNT_CENTRE] * centre -
            weights->of[LOGIC_WEIGHT_HUNT_DISTANCE] * steps_between(king, prey) -
            weights->of[LOGIC_WEIGHT_HUNT_ROAM] *
                MAX(weights->of[LOGIC_WEIGHT_HUNT_LEAST_ROAM], bitboard_count(roam(prey, guarded)));
    if (bishops && !((arrangement->by_type[PIECE_ROOK] | arrangement->by_type[PIECE_QUEEN]) & own))
        worth += worth_of_corner(weights, bishops, king, flights | bitboard_of(prey));
    return worth;
}
