/* Which squares a piece attacks, and which lines lie between squares. Tables, built before main().
 *
 * A piece attacks a square if it could capture there: own pieces count, pins do not. */
#pragma once

#include "board/bitboard.h"
#include "board/move.h"

/* Sliding attacks by perfect hashing of the blockers that matter.
 *
 * Source: P. Kannan, Magic move-bitboard generation in computer chess, 2007. */
typedef struct {
    Bitboard mask; /* the squares on which a blocker matters */
    uint64_t factor;
    unsigned shift;
    const Bitboard *attacks;
} SliderTable;

extern SliderTable ATTACKS_BISHOP[SQUARE_COUNT];
extern SliderTable ATTACKS_ROOK[SQUARE_COUNT];
extern Bitboard ATTACKS_KNIGHT[SQUARE_COUNT];
extern Bitboard ATTACKS_KING[SQUARE_COUNT];
extern Bitboard ATTACKS_PAWN[COLOR_COUNT][SQUARE_COUNT];
extern Bitboard ATTACKS_BETWEEN[SQUARE_COUNT][SQUARE_COUNT];
extern Bitboard ATTACKS_LINE[SQUARE_COUNT][SQUARE_COUNT];

static inline uint64_t slider_index(const SliderTable *table, Bitboard occupied)
{
    return (occupied & table->mask) * table->factor >> table->shift;
}

static inline Bitboard attacks_bishop(Square sq, Bitboard occupied)
{
    const SliderTable *table = &ATTACKS_BISHOP[sq];
    return table->attacks[slider_index(table, occupied)];
}

static inline Bitboard attacks_rook(Square sq, Bitboard occupied)
{
    const SliderTable *table = &ATTACKS_ROOK[sq];
    return table->attacks[slider_index(table, occupied)];
}

static inline __attribute__((always_inline)) Bitboard attacks_queen(Square sq, Bitboard occupied)
{
    return attacks_bishop(sq, occupied) | attacks_rook(sq, occupied);
}

static inline Bitboard attacks_knight(Square sq)
{
    return ATTACKS_KNIGHT[sq];
}

static inline Bitboard attacks_king(Square sq)
{
    return ATTACKS_KING[sq];
}

static inline Bitboard attacks_pawn(Color color, Square sq)
{
    return ATTACKS_PAWN[color][sq];
}

/* The squares strictly between @a and @b if they share a rank, file or diagonal; else the empty
 * set. */
static inline Bitboard attacks_between(Square a, Square b)
{
    return ATTACKS_BETWEEN[a][b];
}

/* The whole rank, file or diagonal through @a and @b, from edge to edge; empty if they share
 * none. */
static inline Bitboard attacks_line(Square a, Square b)
{
    return ATTACKS_LINE[a][b];
}

/* The squares that a piece of @type and @color on @sq attacks. Always inlined, as it is asked in
 * inner loops: left to itself the compiler inlines it here and there. */
static inline __attribute__((always_inline)) Bitboard attacks_from(PieceType type, Color color,
                                                                   Square sq, Bitboard occupied)
{
    switch (type) {
    case PIECE_PAWN:
        return attacks_pawn(color, sq);
    case PIECE_KNIGHT:
        return attacks_knight(sq);
    case PIECE_BISHOP:
        return attacks_bishop(sq, occupied);
    case PIECE_ROOK:
        return attacks_rook(sq, occupied);
    case PIECE_QUEEN:
        return attacks_queen(sq, occupied);
    case PIECE_KING:
        return attacks_king(sq);
    case PIECE_NONE:
        break;
    }
    return 0;
}

/* All squares that the pawns of @color on @pawns attack. */
static inline Bitboard attacks_pawns(Color color, Bitboard pawns)
{
    return color == COLOR_WHITE ? (pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9
                                : (pawns & ~FILE_A) >> 9 | (pawns & ~FILE_H) >> 7;
}

/* All squares that knights, or kings, on @pieces attack. */
static inline Bitboard attacks_knights(Bitboard pieces)
{
    const Bitboard one = (pieces & ~FILE_A) >> 1 | (pieces & ~FILE_H) << 1;
    const Bitboard two =
        (pieces & ~(FILE_A | FILE_A << 1)) >> 2 | (pieces & ~(FILE_H | FILE_H >> 1)) << 2;

    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

static inline Bitboard attacks_kings(Bitboard pieces)
{
    const Bitboard beside = (pieces & ~FILE_A) >> 1 | (pieces & ~FILE_H) << 1;
    const Bitboard row = pieces | beside;

    return beside | row << 8 | row >> 8;
}

/* The squares that @pieces see in one direction, @step squares up or down, if they may pass over
 * those of @free. In three strides: over one square, two more, four more.
 *
 * Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm (occluded fill) */
static inline Bitboard attacks_up(Bitboard pieces, Bitboard free, int step)
{
    pieces |= free & pieces << step;
    free &= free << step;
    pieces |= free & pieces << 2 * step;
    free &= free << 2 * step;
    pieces |= free & pieces << 4 * step;
    return pieces << step;
}

static inline Bitboard attacks_down(Bitboard pieces, Bitboard free, int step)
{
    pieces |= free & pieces >> step;
    free &= free >> step;
    pieces |= free & pieces >> 2 * step;
    free &= free >> 2 * step;
    pieces |= free & pieces >> 4 * step;
    return pieces >> step;
}

/* All squares that bishops, or rooks, on @pieces attack. */
static inline Bitboard attacks_bishops(Bitboard pieces, Bitboard occupied)
{
    const Bitboard east = ~(occupied | FILE_A), west = ~(occupied | FILE_H);

    return ((attacks_up(pieces, east, 9) | attacks_down(pieces, east, 7)) & ~FILE_A) |
           ((attacks_up(pieces, west, 7) | attacks_down(pieces, west, 9)) & ~FILE_H);
}

static inline Bitboard attacks_rooks(Bitboard pieces, Bitboard occupied)
{
    const Bitboard free = ~occupied;

    return attacks_up(pieces, free, 8) | attacks_down(pieces, free, 8) |
           (attacks_up(pieces, free & ~FILE_A, 1) & ~FILE_A) |
           (attacks_down(pieces, free & ~FILE_H, 1) & ~FILE_H);
}
