/* Static exchange evaluation on a board of 64 squares: the worth of a series of captures on one
 * square if both sides always capture with their cheapest piece, as long as that pays. Pieces
 * behind others join in as lines open. A king captures last and, unless kings are taken, only onto
 * a safe square.
 *
 * Units:  hundredths of a pawn (PIECE_VALUE).
 * Source: F. Reul, Static exchange evaluation with alpha-beta approach, ICGA Journal 33, 2010. */
#pragma once

#include "board/position.h"

/* Room for more captures than can follow each other on one square. */
#define EXCHANGE_MAX 40

/* What @count captures on one square, by two sides in turn, gain for the side that captures first
 * if each side goes on as long as that pays once the first is made; 0 without captures. @captured
 * is what each of them takes, @out_last the number of the last that is made, or -1. */
static inline int exchange_value(const int *captured, int count, int *out_last)
{
    int value = 0;

    *out_last = count - 1;
    for (int i = count - 1; i > 0; i--) {
        value = captured[i] - value;
        if (value > 0)
            continue;
        value = 0;
        *out_last = i - 1;
    }
    return count > 0 ? captured[0] - value : 0;
}

/* The pins of a position. */
typedef struct {
    Bitboard pinned[COLOR_COUNT];  /* the pieces that may capture only along their line to their
                                      king, */
    Bitboard pinners[COLOR_COUNT]; /* as long as one of these opponents stands */
    Square king[COLOR_COUNT];
    bool kings_are_taken; /* like other pieces: then nothing is pinned */
} Pins;

/* A position of any game on 64 squares, and its pins. */
typedef struct {
    Position pos;
    Pins pins;
} Arrangement;

/* Finds the pins of the pieces of @color. Returns the squares on which something must change if
 * they are to change, unless one of the other colour's sliders comes to any line of the king. */
Bitboard arrangement_find_pins(Arrangement *arrangement, Color color);

/* Captures on one square as they go on. */
typedef struct {
    const Position *pos;
    const Pins *pins; /* NULL: nothing is pinned */
    bool promotes;    /* a pawn on the last rank becomes a queen */
    Square sq;
    Bitboard occupied, attackers;
    Bitboard sliders; /* those that look along lines that lead to the square, near or far */
    int standing;     /* the worth of what stands on the square */
    int count;
    int last; /* the last capture that pays, once it is settled */
    int captured[EXCHANGE_MAX];
    Square from[EXCHANGE_MAX];
} Exchange;

/* Begins the captures of the piece on @sq, in which pawns promote. Pins must have been found. */
void exchange_begin(const Arrangement *arrangement, Square sq, Exchange *out_exchange);

/* Goes on with @side until no piece can take; returns the value for the side that took first. */
int exchange_settle(Exchange *exchange, Color side);

/* Gain of @side on @sq, where an opponent of it stands: 0 or more, as @side need not begin. Pins
 * must have been found. */
int exchange_on(const Arrangement *arrangement, Color side, Square sq);

/* The same if the piece on @from has to begin, whose capture is legal: may be negative. */
int exchange_begun_by(const Arrangement *arrangement, Square from, Square sq);

/* Whether @move, legal in @pos, wins at least @bound on the square it enters. Nothing is pinned, a
 * promotion counts as a pawn's move, castling as worth nothing. */
bool exchange_wins(const Position *pos, Move move, int bound);
