#include "agents/beyond/places_chess.h"

#include <glib.h>

#define PHASES 24 /* a knight or a bishop is 1, a rook 2, a queen 4 */

static const uint8_t PHASE[PIECE_TYPE_COUNT] = {
    [PIECE_KNIGHT] = 1, [PIECE_BISHOP] = 1, [PIECE_ROOK] = 2, [PIECE_QUEEN] = 4};

/* One of the terms of the worth of a place for a kind of piece. */
static int term(const Places *places, PieceType type, int figure)
{
    return places->mixed[logic_weight_of_place(type, figure)];
}

static int rank_of(Color color, Square sq)
{
    return color == COLOR_WHITE ? square_rank(sq) : 7 - square_rank(sq);
}

static Bitboard files_beside(Bitboard set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

static Bitboard step_forward(Color color, Bitboard set)
{
    return color == COLOR_WHITE ? set << 8 : set >> 8;
}

/* The squares before @set as far as the last rank. */
static Bitboard way(Color color, Bitboard set)
{
    return color == COLOR_WHITE ? attacks_up(set, ~UINT64_C(0), 8)
                                : attacks_down(set, ~UINT64_C(0), 8);
}

static Bitboard passed_pawns(Color color, Bitboard own, Bitboard others)
{
    const Color them = color_opponent(color);
    const Bitboard guarded = way(them, others);

    return own & ~(guarded | files_beside(guarded)) & ~way(them, own);
}

/* Worth of the passed pawns of @color: the more, the farther they have come, and the nearer their
 * own king and the farther the other king is to where they go. */
static int passed_worth(const LogicWeights *weights, Color color, Bitboard passed,
                        Bitboard occupied, const Square king[static COLOR_COUNT])
{
    const Color them = color_opponent(color);
    int worth = 0;

    for (; passed; passed &= passed - 1) {
        const Square sq = bitboard_first(passed);
        const int rank = rank_of(color, sq);
        const Bitboard next = step_forward(color, bitboard_of(sq));
        int pawn = rank > 0 ? weights->of[LOGIC_WEIGHT_PASSED + rank - 1] : 0;
        if (next & occupied)
            pawn = pawn * weights->of[LOGIC_WEIGHT_PASSED_BLOCKED] / LOGIC_WEIGHT_WHOLE;
        else if (!(way(color, bitboard_of(sq)) & occupied))
            pawn += pawn * weights->of[LOGIC_WEIGHT_PASSED_FREE] / LOGIC_WEIGHT_WHOLE;
        if (king[color] != SQUARE_NONE && king[them] != SQUARE_NONE)
            pawn += rank * weights->of[LOGIC_WEIGHT_PASSED_KINGS] *
                    (square_distance(king[them], bitboard_first(next)) -
                     square_distance(king[color], bitboard_first(next)));
        worth += pawn;
    }
    return worth;
}

/* Worth of the passed pawns of @us less that of the opponent's. */
static int passed_lead(const LogicWeights *weights, Color us,
                       const Bitboard passed[static COLOR_COUNT], Bitboard occupied,
                       const Square king[static COLOR_COUNT])
{
    const Color them = color_opponent(us);

    return passed_worth(weights, us, passed[us], occupied, king) -
           passed_worth(weights, them, passed[them], occupied, king);
}

/* The squares of two ranks on which own pawns cover @king. */
static Bitboard shelter(Color color, Bitboard king)
{
    const Bitboard wide = king | files_beside(king);
    const Bitboard next = step_forward(color, wide);

    return next | step_forward(color, next);
}

/* Worth of @attacks to a piece beside pieces of its side on @own. */
static int worth_of_attacks(const Places *places, Color color, PieceType type, Bitboard attacks,
                            Bitboard own)
{
    const Color them = color_opponent(color);
    const int mobility = term(places, type, PLACE_MOBILITY);
    int worth = 0;

    if (mobility != 0)
        worth += mobility * bitboard_count(attacks & ~own & ~places->pawn_attacks[them]);
    if (attacks & places->ring[them])
        worth += term(places, type, PLACE_PRESSURE) * bitboard_count(attacks & places->ring[them]);
    return worth;
}

/* Worth to bishops, rooks and queens of the squares that they see along lines. */
static void look_along_lines(Places *places, const Position *pos,
                             const Bitboard attacks_of[static SQUARE_COUNT])
{
    places->lines = 0;
    for (Bitboard rest =
             pos->by_type[PIECE_BISHOP] | pos->by_type[PIECE_ROOK] | pos->by_type[PIECE_QUEEN];
         rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const Color color = position_color_at(pos, sq);
        places->lines |= attacks_of[sq];
        places->sight[sq] = worth_of_attacks(places, color, position_type_at(pos, sq),
                                             attacks_of[sq], pos->by_color[color]);
    }
}

G_STATIC_ASSERT((int)LOGIC_WEIGHTS_PHASED == (int)LOGIC_WEIGHT_PASSED);

void places_take(const Position *pos, const Bitboard attacks_of[static SQUARE_COUNT],
                 const LogicWeights *weights, Places *out_places)
{
    const Bitboard pawns = pos->by_type[PIECE_PAWN], kings = pos->by_type[PIECE_KING];
    Places *places = out_places;
    int phase = 0;

    places->weights = weights;
    places->ways = 0;
    for (int type = PIECE_KNIGHT; type < PIECE_KING; type++)
        phase += PHASE[type] * bitboard_count(pos->by_type[type]);
    phase = MIN(phase, PHASES);
    for (int i = 0; i < LOGIC_WEIGHTS_PHASED; i += 2)
        places->mixed[i] = weights->of[i] * phase + weights->of[i + 1] * (PHASES - phase);
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        const Bitboard own = pos->by_color[color], king = own & kings & -(own & kings);
        places->pawn_attacks[color] = attacks_pawns(color, pawns & own);
        places->king[color] = king ? bitboard_first(king) : SQUARE_NONE;
        places->ring[color] = attacks_kings(king) | king;
        places->shelter[color] = shelter(color, king);
        places->passed[color] = passed_pawns(color, pawns & own, pawns & ~own);
        places->ways |= way(color, places->passed[color]);
    }
    look_along_lines(places, pos, attacks_of);
    places->passed_lead = passed_lead(weights, (Color)pos->turn, places->passed,
                                      position_occupied(pos), places->king);
}

static int pawn_worth(const Places *places, Bitboard own_pawns, Color color, Square sq)
{
    const Bitboard file = FILE_A << square_file(sq);
    int worth = 0;

    if (own_pawns & ~bitboard_of(sq) & file)
        worth += places->mixed[LOGIC_WEIGHT_DOUBLED];
    if (!(own_pawns & files_beside(file)))
        worth += places->mixed[LOGIC_WEIGHT_ISOLATED];
    if (bitboard_has(places->shelter[color], sq))
        worth += places->mixed[LOGIC_WEIGHT_COVER];
    return worth;
}

static int rook_worth(const Places *places, Bitboard pawns, Bitboard own_pawns, Square sq)
{
    const Bitboard file = FILE_A << square_file(sq);

    if (own_pawns & file)
        return 0;
    return pawns & file ? places->mixed[LOGIC_WEIGHT_HALF_OPEN_FILE]
                        : places->mixed[LOGIC_WEIGHT_OPEN_FILE];
}

int places_worth(const Places *places, const Position *pos, Color color, PieceType type, Square sq,
                 Bitboard attacks)
{
    const Bitboard own = pos->by_color[color], pawns = pos->by_type[PIECE_PAWN];
    int worth = term(places, type, PLACE_CENTRE) * square_centrality(sq) +
                term(places, type, PLACE_FORWARD) * rank_of(color, sq) +
                worth_of_attacks(places, color, type, attacks, own);

    if (rank_of(color, sq) == 0)
        worth += term(places, type, PLACE_HOME);
    if (type == PIECE_PAWN)
        worth += pawn_worth(places, own & pawns, color, sq);
    if (type == PIECE_ROOK)
        worth += rook_worth(places, pawns, own & pawns, sq);
    if (type == PIECE_KING)
        worth += places->mixed[LOGIC_WEIGHT_COVER] *
                 bitboard_count(shelter(color, bitboard_of(sq)) & own & pawns);
    if (type == PIECE_BISHOP && bitboard_has_several(own & pos->by_type[PIECE_BISHOP]))
        worth += places->mixed[LOGIC_WEIGHT_BISHOP_PAIR] / 2;
    return worth / PHASES;
}

/* Only pieces that see a square which changes are evaluated again. */
int places_gain_of_others(const Places *places, const Position *pos, Move move)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Bitboard victim = move_is_capture(move) ? bitboard_of(move_victim_square(move)) : 0;
    const Bitboard others = pos->by_color[them] & ~victim;
    const Bitboard occupied = position_occupied(pos), after = position_occupied_after(pos, move);
    const Bitboard own = after & ~others, changed = occupied ^ after;
    Bitboard lines = 0;
    int gain = 0;

    for (Bitboard rest = changed & places->lines; rest; rest &= rest - 1)
        lines |= position_sliders_to(pos, bitboard_first(rest), occupied);
    /* Neither moved pieces, a castling rook included, nor captured ones are among the others. */
    lines &= (own & pos->by_color[us] & ~changed) | others;
    for (; lines; lines &= lines - 1) {
        const Square sq = bitboard_first(lines);
        const PieceType type = position_type_at(pos, sq);
        const Bitboard attacks = attacks_from(type, us, sq, after);
        if (bitboard_has(own, sq))
            gain += worth_of_attacks(places, us, type, attacks, own) - places->sight[sq];
        else
            gain -= worth_of_attacks(places, them, type, attacks, others) - places->sight[sq];
    }
    return gain / PHASES;
}

int places_promotion_gain(const Places *places, const Position *pos, Move move)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const PieceType type = position_type_at(pos, move_from(move));
    const Bitboard victim = move_is_capture(move) ? bitboard_of(move_victim_square(move)) : 0;
    const Bitboard after = position_occupied_after(pos, move), pawns = pos->by_type[PIECE_PAWN];
    Bitboard passed[] = {places->passed[COLOR_WHITE], places->passed[COLOR_BLACK]};
    Square king[] = {places->king[COLOR_WHITE], places->king[COLOR_BLACK]};

    if (type == PIECE_KING)
        king[us] = move_to(move);
    if (type == PIECE_PAWN || victim & pawns) {
        const Bitboard others = pawns & pos->by_color[them] & ~victim;
        Bitboard own = pawns & pos->by_color[us] & after;
        if (type == PIECE_PAWN && !move_is_promotion(move))
            own |= bitboard_of(move_to(move));
        passed[us] = passed_pawns(us, own, others);
        passed[them] = passed_pawns(them, others, own);
    } else if (type == PIECE_KING ? !places->ways
                                  : !(places->ways & (after ^ position_occupied(pos)))) {
        return 0;
    }
    return passed_lead(places->weights, us, passed, after, king) - places->passed_lead;
}

Square places_unstoppable(const Position *pos, Color color, Color turn)
{
    const Color them = color_opponent(color);
    const Bitboard kings = pos->by_type[PIECE_KING], pawns = pos->by_type[PIECE_PAWN];
    const Bitboard others = pos->by_color[them];
    const Bitboard occupied = position_occupied(pos);

    /* The square rule holds only if no piece but the king can stop the pawn. */
    if (others & ~(kings | pawns) || !(others & kings))
        return SQUARE_NONE;
    for (Bitboard rest = passed_pawns(color, pawns & pos->by_color[color], pawns & others); rest;
         rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const Square goal = square_at(square_file(sq), color == COLOR_WHITE ? 7 : 0);
        const int steps = 7 - MAX(rank_of(color, sq), rank_of(color, sq) == 1 ? 2 : 0);
        if (way(color, rest & -rest) & occupied)
            continue;
        if (square_distance(bitboard_first(others & kings), goal) - (turn == them) > steps)
            return goal;
    }
    return SQUARE_NONE;
}
