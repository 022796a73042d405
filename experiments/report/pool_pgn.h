/* A pool of the games of PGN files. */
#pragma once

#include "experiments/report/pool.h"

/* The games of all PGN files @paths, which end with NULL, put together like runs; *.gz are
 * compressed. Players go by the names in the tags White and Black without blanks at their ends,
 * results by the tag Result, or without it by the last word of the game. Moves are not read. Names
 * are UTF-8, or else ISO 8859-1. Games with colours exchanged are pairs if each game of a pairing,
 * except one a file, has its partner: a game from the same position or, from the initial position,
 * the next one.
 *
 * @count: games that were read, and games without a result or two different players, which are
 *         skipped as damaged ones are.
 * Errors: G_FILE_ERROR, G_IO_ERROR; EXPERIMENTS_ERROR_FAILED, no game is left, or there are more
 *         players than can be rated.
 * Owner:  the caller; read_count_clear() frees what @count holds. */
Pool *pool_of_pgn(char *const *paths, ReadCount *count, GError **error);
