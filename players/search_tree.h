/* The tree of a search below its root: alpha-beta, quiescence, and what is let go on the way. Only
 * search.c, which looks after the root and the limits, uses it; what it is in all stands in
 * search.h. */
#pragma once

#include "players/move_order.h"
#include "players/search.h"
#include "players/transposition.h"

#define SEARCH_INFINITE_SCORE 32000
#define SEARCH_KEYS_BEFORE 256   /* positions before the search that may come again in it */
#define SEARCH_REDUCTION_SIZE 64 /* moves and depths beyond it count as the last */

typedef struct {
    Move move[SEARCH_MAX_PLY + 1];
    int length;
} Variation;

struct Search {
    SearchSettings settings;
    TranspositionTable *table; /* NULL: there is none, or not yet */
    const Game *game;          /* of the last search */
    uint8_t reduction[SEARCH_REDUCTION_SIZE][SEARCH_REDUCTION_SIZE]; /* by depth and moves before */

    /* Of the search under way. */
    bool losing_wins; /* it is antichess */
    Color root_turn;
    MoveMemory memory;
    Variation line[SEARCH_MAX_PLY + 2]; /* the best one found from each ply on */
    uint64_t
        keys[SEARCH_KEYS_BEFORE + SEARCH_MAX_PLY + 2]; /* of all positions up to the present one */
    int key_count, root_key_count;
    uint64_t nodes;
    SearchLimit limit;
    ThinkingWatch watch;
    bool is_stopped;
};

/* A node of the tree: where it stands and what is asked of it. */
typedef struct {
    const Position *pos;
    int depth, alpha, beta, ply;
    Move last;              /* that led here; MOVE_NONE after a pass */
    bool in_check, is_open; /* the window has room for more than yes and no */
    int standing;           /* the evaluation, if something asks for it */
} SearchNode;

static inline bool search_tree_has(const Search *search, SearchPart part)
{
    return search_settings_has(&search->settings, part);
}

/* The legal moves of @pos in the game that is searched; how many. */
int search_tree_legal_moves(const Search *search, const Position *pos,
                            Move out_moves[static MOVEGEN_MAX_MOVES]);

/* Goes on to @out_next, the position after @move, and back. */
void search_tree_enter(Search *search, const Position *pos, Move move, Position *out_next);
void search_tree_leave(Search *search);

/* The score of @next, the position after @move, for the side to move of @node, of which so many
 * moves were searched before: above @alpha only as far as that is certain. Worth nothing if the
 * search is stopped then. */
int search_tree_move(Search *search, const SearchNode *node, const Position *next, Move move,
                     int moves_before, int alpha);
