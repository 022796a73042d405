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

/* Appends "NAME": and an array of objects, whose members are the columns. Numbers and texts are
 * written as their column says, an empty number as null. */
void table_append_json(GString *json, const char *name, const TableRows *rows);

/* Appends @text as a JSON string. */
void table_append_json_text(GString *json, const char *text);

/* One table without remarks in @format. Owner: the caller. */
char *table_format(const char *name, const TableRows *rows, TableFormat format);

/* @count tables as one object of JSON. Owner: the caller. */
char *table_format_json(const char *const *names, const TableRows *const *tables, size_t count);

/* The columns of @table for results/README.md, as Markdown without the end of the last row. Owner:
 * the caller. */
char *table_page(const Table *table);
