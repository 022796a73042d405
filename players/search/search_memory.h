/* What a search asks the memory of positions, and tells it: about its root, and about the nodes
 * under which so much is searched that it pays. Only the files of the search use it.
 *
 * The memory knows nothing of how a game came to where it is. So nothing is taken or told in a
 * position that stood on the board before, or so near the fifty moves that the search would see
 * them; and nothing that rests on a repetition of what stands above the node. */
#pragma once

#include "players/search/search_tree.h"

/* The number of what leaves are evaluated by in the search with @settings: the game, the evaluation
 * with its weights, what is looked at behind the horizon, and how mates are counted. Where that
 * depends on whose turn it was at the root, @is_root_turn says whether it is theirs.
 *
 * Range: never 0. */
uint64_t search_memory_evaluation(const SearchSettings *settings, const Game *game,
                                  bool is_root_turn);

/* Begins a search. */
void search_memory_begin(Search *search, const GameLine *line);

/* Begins @depth of it. */
static inline void search_memory_begin_depth(Search *search, int depth)
{
    search->ask_depth = MAX(SEARCH_MEMORY_MIN_DEPTH, (depth + 1) / 2);
}

/* Whether the memory knows a search of the root of @line at least @min_depth deep, of which
 * @most_depth are of use; its score is for the side to move, and so is
 * the mate, as in Thought. */
bool search_memory_recall(Search *search, const GameLine *line, int min_depth, int most_depth,
                          PositionFinding *out_finding, int *out_score, int *out_mate);

/* Tells the memory what was found at the root. @limit is the depth that was wanted, or 0. */
void search_memory_keep(Search *search, const GameLine *line, const SearchResult *result,
                        int limit);

/* Whether the memory answers @node: then @out_score is its score, and the line from there the move
 * that is remembered. */
bool search_memory_answers(Search *search, const SearchNode *node, int *out_score);

/* Tells the memory what was found at @node, in so many positions. @move is the best one seen. */
void search_memory_note(Search *search, const SearchNode *node, Move move, int score, Bound bound,
                        uint64_t nodes);
