/* The tables of a tuning. Their rows are made of texts by run/tuning.c. */
#pragma once

#include "experiments/record/metrics.h"

extern const MetricsTable METRICS_ITERATIONS;
extern const MetricsTable METRICS_TUNING;
extern const MetricsTable METRICS_PARAMETERS;

/* The file with the openings held back. */
#define TUNING_CHECK_OPENINGS "check-openings.epd"
