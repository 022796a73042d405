#include "players/search/evaluation.h"

#include <glib.h>
#include <string.h>

/* Where White's pieces of each kind begin; Black's begin on the same files of the 8th rank. */
static const Bitboard HOME[PIECE_TYPE_COUNT] = {
    [PIECE_KNIGHT] = 0x42, [PIECE_BISHOP] = 0x24, [PIECE_ROOK] = 0x81,
    [PIECE_QUEEN] = 0x08,  [PIECE_KING] = 0x10,
};

static int count_unmoved(const Position *pos, Color color)
{
    const int shift = color == COLOR_WHITE ? 0 : 56;
    int count = 0;

    for (int type = PIECE_KNIGHT; type <= PIECE_KING; type++)
        count += bitboard_count(position_pieces(pos, color, (PieceType)type) & HOME[type] << shift);
    return count;
}

/* The ranks that the pawns of @color have come forward, all together. */
static int count_advances(const Position *pos, Color color)
{
    Bitboard pawns = position_pieces(pos, color, PIECE_PAWN);
    int ranks = 0;

    while (pawns) {
        const int rank = square_rank(bitboard_pop(&pawns));
        ranks += color == COLOR_WHITE ? rank - 1 : 6 - rank;
    }
    return ranks;
}

int evaluation_plain(const Position *pos, const int weight[static WEIGHT_COUNT], bool losing_wins,
                     int own_moves, int other_moves)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    int material = 0;

    for (int type = PIECE_PAWN; type <= PIECE_QUEEN; type++)
        material += weight[type] * (bitboard_count(position_pieces(pos, us, (PieceType)type)) -
                                    bitboard_count(position_pieces(pos, them, (PieceType)type)));
    return (losing_wins ? -material : material) +
           weight[WEIGHT_FREEDOM] * (own_moves - other_moves) -
           weight[WEIGHT_UNMOVED] * (count_unmoved(pos, us) - count_unmoved(pos, them)) +
           weight[WEIGHT_ADVANCE] * (count_advances(pos, us) - count_advances(pos, them));
}

static Phased phased_add(Phased a, Phased b)
{
    return (Phased){a.middle + b.middle, a.end + b.end};
}

static Phased phased_times(Phased a, int factor)
{
    return (Phased){a.middle * factor, a.end * factor};
}

static const int PHASE[PIECE_TYPE_COUNT] = {
    [PIECE_KNIGHT] = 1,
    [PIECE_BISHOP] = 1,
    [PIECE_ROOK] = 2,
    [PIECE_QUEEN] = 4,
};

const Phased FIGURES_STANDARD[FIGURE_COUNT] = {
#define FIGURE(id, name, middle, end) {middle, end},
#define UNUSED_FIGURE(id) {0, 0},
#include "players/search/evaluation_figures.def"
};

/* They are known when this is compiled, which makes them faster than others; not so what squares
 * are worth. */
static EvaluationFigures standard;

static Bitboard front_span[SQUARE_COUNT]; /* White's: the squares before, on three files */
static Bitboard beside[8];                /* the files next to a file */

static int steps_from_centre(Square sq)
{
    const int file = square_file(sq), rank = square_rank(sq);

    return MAX(3 - file, file - 4) + MAX(3 - rank, rank - 4);
}

/* The figure of @type that the pawns have as @figure. */
static int figure_of_piece(PieceType type, Figure figure)
{
    return (int)figure + (int)type * (FIGURE_KNIGHT_VALUE - FIGURE_PAWN_VALUE);
}

static Phased square_worth(const Phased *of, PieceType type, Square sq)
{
    const Phased centre = of[figure_of_piece(type, FIGURE_PAWN_CENTRE)];
    const Phased forward = of[figure_of_piece(type, FIGURE_PAWN_FORWARD)];

    return phased_add(of[figure_of_piece(type, FIGURE_PAWN_VALUE)],
                      phased_add(phased_times(centre, 3 - steps_from_centre(sq)),
                                 phased_times(forward, square_rank(sq))));
}

static void build_figures(EvaluationFigures *figures, const Phased of[static FIGURE_COUNT])
{
    memcpy(figures->of, of, sizeof figures->of);
    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        for (Square sq = 0; sq < SQUARE_COUNT; sq++)
            figures->square[type][sq] = square_worth(of, type, sq);
}

static void build_front_span(Square sq)
{
    const int file = square_file(sq), rank = square_rank(sq);

    for (int other = rank + 1; other < 8; other++)
        for (int next = MAX(file - 1, 0); next <= MIN(file + 1, 7); next++)
            front_span[sq] |= bitboard_of(square_at(next, other));
}

__attribute__((constructor)) static void build_tables(void)
{
    build_figures(&standard, FIGURES_STANDARD);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        build_front_span(sq);
    for (int file = 0; file < 8; file++)
        beside[file] =
            (file > 0 ? FILE_A << (file - 1) : 0) | (file < 7 ? FILE_A << (file + 1) : 0);
}

EvaluationFigures *evaluation_figures_new(const Phased figures[static FIGURE_COUNT])
{
    EvaluationFigures *made;

    if (memcmp(figures, FIGURES_STANDARD, sizeof FIGURES_STANDARD) == 0)
        return NULL;
    made = g_new(EvaluationFigures, 1);
    build_figures(made, figures);
    return made;
}

/* @set as @color sees it: for Black the ranks are turned round. */
static Bitboard seen_by(Color color, Bitboard set)
{
    return color == COLOR_WHITE ? set : __builtin_bswap64(set);
}

/* The code below is compiled twice, the second time with the standard figures in the code. */
#define INLINE static inline __attribute__((always_inline))

INLINE Phased evaluate_pawns(const Phased *of, Bitboard own, Bitboard others)
{
    Phased sum = {0, 0};

    for (Bitboard rest = own; rest;) {
        const Square sq = bitboard_pop(&rest);
        const Bitboard file = FILE_A << square_file(sq);
        if (bitboard_has_several(own & file))
            sum = phased_add(sum, of[FIGURE_DOUBLED]);
        if (!(own & beside[square_file(sq)]))
            sum = phased_add(sum, of[FIGURE_ISOLATED]);
        if (!(others & front_span[sq]) && !(own & file & front_span[sq]))
            sum = phased_add(sum, of[FIGURE_PASSED_0 + square_rank(sq) - 1]);
    }
    return sum;
}

INLINE Phased evaluate_side(const Phased *of, const EvaluationFigures *figures, const Position *pos,
                            Color color, int *phase)
{
    const Bitboard occupied = position_occupied(pos), own = pos->by_color[color];
    const Bitboard pawns = pos->by_type[PIECE_PAWN];
    const Bitboard own_pawns = seen_by(color, own & pawns);
    const int mirror = color == COLOR_WHITE ? 0 : 56;
    Phased sum = evaluate_pawns(of, own_pawns, seen_by(color, pawns & ~own));

    for (Bitboard rest = own; rest;) {
        const Square sq = bitboard_pop(&rest);
        const PieceType type = position_type_at(pos, sq);
        sum = phased_add(sum, figures->square[type][sq ^ mirror]);
        if (type == PIECE_PAWN || type == PIECE_KING)
            continue;
        *phase += PHASE[type];
        sum = phased_add(
            sum, phased_times(of[figure_of_piece(type, FIGURE_PAWN_MOBILITY)],
                              bitboard_count(attacks_from(type, color, sq, occupied) & ~own)));
        if (type == PIECE_ROOK && !(own & pawns & FILE_A << square_file(sq)))
            sum = phased_add(sum, of[FIGURE_OPEN_FILE]);
    }
    if (bitboard_has_several(own & pos->by_type[PIECE_BISHOP]))
        sum = phased_add(sum, of[FIGURE_BISHOP_PAIR]);
    return phased_add(sum,
                      phased_times(of[FIGURE_COVER],
                                   bitboard_count(front_span[position_king(pos, color) ^ mirror] &
                                                  own_pawns & (RANK_3 | RANK_3 >> 8))));
}

INLINE int evaluate(const Phased *of, const EvaluationFigures *figures, const Position *pos)
{
    const Phased tempo = of[FIGURE_TEMPO];
    Phased side[COLOR_COUNT];
    int middle, end, phase = 0;

    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        side[color] = evaluate_side(of, figures, pos, color, &phase);
    middle = side[pos->turn].middle - side[pos->turn ^ 1].middle + tempo.middle;
    end = side[pos->turn].end - side[pos->turn ^ 1].end + tempo.end;
    phase = MIN(phase, EVALUATION_PHASES); /* more after promotions */
    return (middle * phase + end * (EVALUATION_PHASES - phase)) / EVALUATION_PHASES;
}

static __attribute__((noinline)) int evaluate_by(const EvaluationFigures *figures,
                                                 const Position *pos)
{
    return CLAMP(evaluate(figures->of, figures, pos), -EVALUATION_MOST, EVALUATION_MOST);
}

int evaluation_phased(const Position *pos, const EvaluationFigures *figures)
{
    return figures != NULL ? evaluate_by(figures, pos) : evaluate(FIGURES_STANDARD, &standard, pos);
}
