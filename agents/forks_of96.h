/* Double attacks on the board of three-player chess that an opponent could make with the next move.
 *
 * Source: thesis, section 6, second point: "moves with two or more less profitable attacks". */
#pragma once

#include "agents/exchange_of96.h"
#include "agents/parts.h"

/* The most that one of the opponents could gain by a move that attacks two of our pieces at once,
 * or one and another behind it on the same line, from where we cannot capture it with profit: what
 * the move captures of ours, and what remains when we save what is dearest.
 *
 * Units: hundredths of a pawn. */
Gain three_forks_gain(const ThreeArrangement *arrangement);
