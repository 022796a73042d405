/* Worth of a square of a board of 64 to the piece that stands there, for the logics position and
 * promotion.
 *
 * Each agent knows it for its own square, for the one it goes to, for the pieces it would capture,
 * and for those of both sides whose lines it opens or closes. Squares that its pawn begins to guard
 * and attackers that its king escapes do not count: with them no more games are won.
 *
 * Units:  hundredths of a pawn.
 * Source: thesis, section 5 ("position evaluation ... completely missed") and 3.2.6 ("good end game
 *         logic"). The thesis gives no values; where each of ours comes from is said in
 *         logic_weights.def. */
#pragma once

#include "agents/beyond/logic_weights.h"
#include "agents/boards/facts_chess.h"

/* @attacks_of: what the piece on each square attacks. @weights must live as long. */
void places_take(const Position *pos, const Bitboard attacks_of[static SQUARE_COUNT],
                 const LogicWeights *weights, Places *out_places);

/* The worth of its place to the piece of @type and @color on @sq, which attacks @attacks. */
int places_worth(const Places *places, const Position *pos, Color color, PieceType type, Square sq,
                 Bitboard attacks);

/* Change by @move for the bishops, rooks and queens that it neither moves nor captures, which see
 * farther or less far: the gain of the own ones less that of the opponent's. */
int places_gain_of_others(const Places *places, const Position *pos, Move move);

/* The gain of @color in passed pawns by @move: the worth of its own less that of the opponent's,
 * after the move less before it. */
int places_promotion_gain(const Places *places, const Position *pos, Move move);

/* The square where a pawn of @color that no piece can stop any more becomes a queen, with @turn to
 * move; SQUARE_NONE if there is no such pawn. */
Square places_unstoppable(const Position *pos, Color color, Color turn);
