/* How a sequential test came to its decision: the log ratio after each pair of games. */
#pragma once

#include "experiments/report/report_standings.h"
#include "experiments/report/results.h"

/* After a pair. */
typedef struct {
    int64_t games;
    double share; /* of the points, of the first player; by pairs */
    SprtState state;
} SprtStep;

/* The steps of the run, by its games.csv.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, the run is no sequential test, or its games.csv
 *         has something wrong.
 * Owner:  a GArray of SprtStep, the caller's. */
GArray *sprt_path_read(const ResultsRun *run, GError **error);

/* The steps as a table: for people some of them, evenly apart, and the last. Owner: the caller. */
char *sprt_path_report(const ResultsRun *run, const GArray *path, ReportFormat format);

/* Its columns. */
extern const MetricsTable METRICS_SPRT_PATH;
