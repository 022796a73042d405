#include "board/attacks.h"

#include <glib.h>

SliderTable ATTACKS_BISHOP[SQUARE_COUNT];
SliderTable ATTACKS_ROOK[SQUARE_COUNT];
Bitboard ATTACKS_KNIGHT[SQUARE_COUNT];
Bitboard ATTACKS_KING[SQUARE_COUNT];
Bitboard ATTACKS_PAWN[COLOR_COUNT][SQUARE_COUNT];
Bitboard ATTACKS_BETWEEN[SQUARE_COUNT][SQUARE_COUNT];
Bitboard ATTACKS_LINE[SQUARE_COUNT][SQUARE_COUNT];

typedef struct {
    int file, rank;
} Step;

/* Two that rise to higher squares, and those back. */
static const Step BISHOP_STEPS[4] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
static const Step ROOK_STEPS[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const Step KNIGHT_STEPS[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The sums over all squares of 2^(squares in the mask), of bishops and of rooks. */
static Bitboard slider_entries[5248 + 102400];

/* Found by trying random numbers with few bits set until no two different attack sets fell on the
 * same entry; build_slider() checks each again. */
static const uint64_t BISHOP_FACTORS[SQUARE_COUNT] = {
    0x0040020414018a12, 0x00a0040501430092, 0x48310502020c1118, 0x2008204041008000,
    0x004c050445002040, 0x0069016010008000, 0x00044a0220a00200, 0x0082a08804012022,
    0x04040c2054010200, 0x8018042c04106205, 0x0c61041c02820400, 0x0400040401800500,
    0x0000a20210000000, 0x8080030402c00084, 0x401230c808089800, 0x3000048088280205,
    0x0040010890030200, 0x0830441801080080, 0x00101002102a0060, 0x010404080120a200,
    0x002c040080a01004, 0x1003611100884000, 0xd115000404011440, 0x1000800200944102,
    0x40c8080040820800, 0x0801281020180118, 0x000124000800d400, 0x0260080001044028,
    0x4848840000802001, 0x284111020200c100, 0x00008402c1824820, 0xc020c20000808420,
    0x4088821041882020, 0x0008140a04500201, 0x0004002c00480040, 0x0000202021080080,
    0x000a208401020020, 0x042810004080880c, 0x0804050c01060088, 0x40020400a210d201,
    0x00010c2004002000, 0x6844020211000202, 0x000011c028005000, 0x0000210141001800,
    0x0402080102400400, 0x402b020092000d02, 0x8008028082008400, 0x2030088102510500,
    0x2025880110110002, 0x0808a08450082440, 0xa400083084102024, 0x1080002261880006,
    0x0000084010824020, 0x400028220846020c, 0x084130020c810004, 0x9028010c04004080,
    0x4402340084042004, 0x0104002c14240402, 0x00b4023020843020, 0x040c0401028c0402,
    0x06010084100a0211, 0x4140001c10120200, 0x1100492008008100, 0x4e04a00400420040,
};

static const uint64_t ROOK_FACTORS[SQUARE_COUNT] = {
    0x8080004000102088, 0x0040100040002000, 0x590018a001410010, 0x0080100008000c80,
    0x02000c8200201088, 0x03000844000a2100, 0x0100088409000200, 0x0100110000a08042,
    0x10408000804002a1, 0x0000802001400480, 0x1000802000803000, 0x0000804800100180,
    0x1001001800510004, 0x002a0010040a0048, 0x3103000200410084, 0x1000800055000180,
    0x2000808000400120, 0x0810024000402000, 0x8801010044600030, 0x0000808008001000,
    0x2200310008000500, 0x2008808004000200, 0x0450010100020004, 0x0001420000c08104,
    0x0088400880008024, 0x44d0014040002000, 0x10c4200080100082, 0x0120080080500080,
    0x0005001500105800, 0x8482000200041018, 0xd001004100420004, 0xa100084200110084,
    0x8460400020800084, 0x2881008202002041, 0x0040100582802000, 0x0020801801803000,
    0x0884800402800800, 0x001a00100a001984, 0x004010080400090a, 0x0824104412000a81,
    0x2000802c40008000, 0x240104804001002b, 0x0002004130820020, 0x4818028010008008,
    0x8002009008220004, 0x0400506440080120, 0x4022000104060008, 0x0028008100420004,
    0x1081008001582100, 0x4005400180200180, 0x0010012001823980, 0x0000200910010100,
    0x0080800800040080, 0x0004001810201401, 0x0409000200840100, 0x0021000086085900,
    0x0010845322004102, 0xcd11810016204202, 0x04022042108a0082, 0x0202015004201842,
    0x000200118804202a, 0x010200b1100c0802, 0x0000018601300804, 0x4402148904440022,
};

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* The squares from @sq along @step up to the edge. */
static Bitboard ray_squares(Square sq, Step step)
{
    Bitboard squares = 0;
    int file = square_file(sq) + step.file;
    int rank = square_rank(sq) + step.rank;

    for (; on_board(file, rank); file += step.file, rank += step.rank)
        squares |= bitboard_of(square_at(file, rank));
    return squares;
}

/* @whole, a ray that @rises to higher squares or falls to lower ones, up to the first blocker,
 * which is included. */
static inline Bitboard cut_ray(Bitboard whole, bool rises, Bitboard occupied)
{
    const Bitboard blockers = whole & occupied;

    if (rises)
        return whole & (blockers ^ (blockers - 1));
    return whole & ~UINT64_C(0) << (63 - __builtin_clzll(blockers | 1));
}

static Bitboard leap_squares(Square sq, const Step *steps, int count)
{
    Bitboard squares = 0;

    for (int i = 0; i < count; i++) {
        const int file = square_file(sq) + steps[i].file;
        const int rank = square_rank(sq) + steps[i].rank;
        if (on_board(file, rank))
            squares |= bitboard_of(square_at(file, rank));
    }
    return squares;
}

/* The squares of the lines from @sq on which a piece blocks something: on the last of a ray it does
 * not, so the edges do not matter, except the edge on which the slider itself stands. */
static Bitboard relevant_occupancy(Square sq)
{
    const Bitboard ranks = (RANK_1 | RANK_8) & ~(RANK_1 << 8 * square_rank(sq));
    const Bitboard files = (FILE_A | FILE_H) & ~(FILE_A << square_file(sq));

    return ~(ranks | files);
}

/* What a slider attacks along one line, given the blockers there. */
typedef struct {
    Bitboard blockers, squares;
} LineAttacks;

#define LINE_ATTACKS 64 /* six squares of a line at most matter */

/* Sets @out_attacks for all blockers on the line from @sq along @step and back, none first, and
 * returns their number. */
static int line_attacks(Square sq, Step step, LineAttacks out_attacks[static LINE_ATTACKS])
{
    const Bitboard rise = ray_squares(sq, step),
                   fall = ray_squares(sq, (Step){-step.file, -step.rank});
    const Bitboard mask = (rise | fall) & relevant_occupancy(sq);
    Bitboard blockers = 0;
    int count = 0;

    do { /* every subset of the mask once: Carry-Rippler */
        out_attacks[count++] =
            (LineAttacks){blockers, cut_ray(rise, true, blockers) | cut_ray(fall, false, blockers)};
        blockers = (blockers - mask) & mask;
    } while (blockers);
    return count;
}

/* Fills the entries of one square and returns how many there are. */
static int build_slider(SliderTable *table, Square sq, const Step steps[2], uint64_t factor,
                        Bitboard *entries)
{
    LineAttacks along[LINE_ATTACKS], across[LINE_ATTACKS];
    const int along_count = line_attacks(sq, steps[0], along);
    const int across_count = line_attacks(sq, steps[1], across);

    table->mask = (along[0].squares | across[0].squares) & relevant_occupancy(sq);
    table->attacks = entries;
    table->factor = factor;
    table->shift = (unsigned)(64 - bitboard_count(table->mask));
    for (int i = 0; i < along_count; i++)
        for (int j = 0; j < across_count; j++)
            entries[slider_index(table, along[i].blockers | across[j].blockers)] =
                along[i].squares | across[j].squares;
    return along_count * across_count;
}

static void build_sliders(void)
{
    Bitboard *end = slider_entries;

    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        end += build_slider(&ATTACKS_BISHOP[sq], sq, BISHOP_STEPS, BISHOP_FACTORS[sq], end);
        end += build_slider(&ATTACKS_ROOK[sq], sq, ROOK_STEPS, ROOK_FACTORS[sq], end);
    }
}

static void build_leapers(void)
{
    static const Step white_captures[2] = {{-1, 1}, {1, 1}};
    static const Step black_captures[2] = {{-1, -1}, {1, -1}};

    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        ATTACKS_KNIGHT[sq] = leap_squares(sq, KNIGHT_STEPS, 8);
        ATTACKS_KING[sq] = leap_squares(sq, BISHOP_STEPS, 4) | leap_squares(sq, ROOK_STEPS, 4);
        ATTACKS_PAWN[COLOR_WHITE][sq] = leap_squares(sq, white_captures, 2);
        ATTACKS_PAWN[COLOR_BLACK][sq] = leap_squares(sq, black_captures, 2);
    }
}

static void build_lines(Square a, const Step steps[4])
{
    for (int i = 0; i < 4; i++) {
        const Step back = {-steps[i].file, -steps[i].rank};
        const Bitboard forward = ray_squares(a, steps[i]);
        for (Bitboard rest = forward; rest; rest &= rest - 1) {
            const Square b = bitboard_first(rest);
            ATTACKS_LINE[a][b] = forward | ray_squares(a, back) | bitboard_of(a);
            ATTACKS_BETWEEN[a][b] = cut_ray(forward, i < 2, bitboard_of(b)) & ~bitboard_of(b);
        }
    }
}

__attribute__((constructor)) static void build_tables(void)
{
    build_sliders();
    build_leapers();
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        build_lines(sq, BISHOP_STEPS);
        build_lines(sq, ROOK_STEPS);
    }
}
