/* Exchanges on the board of three-player chess: the worth of a series of captures on one square if
 * both sides play it to its end. There are two sides: that of the player to move, "ours", and
 * both others together; it does not matter which of them captures. Kings are captured like other
 * pieces, nothing is pinned.
 *
 * Source: thesis, section 6, first point, and section 3.2.5, which say that it is missing. */
#pragma once

#include "agents/parts.h"
#include "board/exchange.h"
#include "board/three_position.h"

/* Gain of our side, if @ours, or of the opponents on @sq, where a piece of the other side stands,
 * if both capture there with their cheapest piece as long as that pays. Pieces behind others join
 * in as lines open; a pawn on the last rank becomes a queen. 0 or more, as no side need begin.
 *
 * Units: hundredths of a pawn. */
int three_exchange_on(const ThreePosition *pos, bool ours, ThreeSquare sq);

/* The same if our piece on @from has to begin: may be negative. */
int three_exchange_begun_by(const ThreePosition *pos, ThreeSquare from, ThreeSquare sq);

/* The gains of the two best captures on different squares, 0 if there is none; if one gains more
 * than @limit, better ones need not be found. @by_exchange: captures are thought to their end;
 * else as levels 2 to 8 see them, the cheapest attacker, and whether there is a defender.
 *
 * Units: hundredths of a pawn. */
void three_captures_best(const ThreePosition *pos, bool ours, bool by_exchange, int limit,
                         Gain out_best[static 2]);

/* Upper bound of the gain of the opponents by an exchange after which they may capture again and
 * gain on another square: the defender there was captured, or has captured back. We may leave the
 * first capture unanswered instead. @least if that is no more. The square is that of the first
 * capture.
 *
 * Units: hundredths of a pawn. */
Gain three_captures_of_overloaded(const ThreePosition *pos, int least);

/* The most that one of the opponents could gain by a move that attacks two of our pieces at once,
 * or one and another behind it on the same line, from where we cannot capture it with profit: what
 * the move captures of ours, and what remains when we save what is dearest.
 *
 * Units: hundredths of a pawn. */
Gain three_forks_gain(const ThreePosition *pos);
