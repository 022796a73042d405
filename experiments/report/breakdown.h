/* The results of a run by a factor: the set of the opening, the colour of the first player, or how
 * games ended; and by how much the lead of a player differs between two levels of the factor. */
#pragma once

#include "experiments/numbers/elo.h"
#include "experiments/report/comparison.h"

typedef enum {
    BREAKDOWN_OPENING_SET,
    BREAKDOWN_COLOUR,
    BREAKDOWN_TERMINATION,
    BREAKDOWN_COUNT
} BreakdownFactor;

/* "opening-set", ..., NULL */
extern const char *const BREAKDOWN_NAMES[BREAKDOWN_COUNT + 1];

/* A pairing at a level of the factor. */
typedef struct {
    PairingRow pairing;
    const char *level;     /* borrowed from the run */
    StatisticsScore score; /* of the first player */
    Estimate elo;          /* by pairs of games if the factor does not separate them */
} BreakdownCell;

/* Two levels of the factor in a pairing. */
typedef struct {
    DifferenceRow lead; /* that at the first level minus that at the second */
    const char *first, *second;
} BreakdownInteraction;

typedef struct {
    BreakdownFactor factor;
    GArray *cells;        /* of BreakdownCell, only those with games, pairing by pairing */
    GArray *interactions; /* of BreakdownInteraction; none for terminations, which are a part of the
                             result and not a condition of the game */
} Breakdown;

/* Errors: G_FILE_ERROR, G_IO_ERROR; EXPERIMENTS_ERROR_FAILED, the run has no sets of openings, or
 *         its games.csv is damaged.
 * Owner:  the caller; valid as long as @run. */
Breakdown *breakdown_new(const ResultsRun *run, BreakdownFactor factor, GError **error);
void breakdown_free(Breakdown *breakdown);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Breakdown, breakdown_free)

/* In CSV the cells, or the interactions if @interactions. Owner: the caller. */
char *breakdown_report(const Breakdown *breakdown, TableFormat format, bool interactions);

extern const Table TABLE_BREAKDOWN, TABLE_INTERACTIONS;
