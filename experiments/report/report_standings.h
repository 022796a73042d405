/* The tables of `agentchess report`. */
#pragma once

#include "experiments/report/standings.h"
#include "experiments/tables/table_text.h"

typedef enum {
    REPORT_TABLE_PAIRINGS,
    REPORT_TABLE_RATINGS,
    REPORT_TABLE_FIT,
    REPORT_TABLE_RESIDUALS,
    REPORT_TABLE_PAIRS,
    REPORT_TABLE_COUNT
} ReportTable;

extern const Table REPORT_TABLES[REPORT_TABLE_COUNT];

/* Table @only, or with REPORT_TABLE_COUNT all tables; in CSV the first.
 *
 * Source: https://github.github.com/gfm/#tables-extension-; RFC 4180; RFC 8259.
 * Owner:  the caller. */
char *report_standings(const Standings *standings, TableFormat format, ReportTable only);
