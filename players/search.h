/* Depth-first alpha-beta search with quiescence, of chess and antichess. Which of its parts are on
 * is a matter of its settings: with none it is the search of the homeostatic player, with all what
 * users expect of a chess program.
 *
 * Scores are of the side to move. A mate is worth SEARCH_MATE, less the half moves to it if the
 * search knows mate distance; scores beyond SEARCH_MATE_BOUND are mates or, in antichess, games
 * won. Positions that stood on the board before count as draws once in the search itself, twice
 * before it; so do fifty moves without progress.
 *
 * Source: D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence
 *         6, 1975. Scout: J. Pearl, AAAI 1980. Null move: C. Donninger, ICCA Journal 16, 1993.
 *         Killers and history: S. G. Akl and M. M. Newborn, ACM 1977; J. Schaeffer, ICCA Journal 6,
 *         1983. Late moves: T. Romstad, An introduction to late move reductions, 2006. */
#pragma once

#include "agents/random.h"
#include "players/search_settings.h"
#include "players/thinking.h"

#define SEARCH_MAX_PLY 100
#define SEARCH_MATE 31000
#define SEARCH_MATE_BOUND (SEARCH_MATE - SEARCH_MAX_PLY)

typedef struct Search Search;

/* Owner: the caller; a search is used by one thread at a time. */
Search *search_new(const SearchSettings *settings);
void search_free(Search *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

/* 0: not limited so; the least of them counts. Beyond the soft limit no new depth is begun, at the
 * hard one all is stopped. A search that nodes or times limit goes depth by depth. However early it
 * is stopped there is a move: if no search has told one, the best by what stands on the board after
 * it, for which some nodes more are looked at. */
typedef struct {
    int depth; /* half moves */
    uint64_t nodes;
    int64_t soft_ms, hard_ms;
} SearchLimit;

typedef struct {
    Move move;
    int score; /* hundredths of a pawn, or a mate */
    int mate;  /* as in Thought */
    int depth; /* half moves, the last depth of which all moves were looked at */
    uint64_t nodes;
    Move line[SEARCH_MAX_PLY]; /* the moves expected, @move first */
    int line_length;
} SearchResult;

/* The best move in the last state of @line, of chess or antichess, which must not be over. Moves
 * that are equal are chosen from by @random, if the settings shuffle. What was found in earlier
 * searches of the game is used only if @limit has times, as those are not to be repeated anyway.
 *
 * @terms, or NULL, listen, interrupt and say which moves to choose from; their limits are the
 * caller's to turn into @limit. */
SearchResult search_run(Search *search, const GameLine *line, const SearchLimit *limit,
                        Random *random, const ThinkingTerms *terms);
