/* The parts of a run, pairing by pairing. */
#pragma once

#include "experiments/report/comparison.h"

/* The parts of a run by a factor : the set of the opening, the colour of the first
 * player, or how games ended. */
typedef enum {
    BREAKDOWN_OPENING_SET,
    BREAKDOWN_COLOUR,
    BREAKDOWN_TERMINATION,
    BREAKDOWN_COUNT
} BreakdownFactor;

/* "opening-set", ..., NULL */
extern const char *const BREAKDOWN_NAMES[BREAKDOWN_COUNT + 1];

/* The pairings of @run at each level of @factor, and the differences between levels, of which
 * terminations have none: they are a part of the result and not a condition of the game. In CSV the
 * pairings, or the differences if @interactions.
 *
 * Errors: G_FILE_ERROR, G_IO_ERROR; EXPERIMENTS_ERROR_FAILED, the run has no sets of openings, or
 *         its games.csv is damaged.
 * Owner:  the caller. */
char *breakdown_report(const ResultsRun *run, BreakdownFactor factor, TableFormat format,
                       bool interactions, GError **error);

extern const Table TABLE_BREAKDOWN, TABLE_INTERACTIONS;
