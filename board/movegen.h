/* The legal moves of a chess position. Pins and checks are looked at first, so that no move is made
 * and taken back. */
#pragma once

#include "board/position.h"

/* No chess position is known to have more than 218 legal moves. */
#define MOVEGEN_MAX_MOVES 256

/* What restricts the side to move. */
typedef struct {
    Square king;       /* the own king */
    Bitboard checkers; /* the enemies that give check */
    Bitboard pinned;   /* own pieces that may move only on their line through the king */
    Bitboard targets;  /* where a piece other than the king may go: anywhere but onto own pieces, in
                          check only to capture or block the checker, nowhere in double check */
} Legality;

Legality movegen_legality(const Position *pos);

/* The squares of @attacks, which a piece other than pawn and king attacks from @from, that it may
 * legally go to. */
static inline Bitboard legality_restrict(const Legality *legality, Square from, Bitboard attacks)
{
    const Bitboard to = attacks & legality->targets;

    return bitboard_has(legality->pinned, from) ? to & attacks_line(legality->king, from) : to;
}

/* Where the piece of the side to move on @from may legally go; for castling the square that the
 * king enters, for en passant the square that the pawn enters. */
Bitboard movegen_destinations(const Position *pos, const Legality *legality, Square from);

/* Where the king of the side to move, which must not be in check, may castle to. */
Bitboard movegen_castlings(const Position *pos);

/* The move of the piece on @from to the legal destination @to; pawns promote to a queen. */
Move movegen_move_to(const Position *pos, Square from, Square to);

/* Writes all legal moves and returns how many there are.
 *
 * Shape:  0 to MOVEGEN_MAX_MOVES moves, the order fixed for a position. */
int movegen_moves(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES]);

/* The legal captures and promotions alone, in the order in which movegen_moves() has them. */
int movegen_captures(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES]);

/* How many legal moves there are. */
int movegen_count(const Position *pos);

/* Whether there is a legal move. */
bool movegen_any(const Position *pos);

/* The number of legal move sequences of @depth plies from @pos; those of the last ply are counted
 * without being made. 1 at depth 0. */
uint64_t movegen_perft(const Position *pos, int depth);
