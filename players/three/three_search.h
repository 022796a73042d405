/* Looking ahead in three-player chess: what a position is worth to each side, and two searches to
 * a fixed depth.
 *
 * They know the rules of movement and that a taken king ends the game, but nothing of what was
 * played before: repetitions and limits of plies are not foreseen.
 *
 * Sources: C. A. Luckhardt and K. B. Irani, An algorithmic solution of N-person games, AAAI 1986;
 * N. R. Sturtevant and R. E. Korf, On pruning techniques for multi-player games, AAAI 2000. */
#pragma once

#include "board/three_position.h"
#include "players/thinking.h"

#define THREE_SEARCH_MAX_DEPTH 10
#define THREE_SEARCH_WIN 1000000

/* The worth of a position to each side; the sum is 0.
 *
 * Units: thirds of a pawn: how far the score of a side is above the mean of all three. If a king is
 * taken by the n-th move from now, its taker has THREE_SEARCH_WIN - n, its owner the negative of
 * that, the third side 0. If a search finds no legal move, a draw, all have 0. */
typedef struct {
    int side[THREE_COLOR_COUNT];
} ThreeValues;

/* The static worth of @pos. */
ThreeValues three_search_values(const ThreePosition *pos);

/* Addition of @move to the score of the mover: the value of the captured piece, and the gain of a
 * pawn that becomes a queen.
 *
 * Units: pawns; a king counts 40. */
int three_search_gain(const ThreePosition *pos, Move move);

/* The moves worth looking at: those that take a king if there are any, as none is better, else all
 * legal moves. */
int three_search_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* Those of three_search_moves() that gain most at once by three_search_gain(). */
int three_search_greedy_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* Moves that follow each other. */
typedef struct {
    Move moves[THREE_SEARCH_MAX_DEPTH];
    int length;
} ThreeLine;

/* The result: the best moves for the side to move, all equally good. */
typedef struct {
    Move moves[THREE_MAX_MOVES];
    ThreeLine lines[THREE_MAX_MOVES]; /* what is expected from each of them on, itself first */
    int count;
    Move tried[THREE_MAX_MOVES]; /* all that were looked at, @tried_count of them, and what each
                                    comes to */
    ThreeValues worth[THREE_MAX_MOVES]; /* paranoid: of the side to move only, and no more than
                                           that */
    int tried_count;
    int value;       /* of each of them to the side to move, see ThreeValues */
    uint64_t nodes;  /* positions after the first that were searched or evaluated */
    bool is_stopped; /* stopped before all moves were looked at; the rest is then meaningless */
} ThreeSearch;

typedef enum {
    /* Max^n: every side chooses what is worth most to itself. Luckhardt and Irani do not say which
     * of equal moves it chooses, though all values above depend on it. Here it chooses what is
     * worth least to the searching side, then least to the side to move next: as the sum is 0, that
     * settles all three values, whatever the order of moves. Nothing is cut off: bounds on the
     * values of three sides save little (Sturtevant and Korf). */
    THREE_SEARCH_MAXN,

    /* Paranoid: both others choose what is worth least to the searching side. That reduces the game
     * to one of two sides with opposite interests, searched with alpha and beta (Sturtevant and
     * Korf). If one of the others takes the king of the other, that is worth 0 to the searching
     * side, as in the rules. */
    THREE_SEARCH_PARANOID
} ThreeSearchKind;

/* A search of @pos, which must have a legal move, to a fixed depth. If @deadline, which may be
 * NULL, can end, the deepest of the searches to 1, 2, ... @depth plies that ends before it is over;
 * the search to 1 ply always ends.
 *
 * Shape: @depth plies, from 1 to THREE_SEARCH_MAX_DEPTH. */
ThreeSearch three_search(ThreeSearchKind kind, const ThreePosition *pos, int depth,
                         const ThinkingDeadline *deadline);
