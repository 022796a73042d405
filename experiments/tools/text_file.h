/* Texts from outside that are read whole: specs, suites, tables, run.json. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The most bytes that such a file may have; ours have a thousandth of it. */
#define TEXT_FILE_MOST (32 << 20)

/* The content of the file @path, with a NUL behind its *@out_length bytes, which may be NULL. A
 * device or a pipe that has no end is no more than a file that is too large.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, it is too large.
 * Owner:  the caller. */
char *text_file_read(const char *path, size_t *out_length, GError **error);

/* The same with another bound than TEXT_FILE_MOST. */
char *text_file_read_most(const char *path, size_t most, size_t *out_length, GError **error);
