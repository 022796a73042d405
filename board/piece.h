/* Colours, kinds of pieces and what they are worth. */
#pragma once

#include <stdbool.h>

typedef enum { COLOR_WHITE, COLOR_BLACK, COLOR_COUNT } Color;

typedef enum {
    PIECE_PAWN,
    PIECE_KNIGHT,
    PIECE_BISHOP,
    PIECE_ROOK,
    PIECE_QUEEN,
    PIECE_KING,
    PIECE_TYPE_COUNT,
    PIECE_NONE = PIECE_TYPE_COUNT
} PieceType;

/* "Infinite" in the thesis: larger than everything else on a board together. */
#define PIECE_KING_VALUE 1000000

/* The material value of each kind of piece, 0 for PIECE_NONE.
 *
 * Units:  hundredths of a pawn.
 * Source: thesis, table 2.2. */
extern const int PIECE_VALUE[PIECE_TYPE_COUNT + 1];

/* "pawn" .. "king". */
extern const char *const PIECE_NAME[PIECE_TYPE_COUNT];

static inline Color color_opponent(Color color)
{
    return (Color)(color ^ 1);
}

/* Whether pieces of @type look along lines as far as these are free. */
static inline bool piece_is_slider(PieceType type)
{
    return type == PIECE_BISHOP || type == PIECE_ROOK || type == PIECE_QUEEN;
}
