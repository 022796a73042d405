/* Depth-first alpha-beta search with quiescence, of chess and antichess. Its settings say which of
 * its parts are on: with none it is the search of the homeostatic player, with all that of a modern
 * chess program.
 *
 * Scores are those of the side to move. A mate is worth SEARCH_MATE, less the half moves to it if
 * the search knows mate distance; scores beyond SEARCH_MATE_BOUND are mates or, in antichess, games
 * won. A position counts as a draw if it stood on the board once before within the search, or twice
 * before it; so do fifty moves without progress.
 *
 * Source: D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence
 *         6, 1975. Scout: J. Pearl, AAAI 1980. Null move: C. Donninger, ICCA Journal 16, 1993.
 *         Killers and history: S. G. Akl and M. M. Newborn, ACM 1977; J. Schaeffer, ICCA Journal 6,
 *         1983. Late moves: T. Romstad, An introduction to late move reductions, 2006. */
#pragma once

#include "agents/random.h"
#include "players/memory/position_memory.h"
#include "players/player.h"
#include "players/search/search_settings.h"
#include "players/thinking.h"

#define SEARCH_MAX_PLY 100
#define SEARCH_MATE 31000
#define SEARCH_MATE_BOUND (SEARCH_MATE - SEARCH_MAX_PLY)

typedef struct Search Search;

/* Owner: the caller; a search is used by one thread at a time. */
Search *search_new(const SearchSettings *settings);
void search_free(Search *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

/* From now on the search asks @memory about positions and tells it what it finds, in the name of
 * @player, a text; NULL: no memory. Both are borrowed and must live as long as the search. */
void search_use_memory(Search *search, PositionMemory *memory, const char *player);

/* 0: no such limit. The limit that is reached first counts. Beyond the soft limit no new depth is
 * begun; at the hard limit the search stops. A search that nodes or times limit goes depth by
 * depth. However early it is stopped there is a move: if no depth is finished, the best by what
 * stands on the board after it, for which a few more nodes are looked at. */
typedef struct {
    int depth; /* half moves */
    uint64_t nodes;
    int64_t soft_us, hard_us;
} SearchLimit;

typedef struct {
    Move move;
    int score; /* hundredths of a pawn, or a mate */
    int mate;  /* as in Thought */
    int depth; /* half moves: the greatest depth at which all moves were looked at */
    uint64_t nodes;
    Move line[SEARCH_MAX_PLY]; /* the expected moves, @move first */
    int line_length;
} SearchResult;

/* Does what takes longer than a thought may, so that a clock that runs later is not charged for it.
 */
void search_get_ready(Search *search);

/* The best move in the last state of @line, of chess or antichess, which must not be over. Among
 * equal moves @random chooses, if the settings shuffle. Findings of earlier searches of the game
 * are used only if @limit has times, as such a search cannot be repeated exactly anyway.
 *
 * @limits, or NULL, listen, interrupt and say which moves to choose from; the caller must have
 * turned their limits into @limit. */
SearchResult search_run(Search *search, const GameLine *line, const SearchLimit *limit,
                        Random *random, const ThinkingLimits *limits);

/* The players that look ahead: the homeostatic one, and one with the techniques of a modern chess
 * program. They differ in their default settings. */
