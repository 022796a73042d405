/* The elements of a saved game of antichess, as they stand in the text: the first half of reading
 * one. antichess.h describes the format, antichess_file.c finds out what the elements say. */
#pragma once

#include "board/move.h"
#include "board/text_lines.h"

typedef enum {
    ANTICHESS_ELEMENT_GAME,
    ANTICHESS_ELEMENT_TIME,
    ANTICHESS_ELEMENT_HISTORY,
    ANTICHESS_ELEMENT_MOVE,
    ANTICHESS_ELEMENT_PIECES,
    ANTICHESS_ELEMENT_SQUARE,
    ANTICHESS_ELEMENT_GAME_OVER,
    ANTICHESS_ELEMENT_COUNT,
    ANTICHESS_ELEMENT_NONE = ANTICHESS_ELEMENT_COUNT
} AntichessElement;

#define ANTICHESS_MAX_ATTRIBUTES 5

/* The numbers of the attributes of an element; those of each side stand one behind the other. */
enum { ANTICHESS_GAME_RULESET };
enum {
    ANTICHESS_TIME_TIMED,
    ANTICHESS_TIME_INITIAL,
    ANTICHESS_TIME_CURRENT = ANTICHESS_TIME_INITIAL + COLOR_COUNT
};
enum { ANTICHESS_MOVE_SIDE, ANTICHESS_MOVE_VALUE, ANTICHESS_MOVE_TIME };
enum { ANTICHESS_SQUARE_ID, ANTICHESS_SQUARE_SIDE, ANTICHESS_SQUARE_PIECE };
enum { ANTICHESS_OVER_WINNER, ANTICHESS_OVER_DESCRIPTION };

/* An element as it stands in the text. */
typedef struct {
    AntichessElement element;
    int line;                              /* on which it ends */
    char *value[ANTICHESS_MAX_ATTRIBUTES]; /* NULL: there is no such attribute */
} AntichessTag;

/* Which known elements there are. */
typedef struct {
    GArray *tags[ANTICHESS_ELEMENT_COUNT]; /* AntichessTag, in the order of the text */
    AntichessElement open;                 /* the known element that is open, the innermost one */
    int skipped; /* elements open within it, the outermost of which is unknown */
} AntichessOutline;

/* The outline of nothing. Owner: the caller clears it. */
void antichess_outline_init(AntichessOutline *outline);
void antichess_outline_clear(AntichessOutline *outline);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(AntichessOutline, antichess_outline_clear)

/* Reads @text into the empty @outline: each known element stands where it may and as often as it
 * may, and those that every game needs are there.
 *
 * Errors: BOARD_ERROR_SYNTAX. */
bool antichess_outline_read(AntichessOutline *outline, const char *text, GError **error);

/* The element number @i of its kind, from 0. */
const AntichessTag *antichess_outline_tag(const AntichessOutline *outline, AntichessElement element,
                                          guint i);

/* The value of an attribute that must be there; NULL with an error, BOARD_ERROR_SYNTAX, if it is
 * not. */
const char *antichess_tag_require(const AntichessTag *tag, int attribute, GError **error);

/* Sets an error: "line 7: 'value' of 'move' is 'e2-e5', WHY". Returns false. */
bool antichess_tag_refuse(const AntichessTag *tag, int attribute, BoardError code, const char *why,
                          GError **error);

/* Finds out which of @count @words an attribute is, or what number of milliseconds.
 *
 * Errors: BOARD_ERROR_SYNTAX: it is missing or something else. */
bool antichess_tag_read_word(const AntichessTag *tag, int attribute, const char *const *words,
                             int count, int *out_word, GError **error);
bool antichess_tag_read_number(const AntichessTag *tag, int attribute, int64_t *out_number,
                               GError **error);
