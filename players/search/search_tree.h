/* The tree of a search below its root: alpha-beta, quiescence, and what is not searched on the way.
 * Only search.c, which handles the root and the limits, uses it; search.h describes the whole. */
#pragma once

#include "players/search/move_order.h"
#include "players/search/search.h"
#include "players/search/transposition.h"

#define SEARCH_INFINITE_SCORE 32000
#define SEARCH_KEYS_BEFORE 256    /* positions before the search that may be repeated in it */
#define SEARCH_MEMORY_MIN_DEPTH 3 /* nodes less deep are faster to search than to ask about */
#define SEARCH_REDUCTION_SIZE 64  /* moves and depths beyond it count as the last one */

typedef struct {
    Move move[SEARCH_MAX_PLY + 1];
    int length;
} Variation;

struct Search {
    SearchSettings settings;
    EvaluationFigures *figures; /* NULL: the standard ones */
    TranspositionTable *table;  /* NULL: there is none, or not yet */
    const Game *game;           /* of the last search */
    uint8_t reduction[SEARCH_REDUCTION_SIZE][SEARCH_REDUCTION_SIZE]; /* by depth and moves before */

    /* The memory of positions, NULL if there is none, the name of the player for it and the numbers
     * of the evaluations. */
    PositionMemory *positions;
    const char *player;
    const Game *evaluation_of; /* the game of the numbers */
    uint64_t evaluation[2];    /* for positions with the other side to move than at the root, and
                                  for those with the same */

    /* Of the search under way. */
    bool losing_wins; /* it is antichess */
    Color root_turn;
    MoveMemory memory;
    Variation line[SEARCH_MAX_PLY + 2]; /* the best line found from each ply on */
    uint64_t
        keys[SEARCH_KEYS_BEFORE + SEARCH_MAX_PLY + 2]; /* of all positions up to the present one */
    int key_count, root_key_count;
    int reached_back; /* the first of the keys on which a draw by repetition rests, -1 for a draw by
                         fifty moves; for what has been searched since it was set */
    int ask_depth;    /* the memory is asked about nodes of this depth or deeper */
    int64_t asking_us;
    uint64_t nodes;
    SearchLimit limit;
    ThinkingDeadline deadline;
    bool is_stopped;
};

/* A node of the tree: where it stands and what is asked of it. */
typedef struct {
    const Position *pos;
    int depth, alpha, beta, ply;
    Move last;              /* the move that led here; MOVE_NONE after a pass */
    bool in_check, is_open; /* is_open: the window has room for more than yes and no */
    int standing;           /* the evaluation, set only if it is needed */
} SearchNode;

/* The moves to the mate in @plies half moves that @score announces, as in Thought; 0: none. */
static inline int search_tree_mate(int score, int plies)
{
    if (score > -SEARCH_MATE_BOUND && score < SEARCH_MATE_BOUND)
        return 0;
    return score > 0 ? (plies + 1) / 2 : -((plies + 1) / 2);
}

/* Mates are counted from the position in the table and in memories, but from the root in the
 * search. */
int search_tree_score_to_table(const Search *search, int score, int ply);
int search_tree_score_from_table(const Search *search, int score, int ply);

/* The legal moves of @pos in the game that is searched; how many. */
int search_tree_legal_moves(const Search *search, const Position *pos,
                            Move out_moves[static MOVEGEN_MAX_MOVES]);

/* Goes on to @out_next, the position after @move, and back again. */
void search_tree_enter(Search *search, const Position *pos, Move move, Position *out_next);
void search_tree_leave(Search *search);

/* The score of @next, the position after @move, for the side to move of @node. @moves_before is how
 * many moves of @node were searched before. Scores above @alpha are exact only as far as the window
 * allows. Meaningless if the search has been stopped. */
int search_tree_move(Search *search, const SearchNode *node, const Position *next, Move move,
                     int moves_before, int alpha);

/* Use of the memory of positions by a search: at its root, and at nodes with enough to search below
 * them that asking pays. Only the files of the search use it.
 *
 * The memory does not know the moves that led to a position. So nothing is asked or told in a
 * position that stood on the board before, or so near the fifty moves that the search would see
 * them; and nothing is told that depends on a repetition of a position above the node. */
