/* Changes from one run to another, or from one part of a run to another, pairing by pairing. */
#pragma once

#include "experiments/numbers/elo.h"
#include "experiments/report/results.h"
#include "experiments/tables/table_text.h"

/* The two players; short names, borrowed from the run. */
typedef struct {
    const char *player, *opponent;
    uint64_t ms_per_space; /* 0: not asynchronous */
} PairingRow;

/* By how much two leads of the player differ. */
typedef struct {
    PairingRow pairing;
    Estimate difference;
    double p;    /* p-value of no difference, by estimate_p() */
    double holm; /* the same among all rows, by statistics_holm() */
} DifferenceRow;

/* Pairing @index of @spec, from 0. */
PairingRow pairing_row_of(const Spec *spec, int index);

/* Fills in the p-values of @rows, structs that begin with a DifferenceRow. */
void difference_rows_test(GArray *rows);

/* Columns and cells of tables about pairings: the two players; the pace, which is the last one; and
 * how much they differ. */
#define COLUMNS_OF_PAIRING(player)                                                 \
    COLUMN("player", TABLE_TEXT, "", player, .heading = "", .view = VIEW_PAIRING), \
        COLUMN("opponent", TABLE_TEXT, "", "short name of the opponent")
#define COLUMN_OF_PACE                        \
    COLUMN("ms_per_space", TABLE_COUNT, "ms", \
           "milliseconds per space in asynchronous chess; otherwise empty")
#define LOWER_END "lower end of the 95 % interval, or lower bound"
#define COLUMNS_OF_DIFFERENCE(name, kind, heading, meaning)                                      \
    COLUMN(name, TABLE_REAL, "Elo", meaning, 2, heading, VIEW_LEAD, true),                       \
        COLUMN(kind, TABLE_TEXT, "",                                                             \
               "`interval`: both ends are known; `at-least`: only the lower bound is known; "    \
               "`at-most`: only the upper bound is known; `unknown`: no bound is known"),        \
        COLUMNS_OF_ENDS("low", "high", "Elo", LOWER_END, 2),                                     \
        COLUMN(                                                                                  \
            "p", TABLE_REAL, "0..1",                                                             \
            "probability of a difference at least this far from 0 if the true difference is 0; " \
            "1 if there is no interval",                                                         \
            6, "p", VIEW_P),                                                                     \
        COLUMN("p_holm", TABLE_REAL, "0..1", "`p` with Holm's correction for all rows", 6,       \
               "p, Holm", VIEW_P)
void pairing_row_fill(TableRows *rows, const PairingRow *pairing);
void pairing_row_fill_pace(TableRows *rows, const PairingRow *pairing);
void difference_row_fill(TableRows *rows, const DifferenceRow *difference);

/* Changes from @first to @second: pairings in the order of @first. Players are the same if their
 * texts are, or, if neither is in the other run, if their short names are; the runs are taken to be
 * independent, so they need different seeds.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, they have no pairing in common, or are the same games.
 * Owner:  the caller. */
char *comparison_report(const ResultsRun *first, const ResultsRun *second, TableFormat format,
                        GError **error);

extern const Table TABLE_COMPARISON;
