/* Portable Game Notation, written.
 *
 * Source: PGN specification (Edwards, 1994), sections 7, 8 and 9. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Appends one tag pair and a line end; quotes and backslashes in @value are escaped. */
void pgn_append_tag(GString *pgn, const char *name, const char *value);

/* The moves of a game on their way into a text, in lines of at most 79 characters. */
typedef struct {
    GString *pgn;
    size_t line_start; /* where the present line begins in @pgn */
} PgnMoves;

/* Begins the moves of a game whose tags end @pgn. */
PgnMoves pgn_moves_begin(GString *pgn);

/* Appends one word: a move number, a move, a result. */
void pgn_moves_append(PgnMoves *moves, const char *word, size_t length);

/* Appends the move number that stands before a move: "12." before White's, "12..." before Black's
 * if @black_begins, nothing before Black's otherwise. */
void pgn_moves_append_number(PgnMoves *moves, unsigned number, bool black_to_move,
                             bool black_begins);

/* Appends @result, "1-0", "0-1", "1/2-1/2" or "*", and the empty line after a game. */
void pgn_moves_end(PgnMoves *moves, const char *result);
