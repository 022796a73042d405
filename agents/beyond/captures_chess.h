/* The captures that a side can make on a board of 64 squares, and double attacks.
 *
 * Source: thesis, section 6, first point, and section 3.2.5, which say that they are missing. */
#pragma once

#include "agents/parts.h"
#include "board/exchange.h"

/* The gain of a pawn that becomes a queen. */
#define GAIN_OF_PROMOTION (PIECE_VALUE[PIECE_QUEEN] - PIECE_VALUE[PIECE_PAWN])

/* The data of a side before it captures. */
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

/* The gains of the two best captures on different squares, 0 if there is none; if one gains more
 * than @limit, better ones need not be found. Pins must have been found. */
void captures_best(const Arrangement *arrangement, const Reach *reach, int limit,
                   Gain out_best[static 2]);

/* Shows to @best the pawns one step before the last rank that nothing stops there, each worth
 * @gain. */
void captures_add_promotions(const Arrangement *arrangement, const Reach *reach, int gain,
                             Gain best[static 2]);

/* Upper bound of the gain of the side of @reach, which is to move, by an exchange after which it is
 * to move again and gains on another square: the defender there was captured, or has captured back.
 * The opponent may leave the first capture unanswered instead. @least if that is no more. The
 * square is that of the first capture.
 *
 * Units: hundredths of a pawn. */
Gain captures_of_overloaded(const Arrangement *arrangement, const Reach *reach, int least);

/* The most that @side, which is to move and not in check, could gain by a move that attacks two
 * pieces at once, or the king and a piece, or a piece and one behind it on the same line, from
 * where it cannot be captured with profit or for its like: what the move captures, and what remains
 * when the opponent saves what is dearest, but no more than it costs the opponent to capture the
 * attacker instead. @other_attacks are the squares that the opponent attacks.
 * Pins must have been found.
 *
 * Units: hundredths of a pawn. */
Gain forks_gain(const Arrangement *arrangement, Color side, Bitboard other_attacks);
