/* The positions that files of openings hold: one FEN or EPD record a line, or, in a file *.pgn, the
 * positions after the first moves of its games; both may be compressed (*.gz). Empty lines, lines
 * that begin with #, and the operations behind a position other than hmvc and fmvn are ignored. */
#pragma once

#include "board/game.h"

/* The openings of one file among several. */
typedef struct {
    char *name; /* of the file, without its end */
    size_t first, count;
} OpeningSet;

typedef struct {
    GameState *states;
    size_t count;
    char *skipped; /* "read 9 openings, skipped 1 (first: line 12, REASON)"; NULL: none was */
    char *sha256;  /* of the whole file, 64 hexadecimal digits; of several, with "; " between */
    GArray *sets;  /* of OpeningSet; NULL: there is only one file, which is no set */
} Openings;

/* The kind of openings to read. */
typedef struct {
    const Game *game;
    const DrawRules *rules;
    uint64_t plies; /* the most plies taken from a game in PGN; 0: all */
    bool is_strict; /* nothing may be skipped */
} OpeningsKind;

/* Reads the files @paths, which end with NULL, into @out_openings, a set each if @are_sets. Of
 * games in PGN each position is taken once. Lines and games that cannot be read are skipped, and so
 * are those that lead to a position in which the game is over by @kind's rules.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED: a file is no text, nothing may be skipped but
 *         something is, no position at all, two sets of one name.
 * Owner:  openings_clear() frees what @out_openings holds. */
bool openings_read(char *const *paths, bool are_sets, const OpeningsKind *kind,
                   Openings *out_openings, GError **error);

/* The number of the opening, from 1, for turn @index, from 0: one after the other, and then again
 * from the first. With sets the turns go from set to set, so that each set has the same number of
 * games. Only if there are openings. */
uint64_t openings_turn(const Openings *openings, uint64_t index);

/* The set of opening @opening, from 1, as an index; -1 if it belongs to none. */
int openings_set_of(const Openings *openings, uint64_t opening);

void openings_clear(Openings *openings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Openings, openings_clear)
