/* Mates on a board of 64 squares, at once or by a few checks.
 *
 * Source: thesis, section 6, third point, which says that the agents miss them. */
#pragma once

#include "board/position.h"

/* From where the pieces of the side to move could give check. */
typedef struct {
    Bitboard by_type[PIECE_TYPE_COUNT]; /* where each kind would attack the other king, */
    Bitboard before_sliders;            /* own pieces alone between a slider and that king, */
    Bitboard pinned;                    /* its own pieces that may be pinned to it, */
    Square king;                        /* and that king itself */
} Checking;

Checking mates_checking_in(const Position *pos);

/* The squares on which the piece on @from might give check if it could go there; none is missing,
 * but some may be too many. */
Bitboard mates_may_check_on(const Checking *checking, const Position *pos, Square from);

/* The answers of the king of the side that is not to move to a check. */
typedef struct {
    Bitboard steps;    /* where it could step if no slider attacked it, */
    Bitboard lines;    /* what bishops, rooks and queens of the side to move attack */
    Bitboard occupied; /* where pieces stand, both as if it did not stand there */
    Bitboard captors;  /* its pieces that no pin keeps from capturing */
} Escape;

/* @checking is that in @pos. */
Escape mates_escape_in(const Position *pos, const Checking *checking);

/* Whether @move, which is legal, gives mate. */
bool mates_gives(const Position *pos, Move move);

/* Whether the side to move has no more than @most legal moves, maybe none, and can be mated after
 * each, as by mates_within(). */
bool mates_whatever(const Position *pos, int most, int moves);

/* Whether the side to move gives mate with its next @moves moves or sooner, by checks alone,
 * whatever is answered. With more than two moves left only checks with at most two answers are
 * followed, and pawns become queens but for the last move: mates of other kinds are not found, nor
 * those after a draw by the fifty-move rule. */
bool mates_within(const Position *pos, int moves);

/* Whether @move, which is legal, is the first of such moves; @escape is that in @pos. */
bool mates_begins(const Position *pos, const Escape *escape, Move move, int moves);
