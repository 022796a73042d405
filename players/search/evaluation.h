/* What a chess position is worth to the side to move without looking further, by two evaluations:
 * the plain one of the homeostatic player, whose weights can be set, and one with piece squares and
 * a phase of the game. Both are for positions that are not over.
 *
 * Units:  hundredths of a pawn.
 * Source: R. J. Wagner, The homeostatic chess player, rjwagner49.com, 2001 to 2021: what counts in
 *         the plain one. Its page gives no figures but those of the pieces, "traditional chess
 *         theory"; the others are ours, each too small to outweigh a pawn. */
#pragma once

#include "board/position.h"

/* To be raised with each change in what a position is worth here or behind the horizon: memories
 * keep findings of different evaluations apart. */
#define EVALUATION_VERSION 1

/* What counts in the plain evaluation. The pieces come first, in the order of PieceType. */
typedef enum {
    WEIGHT_PAWN,
    WEIGHT_KNIGHT,
    WEIGHT_BISHOP,
    WEIGHT_ROOK,
    WEIGHT_QUEEN,
    WEIGHT_FREEDOM, /* each legal move that a side has more than the other side */
    WEIGHT_UNMOVED, /* each piece, pawns aside, that stands where its kind begins: a penalty */
    WEIGHT_ADVANCE, /* each rank that a pawn has come forward */
    WEIGHT_COUNT
} Weight;

typedef struct {
    const char *name; /* "freedom" */
    int value;        /* the default, 0 to WEIGHT_MAX */
} WeightInfo;

#define WEIGHT_MAX 2000

extern const WeightInfo WEIGHTS[WEIGHT_COUNT];

/* The plain evaluation by @weight. @own_moves are the legal moves of the side to move, counted, and
 * @other_moves those that the other side would have if it were to move. If @losing_wins, material
 * counts against its owner.
 *
 * A piece that has come back to where its kind begins counts as unmoved, as a position has no
 * history. Castling moves two pieces, and so removes two penalties. */
int evaluation_plain(const Position *pos, const int weight[static WEIGHT_COUNT], bool losing_wins,
                     int own_moves, int other_moves);

/* The phases of a game: 24 with all pieces, 0 with nothing but pawns and kings. */
#define EVALUATION_PHASES 24

/* The evaluation by material, squares, mobility, pawns and the king's shelter, each for the middle
 * game and the end game, mixed by the pieces that are left.
 *
 * Source: the mixing is the field's (C. Donninger and L. Lorenz use it in Hydra, 2004); the figures
 *         are ours. */
int evaluation_phased(const Position *pos);
