/* The search's use of a memory of positions. */
#pragma once

#include "players/search/search_tree.h"

/* The number of the evaluation of leaves in a search with @settings. It stands for the game, the
 * evaluation with its weights, what is looked at behind the horizon, and how mates are counted.
 * Where these depend on the side to move at the root, @is_root_turn says whether that side is to
 * move.
 *
 * Range: never 0. */
uint64_t search_memory_evaluation(const SearchSettings *settings, const Game *game,
                                  bool is_root_turn);

/* Begins a search. */
void search_memory_begin(Search *search, const GameLine *line);

/* Whether the memory knows a search of the root of @line at least @min_depth deep; more than
 * @most_depth is of no use. Its score and its mate are those of the side to move, as in Thought. */
bool search_memory_recall(Search *search, const GameLine *line, int min_depth, int most_depth,
                          MemoryEntry *out_finding, Move *out_move, int *out_score, int *out_mate);

/* Tells the memory what was found at the root. */
void search_memory_keep(Search *search, const GameLine *line, const SearchResult *result,
                        int limit);

/* Whether the memory answers @node: then @out_score is its score, and the line from there is the
 * remembered move. */
bool search_memory_answers(Search *search, const SearchNode *node, int *out_score);

/* Tells the memory what was found at @node, and in how many positions. @move is the best one
 * seen. */
void search_memory_note(Search *search, const SearchNode *node, Move move, int score, Bound bound,
                        uint64_t nodes);
