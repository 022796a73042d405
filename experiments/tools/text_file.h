/* Texts from outside: those that are read whole, as specs, suites, tables and run.json; and files
 * that may be larger than the memory, plain or compressed, read a line at a time. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

/* The most bytes that such a file may have; ours have a thousandth of it. */
#define TEXT_FILE_MOST (32 << 20)

/* A descriptor of the file @path, or -1. Errors: G_FILE_ERROR. */
int text_file_open(const char *path, GError **error);

/* The content of the file @path, with a NUL behind its *@out_length bytes, which may be NULL. A
 * device or a pipe that has no end is no more than a file that is too large.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, it is too large.
 * Owner:  the caller. */
char *text_file_read(const char *path, size_t *out_length, GError **error);

/* The same with another bound than TEXT_FILE_MOST. */
char *text_file_read_most(const char *path, size_t most, size_t *out_length, GError **error);

/* The same of a file that is compressed if its name ends with .gz; the bound is that of the
 * content.
 *
 * Errors: those of gzip_open_path(), too. */
char *text_file_unpack(const char *path, size_t most, size_t *out_length, GError **error);

/* The SHA-256 of the file @path as it is on the disk, 64 hexadecimal digits.
 *
 * Errors: G_FILE_ERROR.
 * Owner:  the caller. */
char *text_file_sha256(const char *path, GError **error);

/* Whether @text, the content of @path with @length bytes, has no NUL; says that it has one. */
bool text_file_check(const char *path, const char *text, size_t length, GError **error);

/* Reads up to @size of the next bytes of @stream into @block; 0 bytes at the end. @name is what
 * errors call it.
 *
 * Errors: G_IO_ERROR, it cannot be read; EXPERIMENTS_ERROR_FAILED, the compressed file is
 *         truncated. */
bool text_stream_read(GInputStream *stream, const char *name, char *block, size_t size,
                      size_t *out_count, GError **error);

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
 *         LINE_READER_MOST, or the compressed file is truncated. */
char *line_reader_next(LineReader *reader, size_t *out_length, GError **error);
