/* The positions a file of openings holds, one FEN or EPD record a line. Empty lines and lines that
 * begin with # count for nothing; so do the operations behind a position. */
#pragma once

#include "board/game.h"

typedef struct {
    GameState *states;
    size_t count;
    char *sha256; /* of the whole file, 64 hexadecimal digits */
} Openings;

/* Reads the file @path for @game into @out_openings.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, with path and line: a position that cannot be
 *         read, in which the game is already over by @rules, or no position at all.
 * Owner:  openings_clear() frees what @out_openings holds. */
bool openings_read(const char *path, const Game *game, const DrawRules *rules,
                   Openings *out_openings, GError **error);

void openings_clear(Openings *openings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Openings, openings_clear)
