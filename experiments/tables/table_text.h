/* Whole tables in each format; for people as rows of texts, aligned or in Markdown, with sentences
 * below; and how numbers are written in them. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/tables/table.h"

typedef struct {
    GPtrArray *rows; /* of GStrv of the same length, the head first */
    GString *below;  /* lines */
} Sheet;

/* @head ends with NULL and is copied. */
Sheet sheet_new(const char *const *head);

/* The first @most of @rows, with the headings of their columns; without headings all columns by
 * their names, as in CSV. */
Sheet sheet_of(const TableRows *rows, guint most);

/* Takes the texts of @cells, @count of them with the NULL at the end, not the array. */
void sheet_add(Sheet *sheet, char *const *cells, size_t count);

void sheet_clear(Sheet *sheet);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sheet, sheet_clear)

/* Appends @sheet as a table of GitHub Flavored Markdown or as aligned columns, with an empty line
 * before it if @text is not empty. Without @title only the rows. */
void sheet_append(GString *text, const char *title, const Sheet *sheet, bool markdown);

/* Appends @rows, arrays of texts of the same length, as aligned columns. */
void sheet_append_aligned(GString *text, const GPtrArray *rows);

/* How a number is written. Owner: the caller. */
typedef char *(*FormatNumber)(double value);

char *format_difference(double value); /* "+12.3" */
char *format_rating(double value);     /* "12.3" */
char *format_share(double value);      /* "0.123" */
char *format_p(double p);              /* "0.012", "<0.001" */
char *format_count(int64_t count);
char *format_score(StatisticsScore score); /* "4-1-2": wins, losses, draws */

/* "+12.3", ">= +12.3", "?"; and "+1.2 to +3.4", or "". Owner: the caller. */
char *format_value(Estimate estimate, FormatNumber format);
char *format_interval(Estimate estimate, FormatNumber format);

/* "A - B", "A - B, 500 ms" if @ms_per_space is not 0. Owner: the caller. */
char *format_pairing(const char *player, const char *opponent, int64_t ms_per_space);

/* Whether an estimate of the kind needs a sentence to be understood; and that sentence, if so: "A -
 * B: >= +120.3, no result limits it from above". */
bool sheet_needs_sentence(EstimateKind kind);
void sheet_append_sentence(GString *text, const char *label, Estimate estimate,
                           FormatNumber format);

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

/* Appends the head and the rows as CSV. */
void table_append_csv(GString *csv, const TableRows *rows);

/* Appends @text as a JSON string. */
void table_append_json_text(GString *json, const char *text);

/* One table without remarks in @format. Owner: the caller. */
char *table_format(const TableRows *rows, TableFormat format);

/* A table of a report: the first of its rows that people see, in @sheet, with remarks below. */
typedef struct {
    TableRows *rows;
    char *title;
    Sheet sheet;
    bool is_hidden; /* from people, as it has nothing to report */
} TablePart;

/* Tables with notes before them, to be written in any format. */
typedef struct {
    GPtrArray *notes; /* texts */
    GPtrArray *parts; /* of TablePart */
} TableReport;

TableReport *table_report_new(void);
void table_report_free(TableReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TableReport, table_report_free)

/* Adds @rows, which are taken, with @title for people, who see @most of them. The answer is
 * borrowed. */
TablePart *table_report_add(TableReport *report, const char *title, TableRows *rows, guint most);

/* In CSV the first table, without notes; in JSON the notes and all tables. Owner: the caller. */
char *table_report_write(const TableReport *report, TableFormat format);

/* The columns of @table for results/README.md, as Markdown without the end of the last row. Owner:
 * the caller. */
char *table_page(const Table *table);
