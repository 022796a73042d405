/* What a percept of 64 squares keeps for questions about the board after an action. Only what lies
 * beyond levels 1 to 8 fills it in and asks. */
#pragma once

#include "agents/logic.h"
#include "board/exchange.h"

#define LOGIC_WEIGHTS_PHASED 72 /* the first of the weights, those of two phases */

/* The worth of squares: the data computed once per decision. */
typedef struct {
    Bitboard pawn_attacks[COLOR_COUNT];
    Bitboard ring[COLOR_COUNT];      /* the squares beside each king, its own with them */
    Bitboard shelter[COLOR_COUNT];   /* where own pawns cover the king */
    int mixed[LOGIC_WEIGHTS_PHASED]; /* of each weight of two phases what it counts now, in 24ths */
    const LogicWeights *weights;
    Bitboard passed[COLOR_COUNT]; /* the pawns that no other pawn can stop, */
    Bitboard ways;                /* the squares before those of both colours, */
    int passed_lead; /* and what those of the side to move are worth more than the others */
    Square king[COLOR_COUNT]; /* SQUARE_NONE if there is none */
    Bitboard lines;           /* what bishops, rooks and queens of either side attack, */
    int sight[SQUARE_COUNT];  /* and what each of them has of it */
} Places;
