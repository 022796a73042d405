/* Files of positions from other programs, line by line. Lines end with LF, CR LF or CR alone;
 * blanks at their ends count for nothing, nor does a byte-order mark before the first one. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* What separates words and stands around them. */
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

/* The words of @text, which TEXT_BLANKS separate. Owner: the caller frees it with g_strfreev(). */
char **text_words(const char *text);

/* Whether @text is a number in decimal digits and nothing else; a number greater than @most is read
 * as @most. GLib's readers pass over a vertical tab. */
bool text_read_digits(const char *text, guint64 most, guint64 *out_number);
