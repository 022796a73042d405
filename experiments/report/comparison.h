/* Two runs beside each other, pairing by pairing: what has changed from one to the other. */
#pragma once

#include "experiments/numbers/elo.h"
#include "experiments/report/pairing_rows.h"
#include "experiments/report/report_table.h"
#include "experiments/report/results.h"

/* A pairing that both runs have, seen from its first player in the first run. */
typedef struct {
    DifferenceRow lead; /* that in the second run minus that in the first; names of the first */
    int64_t games[2];
    Estimate elo[2];
} ComparisonRow;

/* What has changed from @first to @second: pairings in the order of @first. Players are the same if
 * their texts are; the runs are taken to be independent, so they need different seeds.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, they have no pairing in common, or are the same games.
 * Owner:  a GArray of ComparisonRow, the caller's; valid as long as @first. */
GArray *comparison_new(const ResultsRun *first, const ResultsRun *second, GError **error);

/* Owner: the caller. */
char *comparison_report(const ResultsRun *first, const ResultsRun *second, const GArray *rows,
                        ReportFormat format);

extern const MetricsTable METRICS_COMPARISON;
