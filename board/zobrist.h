/* Random numbers that, combined by exclusive or, name a position in 64 bits.
 *
 * Source: A. L. Zobrist, A new hashing method with application for game playing, 1970. */
#pragma once

#include "board/bitboard.h"
#include "board/piece.h"

/* One number for each thing that can be true of a position. Built before main(), the same on every
 * machine. */
typedef struct {
    uint64_t piece[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_COUNT];
    uint64_t castling[16];       /* by the set of castling rights */
    uint64_t en_passant_file[8]; /* only if a capture en passant is legal */
    uint64_t black_to_move;
} ZobristNumbers;

extern ZobristNumbers ZOBRIST;
