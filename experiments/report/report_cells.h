/* Tables whose rows are texts, as programs and people read them. A row is a GStrv with a cell for
 * each column of its MetricsTable. */
#pragma once

#include "experiments/record/metrics.h"

typedef enum {
    REPORT_TEXT,     /* aligned columns, with remarks in sentences */
    REPORT_MARKDOWN, /* the same, with tables of GitHub Flavored Markdown */
    REPORT_CSV,      /* the rows of one table */
    REPORT_JSON,     /* an object with an array of rows for each table */
    REPORT_GNUPLOT   /* one table as gnuplot loads it, see report_cells_gnuplot() */
} ReportFormat;

/* The rows of @csv, which has no header. Owner: the caller. */
GPtrArray *report_cells_split(const char *csv);

void report_cells_append_csv(GString *csv, const MetricsTable *table, const GPtrArray *rows);

/* Appends "NAME": and an array of objects. Columns with a unit are numbers; they are written as in
 * CSV, or as null for an empty cell. */
void report_cells_append_json(GString *json, const char *name, const MetricsTable *table,
                              const GPtrArray *rows);

/* Appends @text as a JSON string. */
void report_cells_append_json_text(GString *json, const char *text);

/* Appends a row of a table in Markdown. */
void report_cells_append_markdown_row(GString *text, char *const *cells);

/* Appends a table of @rows, the first of which is its head. */
void report_cells_append_markdown(GString *text, const GPtrArray *rows);

/* The table for gnuplot's command load, whose own reader of CSV knows no quotes within quotes. It
 * defines
 *
 *   $rows              the rows; a text is its number in TEXT, an empty cell is empty; the rows
 * that have the same cells in the columns @block stand together and are an index ROWS, BLOCKS how
 * many rows and indices there are column_NAME        the number of the column NAME in $rows TEXT[]
 * the texts, first all those of the first column of texts, and so on TEXTS_NAME         how many
 * texts there are up to the end of the column NAME BLOCK_NAME[]       the cell of index i in the
 * column NAME of @block as element i + 1; NaN: empty
 *
 * @block ends with NULL, or is NULL: all rows are one index.
 *
 * Source: gnuplot 5.4, "datablocks", "arrays", "datafile separator".
 * Owner:  the caller. */
char *report_cells_gnuplot(const MetricsTable *table, const char *const *block,
                           const GPtrArray *rows);

/* One table called @name in @format; @block is for gnuplot. Owner: the caller. */
char *report_cells_format(const char *name, const MetricsTable *table, const char *const *block,
                          const GPtrArray *rows, ReportFormat format);
