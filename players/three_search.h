/* Looking ahead in three-player chess: what a position is worth to each side, and two searches to
 * a fixed depth.
 *
 * They know the rules of movement and that a taken king ends the game, and nothing of what was
 * played before: repetitions and limits of plies are not foreseen.
 *
 * Sources: C. A. Luckhardt and K. B. Irani, An algorithmic solution of N-person games, AAAI 1986;
 * N. R. Sturtevant and R. E. Korf, On pruning techniques for multi-player games, AAAI 2000. */
#pragma once

#include "board/three_movegen.h"
#include "players/thinking.h"

#define THREE_SEARCH_MAX_DEPTH 10
#define THREE_SEARCH_WIN 1000000

/* What a position is worth to each side; the sum is 0.
 *
 * Units: thirds of a pawn, by which the score of a side is above the mean of all three. To who
 * takes a king with the n-th move from now THREE_SEARCH_WIN - n, to its owner as much less than 0,
 * to the third 0; to all 0 where a search finds no legal move, which is a draw. */
typedef struct {
    int side[THREE_COLOR_COUNT];
} ThreeValues;

/* What @pos is worth as it stands. */
ThreeValues three_search_values(const ThreePosition *pos);

/* What @move adds to the score of the mover: what it takes, and what a pawn gains that becomes a
 * queen.
 *
 * Units: pawns; a king counts 40. */
int three_search_gain(const ThreePosition *pos, Move move);

/* The moves worth a thought: those that take a king if there are any, as none is better, else all
 * legal moves. */
int three_search_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* The moves of those that gain most at once, as three_search_gain() has it. */
int three_search_greedy_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* What was found: the moves that are best for the side to move, all equally good. */
typedef struct {
    Move moves[THREE_MAX_MOVES];
    int count;
    int value;       /* of each of them to the side to move, see ThreeValues */
    uint64_t nodes;  /* positions behind the first that were searched on or evaluated */
    bool is_stopped; /* before all moves were looked at: then the rest says nothing */
} ThreeSearch;

/* A search to a fixed depth, of @pos, which has a legal move, until @watch is over (NULL: to the
 * end).
 *
 * Shape: @depth plies, from 1 to THREE_SEARCH_MAX_DEPTH. */
typedef ThreeSearch ThreeSearchFunction(const ThreePosition *pos, int depth,
                                        const ThinkingWatch *watch);

/* Max^n: every side chooses what is worth most to itself. Of equals, which Luckhardt and Irani
 * leave open though all values above depend on it, it chooses what is worth least to who searches,
 * then to who moves next: as the sum is 0, that settles all three values, whatever the order of
 * moves. Nothing is cut off: bounds on the values of three sides save little (Sturtevant and Korf).
 */
ThreeSearchFunction three_search_maxn;

/* Paranoid: both others choose what is worth least to who searches, which reduces the game to one
 * of two sides with opposite interests, searched with alpha and beta (Sturtevant and Korf). A king
 * that one of the others takes from the other is worth 0 to who searches, as the rules have it. */
ThreeSearchFunction three_search_paranoid;

/* The deepest of the searches @search to 1, 2, ... @depth plies that @watch gives time for; the one
 * to 1 ply always does. */
ThreeSearch three_search_deepen(ThreeSearchFunction *search, const ThreePosition *pos, int depth,
                                const ThinkingWatch *watch);
