/* Whole tables in each format. */
#pragma once

#include "experiments/tables/sheet.h"

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
