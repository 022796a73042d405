/* Games of PGN files, put together like runs: players go by the names in the tags
 * White and Black, results by the tag Result, or without it by the last word of the game. Moves are
 * not read. Names are UTF-8, or else ISO 8859-1. */
#pragma once

#include "experiments/report/pool.h"

/* Puts the games of all files @paths, which end with NULL, together; *.gz are compressed. A note
 * says how many games have no result or no names and were left out.
 *
 * Errors: G_FILE_ERROR, G_IO_ERROR; EXPERIMENTS_ERROR_FAILED, no game has a result, or there are
 * more players than can be rated. Owner:  the caller. */
Pool *pool_of_pgn(char *const *paths, GError **error);
