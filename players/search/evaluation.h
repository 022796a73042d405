/* Static evaluation of a chess position for the side to move, by two evaluations:
 * the plain one of the homeostatic player, whose weights can be set, and one with piece squares and
 * a phase of the game, whose figures can be set too. Both are for positions that are not over.
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

/* The terms of the plain evaluation. The pieces come first, in the order of PieceType. */
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

#define WEIGHT_MAX 2000

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

/* The terms of the phased evaluation (evaluation_figures.def). */
typedef enum {
#define FIGURE(id, name, middle, end) FIGURE_##id,
#define UNUSED_FIGURE(id) FIGURE_##id,
#include "players/search/evaluation_figures.def"
    FIGURE_COUNT
} Figure;

#define FIGURE_MOST 2000 /* and no less than its negative */

/* A figure for the middle game and one for the end game. */
typedef struct {
    int middle, end;
} Phased;

/* All figures, and what follows from them. */
typedef struct {
    Phased of[FIGURE_COUNT];
    Phased square[PIECE_TYPE_COUNT][SQUARE_COUNT]; /* what White's pieces are worth there; Black's
                                                      are worth as much on the mirrored squares */
} EvaluationFigures;

/* The figures with which `search` is what its name says. */
extern const Phased FIGURES_STANDARD[FIGURE_COUNT];

/* The tables computed from @figures; NULL: they are the standard ones. Owner: the caller, which
 * frees it with g_free(). */
EvaluationFigures *evaluation_figures_new(const Phased figures[static FIGURE_COUNT]);

/* The evaluation by material, squares, mobility, pawns and the king's cover, each for the middle
 * game and the end game, mixed by the pieces that are left. @figures: NULL for the standard ones.
 *
 * Range:  with other figures than the standard ones, from -EVALUATION_MOST to EVALUATION_MOST.
 * Source: the mixing is the field's (C. Donninger and L. Lorenz use it in Hydra, 2004); the figures
 *         are ours. */
int evaluation_phased(const Position *pos, const EvaluationFigures *figures);

#define EVALUATION_MOST 30000 /* below any mate of a search */
