/* Exchanges on the board of three-player chess: the worth of a series of captures on one square if
 * both sides play it to its end. There are two sides: one player, "ours", and both others together;
 * it does not matter which of them captures. Kings are captured like other pieces, nothing is
 * pinned.
 *
 * Source: thesis, section 6, first point, and section 3.2.5, which say that it is missing. */
#pragma once

#include "agents/parts.h"
#include "board/three_position.h"

/* The pieces on the board. */
typedef struct {
    ThreeSet by_type[PIECE_TYPE_COUNT];
    ThreeSet by_color[THREE_COLOR_COUNT];
    ThreeColor us;
} ThreeArrangement;

ThreeArrangement three_arrangement_of(const ThreePosition *pos, ThreeColor us);

/* The pieces of our side, or of the opponents. */
ThreeSet three_arrangement_side(const ThreeArrangement *arrangement, bool ours);

static inline ThreeSet three_arrangement_occupied(const ThreeArrangement *arrangement)
{
    return three_set_union(
        three_set_union(arrangement->by_color[THREE_BLUE], arrangement->by_color[THREE_GREEN]),
        arrangement->by_color[THREE_RED]);
}

/* The kind of the piece on @sq, PIECE_NONE if there is none. */
PieceType three_arrangement_type_at(const ThreeArrangement *arrangement, ThreeSquare sq);

/* The pieces that attack @sq if only those of @occupied stand. */
ThreeSet three_arrangement_attackers(const ThreeArrangement *arrangement, ThreeSquare sq,
                                     const ThreeSet *occupied);

/* The squares that our pieces, or those of the opponents, attack. */
ThreeSet three_arrangement_attacks(const ThreeArrangement *arrangement, bool ours);

/* Whose piece stands on @sq, where one must stand. */
ThreeColor three_arrangement_color_at(const ThreeArrangement *arrangement, ThreeSquare sq);

/* Removes what stands on @gone and on @sq and puts a piece of @type and @color on @sq. */
void three_arrangement_replace(ThreeArrangement *arrangement, ThreeSet gone, ThreeSquare sq,
                               ThreeColor color, PieceType type);

/* The value of the cheapest of @pieces, 0 if there are none. */
int three_arrangement_cheapest(const ThreeArrangement *arrangement, ThreeSet pieces);

/* Gain of our side, if @ours, or of the opponents on @sq, where a piece of the other side stands,
 * if both capture there with their cheapest piece as long as that pays. Pieces behind others join
 * in as lines open; a pawn on the last rank becomes a queen. 0 or more, as no side need begin.
 *
 * Units: hundredths of a pawn. */
int three_exchange_on(const ThreeArrangement *arrangement, bool ours, ThreeSquare sq);

/* The same if our piece on @from has to begin: may be negative. */
int three_exchange_begun_by(const ThreeArrangement *arrangement, ThreeSquare from, ThreeSquare sq);

/* Whether our side, if @ours, or the opponents may capture again after the captures on @sq, if they
 * begin there with their cheapest piece and both sides go on as long as that pays. Then @out_first
 * is what they capture first, @out_value what they gain by all of them, which may be negative, and
 * @out_after what is left. */
bool three_exchange_keeps_turn(const ThreeArrangement *arrangement, bool ours, ThreeSquare sq,
                               int *out_first, int *out_value, ThreeArrangement *out_after);

/* The gains of the two best captures on different squares, 0 if there is none; if one gains more
 * than
 * @enough, better ones need not be found. @by_exchange: captures are thought to their end; else as
 * levels 2 to 8 see them, the cheapest attacker, and whether there is a defender.
 *
 * Units: hundredths of a pawn. */
void three_captures_best(const ThreeArrangement *arrangement, bool ours, bool by_exchange,
                         int enough, Gain out_best[static 2]);

/* Upper bound of the gain of our side, if @ours, or of the opponents by an exchange after which
 * they may capture again and gain on another square: the defender there was captured, or has
 * captured back. The other side may leave the first capture unanswered instead. @least if that is
 * no more. The square is that of the first capture.
 *
 * Units: hundredths of a pawn. */
Gain three_captures_of_overloaded(const ThreeArrangement *arrangement, bool ours, int least);

/* The most that one of the opponents could gain by a move that attacks two of our pieces at once,
 * or one and another behind it on the same line, from where we cannot capture it with profit: what
 * the move captures of ours, and what remains when we save what is dearest.
 *
 * Units: hundredths of a pawn. */
Gain three_forks_gain(const ThreeArrangement *arrangement);
