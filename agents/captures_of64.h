/* What a side may capture on a board of 64 squares, wherever the best of it stands. */
#pragma once

#include "agents/exchange_of64.h"
#include "agents/parts.h"

/* What a pawn gains that becomes a queen. */
#define GAIN_OF_PROMOTION (PIECE_VALUE[PIECE_QUEEN] - PIECE_VALUE[PIECE_PAWN])

/* What is known of a side before it captures. */
typedef struct {
    Color side;
    bool by_exchange; /* captures are thought to their end; else as levels 2 to 8 see them: the
                         cheapest attacker, and whether there is a defender */
    Bitboard own_attacks, other_attacks;
    Bitboard anyone; /* where any piece may capture, */
    Bitboard king;   /* and where only the king may */
} Reach;

/* The pieces that can be captured in the end. */
Bitboard captures_possible(const Arrangement *arrangement, const Reach *reach);

/* What the two best captures on different squares gain, 0 if there is none; if one gains more than
 * @enough, better ones need not be found. Pins must have been found. */
void captures_best(const Arrangement *arrangement, const Reach *reach, int enough,
                   Gain out_best[static 2]);

/* Shows to @best the pawns one step before the last rank that nothing stops there, each worth
 * @gain. */
void captures_add_promotions(const Arrangement *arrangement, const Reach *reach, int gain,
                             Gain best[static 2]);

/* What the side of @reach, which is to move, gains at most by an exchange after which it is to move
 * again and gains on another square: the defender there was captured, or has captured back. The
 * opponent may leave the first capture unanswered instead. @least if that is no more. The
 * square is that of the first capture.
 *
 * Units: hundredths of a pawn. */
Gain captures_of_overloaded(const Arrangement *arrangement, const Reach *reach, int least);
