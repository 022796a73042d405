/* Double attacks on a board of 64 squares that a side could make with its next move.
 *
 * Source: thesis, section 6, second point: "moves with two or more less profitable attacks". */
#pragma once

#include "agents/exchange_of64.h"
#include "agents/parts.h"

/* The most that @side, which is to move and not in check, could gain by a move that attacks two
 * pieces at once, or the king and a piece, or a piece and one behind it on the same line, from
 * where it cannot be captured with profit or for its like: what the move captures, and what remains
 * when the opponent saves what is dearest, but no more than it costs the opponent to capture the
 * attacker instead. @other_attacks are the squares that the opponent attacks.
 * Pins must have been found.
 *
 * Units: hundredths of a pawn. */
Gain forks_gain(const Arrangement *arrangement, Color side, Bitboard other_attacks);
