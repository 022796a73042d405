/* Files that may be larger than the memory, plain or compressed, read a line at a time. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

/* The most bytes that a line may have, so that a file of zeros is refused before it fills the
 * memory. Moves of a game of PGN in one line have some thousands. */
#define LINE_READER_MOST (1 << 20)

typedef struct LineReader LineReader;

/* The lines of @stream, of which the reader takes a reference; @name is what errors call it. Owner:
 * the caller. */
LineReader *line_reader_new(GInputStream *stream, const char *name);
void line_reader_free(LineReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LineReader, line_reader_free)

/* The next line without its line feed, which may hold NUL characters and has one behind its
 * *@out_length bytes; NULL at the end, or with an error. It is valid until the next call.
 *
 * Errors: G_IO_ERROR, it cannot be read; EXPERIMENTS_ERROR_FAILED, it is longer than
 *         LINE_READER_MOST. */
char *line_reader_next(LineReader *reader, size_t *out_length, GError **error);
