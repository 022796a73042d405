/* Standings as texts: tables for people, and the tables of metrics.h for programs. */
#pragma once

#include "experiments/report/metrics_report.h"
#include "experiments/report/report_table.h"
#include "experiments/report/standings.h"

/* "pairings", ... */
extern const char *const REPORT_TABLE_NAMES[METRICS_REPORT_COUNT];

/* @tables says which tables are wanted; in CSV and for gnuplot it is one.
 *
 * Source: https://github.github.com/gfm/#tables-extension-; RFC 4180; RFC 8259.
 * Owner:  the caller. */
char *report_standings(const Standings *standings, ReportFormat format,
                       const bool tables[static METRICS_REPORT_COUNT]);
