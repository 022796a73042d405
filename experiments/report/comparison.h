/* Two runs beside each other, pairing by pairing: what has changed from one to the other. */
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

/* What @spec says of pairing @index, from 0. */
PairingRow pairing_row_of(const Spec *spec, int index);

/* "L1 - L2", "L1 - L2, 300 ms". Owner: the caller. */
char *pairing_row_label(const PairingRow *pairing);

bool pairing_row_equal(const PairingRow *a, const PairingRow *b);

/* @rows are structs that begin with a DifferenceRow: fills in the p-values; appends what a
 * difference means where it is only a bound. */
void difference_rows_judge(GArray *rows);
void difference_rows_explain(GString *text, const GArray *rows);

/* Cells of tables about pairings: the two players; the pace, which is the last one; and how much
 * they differ. */
void pairing_row_fill(TableRow *row, const PairingRow *pairing);
void pairing_row_fill_pace(TableRow *row, const PairingRow *pairing);
void difference_row_fill(TableRow *row, const DifferenceRow *difference);

/* What has changed from @first to @second: pairings in the order of @first. Players are the same if
 * their texts are, or, if neither is in the other run, if their short names are; the runs are taken
 * to be independent, so they need different seeds.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, they have no pairing in common, or are the same games.
 * Owner:  the caller. */
char *comparison_report(const ResultsRun *first, const ResultsRun *second, TableFormat format,
                        GError **error);

extern const Table TABLE_COMPARISON;
