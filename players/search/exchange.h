/* What a capture is worth if both sides go on taking on its square, always with their cheapest
 * piece, as long as that pays: the static exchange evaluation.
 *
 * Source: F. Reul, Static exchange evaluation with alpha-beta approach, ICGA Journal 33, 2010, for
 *         asking whether the value reaches a bound instead of computing it. */
#pragma once

#include "board/position.h"

/* Whether @move, legal in @pos, wins at least @bound in exchanges on the square it enters; a
 * promotion counts as a pawn's move, castling as worth nothing.
 *
 * Units: hundredths of a pawn (PIECE_VALUE). */
bool exchange_wins(const Position *pos, Move move, int bound);
