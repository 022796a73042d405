/* Standings as texts: tables for people, and the tables of metrics.h for programs. */
#pragma once

#include "experiments/report/metrics_report.h"
#include "experiments/report/standings.h"

typedef enum {
    REPORT_TEXT,     /* aligned columns, with what there is to say in sentences */
    REPORT_MARKDOWN, /* the same, in the tables of GitHub Flavored Markdown */
    REPORT_CSV,      /* the rows of one table */
    REPORT_JSON      /* an object with an array of rows for each table */
} ReportFormat;

/* "pairings", ... */
extern const char *const REPORT_TABLE_NAMES[METRICS_REPORT_COUNT];

/* @tables says which tables are wanted; in CSV it is one.
 *
 * Source: https://github.github.com/gfm/#tables-extension-; RFC 4180; RFC 8259.
 * Owner:  the caller. */
char *report_standings(const Standings *standings, ReportFormat format,
                       const bool tables[static METRICS_REPORT_COUNT]);
