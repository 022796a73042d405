/* What rows about pairings have in common: the two players, and by how much something about them
 * differs. Rows for programs (MetricsRow.own) begin with one of these structures. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/record/metrics.h"

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
    double holm; /* the same among all rows, by pairing_rows_adjust() */
} DifferenceRow;

/* What @spec says of pairing @index, from 0. */
PairingRow pairing_row_of(const Spec *spec, int index);

/* "L1 - L2", "L1 - L2, 300 ms". Owner: the caller. */
char *pairing_row_label(const PairingRow *pairing);

/* Sets holm of all @rows, whose elements begin with a DifferenceRow.
 *
 * Source: statistics_holm(). */
void pairing_rows_adjust(GArray *rows);

/* Cells with points of rating: empty where there is no value, or no end of the interval. */
void pairing_rows_append_value(GString *csv, Estimate estimate);
void pairing_rows_append_low(GString *csv, Estimate estimate);
void pairing_rows_append_high(GString *csv, Estimate estimate);

/* A cell with a pace; empty if it is 0. */
void pairing_rows_append_pace(GString *csv, uint64_t ms_per_space);

/* Columns of rows that begin with a PairingRow, ... */
void pairing_row_write_player(GString *csv, const MetricsRow *row);
void pairing_row_write_opponent(GString *csv, const MetricsRow *row);
void pairing_row_write_pace(GString *csv, const MetricsRow *row);

/* ... and with a DifferenceRow. */
void difference_row_write_value(GString *csv, const MetricsRow *row);
void difference_row_write_kind(GString *csv, const MetricsRow *row);
void difference_row_write_low(GString *csv, const MetricsRow *row);
void difference_row_write_high(GString *csv, const MetricsRow *row);
void difference_row_write_p(GString *csv, const MetricsRow *row);
void difference_row_write_holm(GString *csv, const MetricsRow *row);
