/* Games of anybody, as PGN has them, put together like runs: players go by the names in the tags
 * White and Black, results by the tag Result. Moves are not read. */
#pragma once

#include "experiments/report/pool.h"

/* Puts the games of all files @paths, which end with NULL, together. A note says how many games
 * have no result or no names and were left out.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, no game has a result, or there are more players
 *         than can be rated.
 * Owner:  the caller. */
Pool *pool_of_pgn(char *const *paths, GError **error);
