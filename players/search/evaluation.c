#include "players/search/evaluation.h"

#include <glib.h>

const WeightInfo WEIGHTS[WEIGHT_COUNT] = {
    [WEIGHT_PAWN] = {"pawn", 100},     [WEIGHT_KNIGHT] = {"knight", 300},
    [WEIGHT_BISHOP] = {"bishop", 300}, [WEIGHT_ROOK] = {"rook", 500},
    [WEIGHT_QUEEN] = {"queen", 900},   [WEIGHT_FREEDOM] = {"freedom", 1},
    [WEIGHT_UNMOVED] = {"unmoved", 8}, [WEIGHT_ADVANCE] = {"advance", 2},
};

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

/* A figure for the middle game and one for the end game. */
typedef struct {
    int middle, end;
} Phased;

static Phased phased_add(Phased a, Phased b)
{
    return (Phased){a.middle + b.middle, a.end + b.end};
}

static Phased phased_times(Phased a, int factor)
{
    return (Phased){a.middle * factor, a.end * factor};
}

static const struct {
    Phased value;
    Phased centre;   /* each step nearer to the centre of the board */
    Phased forward;  /* each rank away from the own side */
    Phased mobility; /* each square attacked where no own piece stands */
    int phase;
} PIECES[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = {{88, 108}, {3, 0}, {2, 6}, {0, 0}, 0},
    [PIECE_KNIGHT] = {{325, 295}, {5, 6}, {4, 1}, {4, 3}, 1},
    [PIECE_BISHOP] = {{335, 310}, {2, 3}, {1, 0}, {4, 4}, 1},
    [PIECE_ROOK] = {{475, 525}, {2, 0}, {1, 2}, {2, 4}, 2},
    [PIECE_QUEEN] = {{1000, 960}, {0, 4}, {-1, 2}, {1, 3}, 4},
    [PIECE_KING] = {{0, 0}, {-8, 9}, {-16, 3}, {0, 0}, 0},
};

static const Phased BISHOP_PAIR = {28, 45};
static const Phased ROOK_ON_OPEN_FILE = {22, 8};
static const Phased DOUBLED_PAWN = {-8, -18};
static const Phased ISOLATED_PAWN = {-12, -14};
static const Phased SHELTER = {12, 0}; /* each own pawn before the king */
static const Phased TEMPO = {12, 6};

/* By the ranks that it has come forward. */
static const Phased PASSED_PAWN[7] = {{0, 5},   {2, 10},   {5, 18},   {14, 36},
                                      {32, 66}, {62, 108}, {100, 165}};

/* The worth of White's pieces by square; Black's are worth the same on the mirrored squares. */
static Phased square_worth[PIECE_TYPE_COUNT][SQUARE_COUNT];

static Bitboard front_span[SQUARE_COUNT]; /* White's: the squares before, on three files */
static Bitboard beside[8];                /* the files next to a file */

static int steps_from_centre(Square sq)
{
    const int file = square_file(sq), rank = square_rank(sq);

    return MAX(3 - file, file - 4) + MAX(3 - rank, rank - 4);
}

static void build_square(Square sq)
{
    const int file = square_file(sq), rank = square_rank(sq);

    for (int type = PIECE_PAWN; type <= PIECE_KING; type++)
        square_worth[type][sq] =
            phased_add(PIECES[type].value,
                       phased_add(phased_times(PIECES[type].centre, 3 - steps_from_centre(sq)),
                                  phased_times(PIECES[type].forward, rank)));
    for (int other = rank + 1; other < 8; other++)
        for (int next = MAX(file - 1, 0); next <= MIN(file + 1, 7); next++)
            front_span[sq] |= bitboard_of(square_at(next, other));
}

__attribute__((constructor)) static void build_tables(void)
{
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        build_square(sq);
    for (int file = 0; file < 8; file++)
        beside[file] =
            (file > 0 ? FILE_A << (file - 1) : 0) | (file < 7 ? FILE_A << (file + 1) : 0);
}

/* @set as @color sees it: for Black the ranks are turned round. */
static Bitboard seen_by(Color color, Bitboard set)
{
    return color == COLOR_WHITE ? set : __builtin_bswap64(set);
}

static Phased evaluate_pawns(Bitboard own, Bitboard others)
{
    Phased sum = {0, 0};

    for (Bitboard rest = own; rest;) {
        const Square sq = bitboard_pop(&rest);
        const Bitboard file = FILE_A << square_file(sq);
        if (bitboard_has_several(own & file))
            sum = phased_add(sum, DOUBLED_PAWN);
        if (!(own & beside[square_file(sq)]))
            sum = phased_add(sum, ISOLATED_PAWN);
        if (!(others & front_span[sq]) && !(own & file & front_span[sq]))
            sum = phased_add(sum, PASSED_PAWN[square_rank(sq) - 1]);
    }
    return sum;
}

static Phased evaluate_side(const Position *pos, Color color, int *phase)
{
    const Bitboard occupied = position_occupied(pos), own = pos->by_color[color];
    const Bitboard pawns = pos->by_type[PIECE_PAWN];
    const Bitboard own_pawns = seen_by(color, own & pawns);
    const int mirror = color == COLOR_WHITE ? 0 : 56;
    Phased sum = evaluate_pawns(own_pawns, seen_by(color, pawns & ~own));

    for (Bitboard rest = own; rest;) {
        const Square sq = bitboard_pop(&rest);
        const PieceType type = position_type_at(pos, sq);
        sum = phased_add(sum, square_worth[type][sq ^ mirror]);
        *phase += PIECES[type].phase;
        if (type == PIECE_PAWN || type == PIECE_KING)
            continue;
        sum = phased_add(
            sum, phased_times(PIECES[type].mobility,
                              bitboard_count(attacks_from(type, color, sq, occupied) & ~own)));
        if (type == PIECE_ROOK && !(own & pawns & FILE_A << square_file(sq)))
            sum = phased_add(sum, ROOK_ON_OPEN_FILE);
    }
    if (bitboard_has_several(own & pos->by_type[PIECE_BISHOP]))
        sum = phased_add(sum, BISHOP_PAIR);
    return phased_add(
        sum, phased_times(SHELTER, bitboard_count(front_span[position_king(pos, color) ^ mirror] &
                                                  own_pawns & (RANK_3 | RANK_3 >> 8))));
}

int evaluation_phased(const Position *pos)
{
    int phase = 0;
    const Phased own = evaluate_side(pos, (Color)pos->turn, &phase);
    const Phased other = evaluate_side(pos, color_opponent((Color)pos->turn), &phase);
    const int middle = own.middle - other.middle + TEMPO.middle;
    const int end = own.end - other.end + TEMPO.end;

    phase = MIN(phase, EVALUATION_PHASES); /* more after promotions */
    return (middle * phase + end * (EVALUATION_PHASES - phase)) / EVALUATION_PHASES;
}
