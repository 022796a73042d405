/* The player `march`: A. Drogoul's MARCH, the thesis' predecessor, which it never played. Every
 * piece marks the squares it can move to by what it sees from there; the best mark moves, a draw
 * among equals.
 *
 * Source: A. Drogoul, When ants play chess (or can strategies emerge from tactical behaviors?),
 * MAAMAW 1993. The paper was not at hand, only a summary of its mark, which is certain:
 *   +10 for each own piece that sees the square, -10 for each enemy piece that does;
 *   +2 times the value of a captured piece;
 *   + the value of every piece newly threatened or newly defended;
 *   -10 and - the mover's value if it can be taken there;
 *   + its rank for a pawn.
 * Our reading of what the summary leaves open:
 *   values are the thesis' (table 2.2, a pawn is 100), and a king counts as a queen when
 * threatened, 0 when defended; who sees the square is asked on the board after the move, pins or
 * not, as attackers are in the thesis; a piece can be taken where an enemy piece sees it; newly
 * threatened or defended are pieces that the mover attacks from its new square and did not attack
 * from its old one; what it uncovers or leaves is not its business; a rank is 1 to 8 seen from the
 * own side, that of the square entered; a promotion adds what the pawn gains in value, and is then
 * judged as the new piece; castling is a move of the king. */
#pragma once

#include "board/position.h"
#include "players/player.h"

extern const PlayerKind PLAYER_KIND_MARCH;

/* The terms of a mark, each with its sign. */
typedef struct {
    int support;    /* own pieces that see the square */
    int opposition; /* enemy pieces that do */
    int capture;
    int promotion;
    int threats;  /* pieces newly threatened */
    int defences; /* pieces newly defended */
    int danger;   /* it can be taken there */
    int advance;  /* of a pawn */
} MarchMark;

/* The mark of @move, which must be legal in @pos. */
MarchMark player_march_mark(const Position *pos, Move move);

/* The sum of its terms. */
int player_march_total(const MarchMark *mark);
