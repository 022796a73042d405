/* Sets of the 64 squares of a chess board, one bit a square: a1 is bit 0, b1 bit 1, h8 bit 63. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t Bitboard;

/* 0 (a1), 1 (b1), ... 63 (h8); SQUARE_NONE is no square. */
typedef uint8_t Square;

enum {
    SQUARE_A1 = 0,
    SQUARE_C1 = 2,
    SQUARE_D1 = 3,
    SQUARE_E1 = 4,
    SQUARE_F1 = 5,
    SQUARE_G1 = 6,
    SQUARE_H1 = 7,
    SQUARE_A8 = 56,
    SQUARE_E8 = 60,
    SQUARE_H8 = 63,
    SQUARE_COUNT = 64,
    SQUARE_NONE = 64
};

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0x00000000000000ff)
#define RANK_8 UINT64_C(0xff00000000000000)
#define RANK_3 (RANK_1 << 16)
#define RANK_6 (RANK_1 << 40)
#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

static inline Square square_at(int file, int rank)
{
    return (Square)(rank * 8 + file);
}

static inline int square_file(Square sq)
{
    return sq & 7;
}

static inline int square_rank(Square sq)
{
    return sq >> 3;
}

/* How many steps a king needs between two squares of an empty board. */
static inline int square_distance(Square a, Square b)
{
    const int files = abs(square_file(a) - square_file(b));
    const int ranks = abs(square_rank(a) - square_rank(b));

    return files > ranks ? files : ranks;
}

/* Steps away from the middle files, or ranks, by which a square is nearer than the corners. */
static inline int square_centrality(Square sq)
{
    static const uint8_t NEARER[8] = {0, 1, 2, 3, 3, 2, 1, 0};

    return NEARER[square_file(sq)] + NEARER[square_rank(sq)];
}

static inline Bitboard bitboard_of(Square sq)
{
    return UINT64_C(1) << sq;
}

static inline bool bitboard_has(Bitboard set, Square sq)
{
    return set >> sq & 1;
}

static inline int bitboard_count(Bitboard set)
{
#ifdef __POPCNT__
    return __builtin_popcountll(set);
#else /* the compiler would call a table look-up in its library, which is slower */
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

static inline bool bitboard_has_several(Bitboard set)
{
    return (set & (set - 1)) != 0;
}

/* The lowest square of @set, which must not be empty. The squares of a set are walked with
 * for (Bitboard rest = set; rest; rest &= rest - 1) { sq = bitboard_first(rest); ... } */
static inline Square bitboard_first(Bitboard set)
{
    return (Square)__builtin_ctzll(set);
}

/* Takes the lowest square out of @set, which must not be empty, and returns it. */
static inline Square bitboard_pop(Bitboard *set)
{
    const Square sq = bitboard_first(*set);
    *set &= *set - 1;
    return sq;
}
