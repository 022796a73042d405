/* The rows of a run's games.csv, compressed or not: what the run says of its games. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "experiments/play/match.h"
#include "experiments/tools/text_file.h"

/* The rows, read in the order of the games. */
typedef struct {
    char *path;
    LineReader *lines; /* NULL: there are none */
} RunRows;

/* The rows of the run in @folder; there are none if @folder is NULL or has no games.csv. */
RunRows run_rows_open(const char *folder);
void run_rows_close(RunRows *rows);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunRows, run_rows_close)

typedef enum {
    RUN_ROWS_SAME,
    RUN_ROWS_OTHER,  /* another game, that is: it is not the same when it is played again */
    RUN_ROWS_MISSING /* there is no such row after the one asked for before */
} RunRowsVerdict;

/* Whether the row of the game says the same as @record. If it does not, *@out_row is that row; else
 * NULL.
 *
 * Owner: the caller, of *@out_row. */
RunRowsVerdict run_rows_compare(RunRows *rows, const Spec *spec, const MatchRecord *record,
                                char **out_row);
