/* The parts of a report's tables: for people rows of texts with sentences below, for programs the
 * rows of metrics.h. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/report/report_cells.h"

/* For people: rows of the same length, the head first, and sentences. */
typedef struct {
    GPtrArray *rows; /* of GStrv */
    GString *below;  /* lines */
} ReportTable;

/* @head ends with NULL and is copied. */
ReportTable report_table_new(const char *const *head);

/* Takes the texts of @cells, @count of them with the NULL at the end, not the array. */
void report_table_add(ReportTable *table, char *const *cells, size_t count);

void report_table_clear(ReportTable *table);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ReportTable, report_table_clear)

/* Appends @table as a table of GitHub Flavored Markdown or as aligned columns, with an empty line
 * before it if @text is not empty. */
void report_table_append(GString *text, const char *title, const ReportTable *table, bool markdown);

/* How a number is written. Owner: the caller. */
typedef char *(*ReportFormatNumber)(double value);

char *report_format_difference(double value); /* "+12.3" */
char *report_format_rating(double value);     /* "12.3" */
char *report_format_share(double value);      /* "0.123" */
char *report_format_p(double p);              /* "0.012", "<0.001" */
char *report_format_count(int64_t count);

/* "+12.3", ">= +12.3", "?"; and "+1.2 to +3.4", or "". Owner: the caller. */
char *report_format_value(Estimate estimate, ReportFormatNumber format);
char *report_format_interval(Estimate estimate, ReportFormatNumber format);

/* Whether an estimate of the kind needs a sentence to be understood; and that sentence, if so: "A -
 * B: >= +120.3, no result limits it from above". */
bool report_needs_sentence(EstimateKind kind);
void report_append_sentence(GString *text, const char *label, Estimate estimate,
                            ReportFormatNumber format);

/* "Name: +12.3 (+1.2 to +23.4)", without the end of the line. */
void report_append_quantity(GString *text, const char *name, Estimate estimate,
                            ReportFormatNumber format);

/* Rows for programs, each of which MetricsRow.own points to. */
typedef struct {
    const char *name; /* of the array in JSON */
    const MetricsTable *columns;
    const GArray *rows;
} ReportRows;

/* The first of @tables as CSV or for gnuplot, or all of them, up to one without a name, as an
 * object of JSON. Owner: the caller. */
char *report_rows_format(const ReportRows *tables, ReportFormat format);
