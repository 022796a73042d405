/* Files of positions from other programs, line by line. Lines end with LF, CR LF or CR alone;
 * blanks at their ends count for nothing, nor does a byte-order mark before the first one. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* Errors of a text that describes a position, a move or a game. */
typedef enum {
    BOARD_ERROR_SYNTAX, /* it cannot be read */
    BOARD_ERROR_RULES   /* it can be read, but the rules of the game do not allow it */
} BoardError;

#define BOARD_ERROR (board_error_quark())
GQuark board_error_quark(void);

/* Sets @error to @code of @domain and a sentence, in which U+FFFD replaces bytes that are not
 * UTF-8. Always NULL, which is false in a function that returns a bool; so do the other functions
 * that fail. */
void *fail_with(GError **error, GQuark domain, int code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
#define board_fail_syntax(error, ...) fail_with(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, __VA_ARGS__)
#define board_fail_rules(error, ...) fail_with(error, BOARD_ERROR, BOARD_ERROR_RULES, __VA_ARGS__)

/* The characters between and around words. */
#define TEXT_BLANKS " \t\r\n"

typedef struct {
    int number;       /* in the text, from 1 */
    const char *text; /* without blanks at its ends */
    bool has_nul;     /* there is a NUL in the line: @text ends before it */
} TextLine;

/* The length of the byte-order mark with which the @length bytes of @text begin, 0 without one.
 *
 * Units: bytes. */
size_t text_mark_length(const char *text, size_t length);

/* @text behind its byte-order mark, if it begins with one. */
const char *text_skip_mark(const char *text);

/* The lines in the @length bytes of @text that are not empty and do not begin with #, as an array
 * of TextLine.
 *
 * Owner: the caller; the lines are parts of @text, which is cut up for them. */
GArray *text_lines_cut(char *text, size_t length);

/* Whether @text has a control character. */
bool text_has_control(const char *text);

/* The words of @text, which TEXT_BLANKS separate. Owner: the caller frees it with g_strfreev(). */
char **text_words(const char *text);

/* Whether @text is a number in decimal digits and nothing else; a number greater than @most is read
 * as @most. GLib's readers pass over a vertical tab. */
bool text_read_digits(const char *text, guint64 most, guint64 *out_number);

/* The place of @text among the @count @names, some of which may be NULL; -1: it is none of them. */
int text_place(const char *text, const char *const *names, int count);

/* The first of @settings, "KEY=VALUE" each, that has the key of an earlier one; NULL: none has. */
const char *text_repeated_setting(char *const *settings);

/* Whether the first @length bytes of @text are @word. */
bool text_is(const char *text, size_t length, const char *word);

/* Finds the known word that a mistyped one was probably meant to be. */

/* A search among words, begun with nearest_to(). */
typedef struct {
    const char *typed;
    int length;
    const char *word; /* the nearest so far; NULL: none is near */
    int distance;     /* how far it is */
} Nearest;

/* Begins the search for the word that @length bytes of @typed (-1: all of it) were meant to be. */
Nearest nearest_to(const char *typed, int length);

/* Tries @word, a known word, which must outlive the search. Small and capital letters count as the
 * same; a beginning or an end of @word is near to it. */
void nearest_try(Nearest *nearest, const char *word);

/* "; did you mean 'WORD'?", to end a message with, or "" if no word is near. Owner: the caller. */
char *nearest_question(const Nearest *nearest);

/* The same question about all of @typed, of which @words, NULL-terminated, are known. Owner: the
 * caller. */
char *nearest_question_among(const char *typed, const char *const *words);
