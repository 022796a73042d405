/* Whole tables in each format; for people as rows of texts, aligned or in Markdown, with sentences
 * below; and how numbers are written in them. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/tables/table.h"

/* A sheet: rows of texts for people, a GPtrArray of GStrv of the same length, the head first.
 *
 * @head ends with NULL and is copied; NULL: it is still to be added. Owner: the caller. */
GPtrArray *sheet_new(const char *const *head);

/* The first @most of @rows, with the headings of their columns; without headings all columns by
 * their names, as in CSV. Owner: the caller. */
GPtrArray *sheet_of(const TableRows *rows, guint most);

/* Appends @title, @sheet and the lines @below as a table of GitHub Flavored Markdown or as aligned
 * columns, with an empty line before it if @text is not empty. @title and @below may be NULL. */
void sheet_append(GString *text, const char *title, const GPtrArray *sheet, const char *below,
                  bool markdown);

/* Appends only the rows, as aligned columns. */
void sheet_append_aligned(GString *text, const GPtrArray *sheet);

/* How a number is written. Owner: the caller. */
typedef char *(*FormatNumber)(double value);

char *format_difference(double value); /* "+12.3" */
char *format_rating(double value);     /* "12.3" */
char *format_share(double value);      /* "0.123" */
char *format_p(double p);              /* "0.012", "<0.001" */
char *format_count(int64_t count);
char *format_score(StatisticsScore score); /* "4-1-2": wins, losses, draws */

/* "+12.3", ">= +12.3", "?". Owner: the caller. */
char *format_value(Estimate estimate, FormatNumber format);

/* "A - B", "A - B, 500 ms" if @ms_per_space is not 0. Owner: the caller. */
char *format_pairing(const char *player, const char *opponent, int64_t ms_per_space);

/* Whether an estimate of the kind needs a sentence to be understood. */
bool sheet_needs_sentence(EstimateKind kind);

/* "Name: +12.3 (+1.2 to +23.4)", without the end of the line. */
void sheet_append_quantity(GString *text, const char *name, Estimate estimate, FormatNumber format);

typedef enum {
    TABLE_FORMAT_TEXT,    /* aligned columns, with remarks in sentences */
    TABLE_FORMAT_CSV,     /* the rows of one table */
    TABLE_FORMAT_JSON,    /* an object with an array of rows for each table */
    TABLE_FORMAT_MARKDOWN /* as text, with tables of GitHub Flavored Markdown */
} TableFormat;

/* "text", "csv", "json", "markdown", NULL: the values of --format. */
extern const char *const TABLE_FORMAT_NAMES[];

/* One table without remarks in @format. Owner: the caller. */
char *table_format(const TableRows *rows, TableFormat format);

/* A table of a report. */
typedef struct {
    TableRows *rows;
    char *title;
    GString *below; /* remarks for people, in lines */
    guint most;     /* rows that people see */
    bool is_hidden; /* from people, as it has nothing to report */
} TablePart;

/* Tables with notes before them, to be written in any format. */
typedef struct {
    GPtrArray *notes; /* texts; NULL: there cannot be any */
    GPtrArray *parts; /* of TablePart */
} TableReport;

/* Its notes are @notes, or if that is NULL none yet. */
TableReport *table_report_new(GPtrArray *notes);
void table_report_free(TableReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TableReport, table_report_free)

/* Adds @rows, which are taken, with @title for people. The answer is borrowed. */
TablePart *table_report_add(TableReport *report, const char *title, TableRows *rows);

/* Appends below @part what its estimates, the first that people see with an interval, mean where
 * they are only bounds: "A - B: >= +120.3 (no result limits it from above)". The first @label_cells
 * cells that people see are the label of a row. */
void table_part_explain(TablePart *part, int label_cells);

/* In CSV the first table, without notes; in JSON the notes and all tables. Owner: the caller. */
char *table_report_write(const TableReport *report, TableFormat format);
