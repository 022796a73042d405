/* Portable Game Notation: games of chess as text and back.
 *
 * Source: PGN specification (Edwards, 1994), sections 4 to 11. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "board/position.h"
#include "board/text_lines.h"

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

/* A game as it was read; every move is legal. */
typedef struct {
    int line;           /* where it begins, from 1 */
    GPtrArray *tags;    /* the name and the value of each, in order */
    Position start;     /* from the tag FEN, else the initial position */
    GArray *moves;      /* Move */
    const char *result; /* of the moves, or of the tag if they end with "*" or not at all */
    uint64_t sum;       /* of the text of moves that are not read, without blanks, comments and
                           variations; 0: there are none */
} PgnGame;

void pgn_game_free(PgnGame *game);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PgnGame, pgn_game_free)

/* The value of the first tag @name, or NULL. */
const char *pgn_game_tag(const PgnGame *game, const char *name);

/* The place in a text from which the next game is read. */
typedef struct {
    const char *begin, *text; /* the character before @text, if there is one, must be readable */
    int line;                 /* of @text, from 1 */
} PgnReader;

/* Begins with the first game of @text, which must stay as long as the reader is used. */
PgnReader pgn_reader_begin(const char *text);

/* The next game, or NULL. NULL without an error: the text has ended. NULL with an error: a game is
 * damaged, and the next call goes on behind it.
 *
 * Shape:  lines end with LF, CR LF or CR alone. Comments, glyphs ("$1", "!?"), variations, escaped
 *         lines and move numbers, which need not be right, are read and dropped. Moves are read as
 *         san_parse() does. A comment or variation that is not closed ends where the tags of
 *         another game begin. Tags without moves are a game of their own if an empty line and tags
 *         with the same names follow. Quotes and backslashes in a value need not be escaped where
 *         the end of the tag shows what is meant. A game whose tag Variant names another game than
 *         chess is damaged.
 * Errors: BOARD_ERROR_SYNTAX, BOARD_ERROR_RULES, with the line.
 * Owner:  the caller. */
PgnGame *pgn_reader_next(PgnReader *reader, GError **error);

/* The same without reading the moves, which may be of any game and damaged, or be missing: the
 * position is not set up, and the result is NULL if neither the tag nor the moves say one. */
PgnGame *pgn_reader_next_tags(PgnReader *reader, GError **error);
