/* The tables that `agentchess report` prints for pooled runs. */
#pragma once

#include "experiments/record/metrics.h"

/* The tables of `agentchess report --csv`; in place of files they have the commands that print
 * them. */
typedef enum {
    METRICS_REPORT_PAIRINGS,
    METRICS_REPORT_RATINGS,
    METRICS_REPORT_RESIDUALS,
    METRICS_REPORT_ALPHA_RANK,
    METRICS_REPORT_PAIRS,
    METRICS_REPORT_TERMINATIONS,
    METRICS_REPORT_COUNT
} MetricsReport;

extern const MetricsTable *const METRICS_REPORTS[METRICS_REPORT_COUNT];
