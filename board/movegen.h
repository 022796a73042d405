/* The legal moves of a chess position. Pins and checks are looked at first, so that no move is made
 * and taken back. */
#pragma once

#include "board/position.h"

/* No chess position is known to have more than 218 legal moves. */
#define MOVEGEN_MAX_MOVES 256

/* The restrictions of the side to move. */
typedef struct {
    Square king;       /* the own king */
    Bitboard checkers; /* the opponents that give check */
    Bitboard pinned;   /* own pieces that may move only on their line through the king */
    Bitboard targets;  /* where a piece other than the king may go: anywhere but onto own pieces, in
                          check only to capture or block the checker, nowhere in double check */
} Legality;

Legality movegen_legality(const Position *pos);

/* The squares of @reach, where a piece other than the king could go from @from, that it may legally
 * go to. */
static inline Bitboard legality_restrict(const Legality *legality, Square from, Bitboard reach)
{
    const Bitboard to = reach & legality->targets;

    return bitboard_has(legality->pinned, from) ? to & attacks_line(legality->king, from) : to;
}

/* Where the @pawns of @us step to over @empty squares: by one, and by two. */
static inline Bitboard movegen_pushes(Color us, Bitboard pawns, Bitboard empty,
                                      Bitboard *out_double)
{
    const bool white = us == COLOR_WHITE;
    const Bitboard single = (white ? pawns << 8 : pawns >> 8) & empty;
    const Bitboard third = single & (white ? RANK_3 : RANK_6);

    *out_double = (white ? third << 8 : third >> 8) & empty;
    return single;
}

/* Where the pawn of @us on @from could go, but for en passant, if there were no check. */
static inline Bitboard movegen_pawn_reach(const Position *pos, Color us, Square from)
{
    Bitboard doubled;
    const Bitboard single =
        movegen_pushes(us, bitboard_of(from), ~position_occupied(pos), &doubled);

    return single | doubled | (attacks_pawn(us, from) & pos->by_color[color_opponent(us)]);
}

/* The same of a piece of any @type, but for castling; squares of own pieces are among them. */
static inline Bitboard movegen_reach(const Position *pos, Color us, PieceType type, Square from)
{
    return type == PIECE_PAWN ? movegen_pawn_reach(pos, us, from)
                              : attacks_from(type, us, from, position_occupied(pos));
}

/* Where the piece of the side to move on @from may legally go; for castling the square that the
 * king enters, for en passant the square that the pawn enters. */
Bitboard movegen_destinations(const Position *pos, const Legality *legality, Square from);

/* Where the king of the side to move, which must not be in check, may castle to. */
Bitboard movegen_castlings(const Position *pos);

/* The move of the piece on @from, which is of @type, to the legal destination @to; pawns promote to
 * a queen. */
static inline Move movegen_move_of(const Position *pos, PieceType type, Square from, Square to)
{
    const bool captures = position_type_at(pos, to) != PIECE_NONE;

    if (type == PIECE_PAWN) {
        if (bitboard_has(RANK_1 | RANK_8, to))
            return move_make_promotion(from, to, PIECE_QUEEN, captures);
        if (to == pos->en_passant)
            return move_make(from, to, MOVE_EN_PASSANT);
        if ((from ^ to) == 16)
            return move_make(from, to, MOVE_DOUBLE_PUSH);
    }
    if (type == PIECE_KING && to == from + 2)
        return move_make(from, to, MOVE_CASTLE_KING);
    if (type == PIECE_KING && to + 2 == from)
        return move_make(from, to, MOVE_CASTLE_QUEEN);
    return move_make(from, to, captures ? MOVE_CAPTURE : MOVE_QUIET);
}

static inline Move movegen_move_to(const Position *pos, Square from, Square to)
{
    return movegen_move_of(pos, position_type_at(pos, from), from, to);
}

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
