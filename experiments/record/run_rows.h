/* The rows of a run's games.csv, compressed or not: what the run says of its games. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

#include "experiments/play/match.h"

/* They stand there in the order of the games, and are read so. */
typedef struct {
    char *path;
    GDataInputStream *lines; /* NULL: there are none */
} RunRows;

/* The rows of the run in @folder; of NULL there are none, nor where no games.csv is. */
RunRows run_rows_open(const char *folder);
void run_rows_close(RunRows *rows);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunRows, run_rows_close)

typedef enum {
    RUN_ROWS_SAME,
    RUN_ROWS_OTHER,  /* another game, that is: it is not the same when it is played again */
    RUN_ROWS_MISSING /* there is no such row behind the one asked for before */
} RunRowsVerdict;

/* Whether the rows say of the game of @record what @record says. If it is not the same, *@out_row
 * is what they say; else NULL.
 *
 * Owner: the caller, of *@out_row. */
RunRowsVerdict run_rows_compare(RunRows *rows, const Spec *spec, const MatchRecord *record,
                                char **out_row);
