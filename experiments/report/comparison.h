/* Two runs beside each other, pairing by pairing: what has changed from one to the other. */
#pragma once

#include "experiments/numbers/elo.h"
#include "experiments/report/results.h"
#include "experiments/tables/table_text.h"

/* The two players; short names, borrowed from the run. */
typedef struct {
    const char *player, *opponent;
    uint64_t ms_per_space; /* 0: not in time */
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

/* Appends what the difference means where it is only a bound. */
void difference_row_explain(GString *text, const DifferenceRow *difference);

/* Cells of tables about pairings: the two players; the pace, which is the last one; and how much
 * they differ. */
void pairing_row_fill(TableRow *row, const PairingRow *pairing);
void pairing_row_fill_pace(TableRow *row, const PairingRow *pairing);
void difference_row_fill(TableRow *row, const DifferenceRow *difference);

/* A pairing that both runs have, seen from its first player in the first run. */
typedef struct {
    DifferenceRow lead; /* that in the second run minus that in the first; names of the first */
    int64_t games[2];
    Estimate elo[2];
} ComparisonRow;

/* What has changed from @first to @second: pairings in the order of @first. Players are the same if
 * their texts are, or, if neither is in the other run, if their short names are; the runs are taken
 * to be independent, so they need different seeds.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, they have no pairing in common, or are the same games.
 * Owner:  a GArray of ComparisonRow, the caller's; valid as long as @first. */
GArray *comparison_new(const ResultsRun *first, const ResultsRun *second, GError **error);

/* Owner: the caller. */
char *comparison_report(const ResultsRun *first, const ResultsRun *second, const GArray *rows,
                        TableFormat format);

extern const Table TABLE_COMPARISON;
