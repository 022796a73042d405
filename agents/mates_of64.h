/* Mates at once on a board of 64 squares.
 *
 * Source: thesis, section 6, third point, which says that the agents miss them. */
#pragma once

#include "board/position.h"

/* From where the pieces of the side to move could give check. */
typedef struct {
    Bitboard by_type[PIECE_TYPE_COUNT]; /* where each kind would attack the other king, */
    Bitboard before_sliders;            /* and own pieces between a slider and that king */
} Checking;

Checking mates_checking_in(const Position *pos);

/* The squares on which the piece on @from might give check if it could go there; none is missing,
 * but some may be too many. */
Bitboard mates_may_check_on(const Checking *checking, const Position *pos, Square from);

/* Whether @move, which is legal, gives mate. */
bool mates_gives(const Position *pos, Move move);

/* Whether the side to move can give mate at once. */
bool mates_any(const Position *pos);
