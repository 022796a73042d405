/* Files of games in PGN, plain or compressed, which may be larger than the memory. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "board/pgn.h"

/* The games or positions of some files: how many were read, and how many were skipped because they
 * could not be. */
typedef struct {
    bool names_paths; /* the first one that was skipped is named with its file */
    int64_t read, skipped;
    char *first; /* "line 12, REASON" of the first one that was skipped, or NULL */
} ReadCount;

void read_count_clear(ReadCount *count);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ReadCount, read_count_clear)

/* Counts what is in line @line of @path as skipped. */
void read_count_skip(ReadCount *count, const char *path, int line, const char *reason);

/* "read 12 games, skipped 1 (first: line 12, REASON)", where @what is "game". Owner: the caller. */
char *read_count_describe(const ReadCount *count, const char *what);

/* Whether the file @path has games in PGN by its name, which may end as those of compressed files
 * do. */
bool pgn_file_is_path(const char *path);

typedef struct PgnFile PgnFile;

/* The games of the file @path, with their moves as pgn_reader_next() reads them, or without as
 * pgn_reader_next_tags().
 *
 * Errors: as gzip_open_path().
 * Owner:  the caller. */
PgnFile *pgn_file_open(const char *path, bool with_moves, GError **error);
void pgn_file_free(PgnFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PgnFile, pgn_file_free)

/* The next game that is not damaged; those before it are counted as skipped. NULL: the file has
 * ended, or with an error.
 *
 * Errors: G_IO_ERROR, it cannot be read; EXPERIMENTS_ERROR_FAILED, it is truncated, it is no text,
 *         or a game is too large.
 * Owner:  the caller. */
PgnGame *pgn_file_next(PgnFile *file, ReadCount *count, GError **error);
