/* What our side, or both opponents together, may capture on the board of three-player chess,
 * wherever the best of it stands. */
#pragma once

#include "agents/exchange_of96.h"
#include "agents/parts.h"

/* What the two best captures on different squares gain, 0 if there is none; if one gains more than
 * @enough, better ones need not be found. @by_exchange: captures are thought to their end; else as
 * levels 2 to 8 see them, the cheapest attacker, and whether there is a defender.
 *
 * Units: hundredths of a pawn. */
void three_captures_best(const ThreeArrangement *arrangement, bool ours, bool by_exchange,
                         int enough, Gain out_best[static 2]);

/* What our side, if @ours, or the opponents gain at most by an exchange after which they may
 * capture again and gain on another square: the defender there was captured, or has captured back.
 * The other side may leave the first capture unanswered instead. @least if that is no more. The
 * square is that of the first capture.
 *
 * Units: hundredths of a pawn. */
Gain three_captures_of_overloaded(const ThreeArrangement *arrangement, bool ours, int least);
