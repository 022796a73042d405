/* The player `march`: A. Drogoul's MARCH, the thesis' predecessor, which it never played. Every
 * piece marks the squares that it can move to by what it sees from there; the move with the best
 * mark is played, at random among equals.
 *
 * Source: A. Drogoul, When ants play chess (or can strategies emerge from tactical behaviors?),
 * MAAMAW 1993. The paper was not at hand, only a summary of its mark, which is certain:
 *   +10 for each own piece that sees the square, -10 for each opponent piece that does;
 *   +2 times the value of a captured piece;
 *   + the value of every piece newly threatened or newly defended;
 *   -10 and - the mover's value if it can be taken there;
 *   + its rank for a pawn.
 * Our reading of what the summary leaves open:
 *   values are the thesis' (table 2.2, a pawn is 100), and a king counts as a queen when
 * threatened, 0 when defended; the pieces that see the square are those on the board after the
 * move, pins or not, like attackers in the thesis; a piece can be taken where an opponent piece
 * sees it; pieces newly threatened or defended are those that the mover attacks from its new square
 * and did not attack from its old one; what it uncovers or leaves behind does not count; the rank
 * is that of the square entered, 1 to 8 seen from the own side; a promotion adds what the pawn
 * gains in value, and is then judged as the new piece; castling is a move of the king. */
#pragma once

#include "board/position.h"
#include "players/player.h"

/* The terms of a mark, each with its sign. */
typedef struct {
    int support;    /* own pieces that see the square */
    int opposition; /* opponent pieces that see the square */
    int capture;
    int promotion;
    int threats;  /* pieces newly threatened */
    int defences; /* pieces newly defended */
    int danger;   /* the mover can be taken there */
    int advance;  /* of a pawn */
} MarchMark;

/* The mark of @move, which must be legal in @pos. */
MarchMark player_march_mark(const Position *pos, Move move);

/* The sum of its terms. */
int player_march_total(const MarchMark *mark);
