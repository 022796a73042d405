/* Tables as data: the columns of every file and report, and the cells of their rows. A table is
 * declared once; CSV, JSON, text for people, Markdown, datapackage.json and the column part of
 * the pages results/README.md and experiments/report-tables.md are written from that.
 *
 * To add a column: a row in the columns of a table, and a row_...() call at the same place in the
 * function that fills its rows. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "experiments/numbers/estimate.h"
#include "experiments/numbers/statistics.h"

typedef enum { CELL_EMPTY, CELL_TEXT, CELL_COUNT, CELL_REAL, CELL_ESTIMATE } CellKind;

typedef struct {
    CellKind kind;
    union {
        size_t text; /* its place in the texts; in a column of numbers, a number as it was read */
        int64_t count;
        double real;
        Estimate estimate; /* in CSV and JSON its value, empty if it has none */
    };
} Cell;

typedef enum { TABLE_TEXT, TABLE_COUNT, TABLE_REAL } ColumnType;

/* How people see a cell. */
typedef enum {
    VIEW_PLAIN,   /* as in CSV */
    VIEW_PAIRING, /* "A - B" of this cell and the next, and ", 500 ms" of the column ms_per_space */
    VIEW_SCORE,   /* "4-1-2" of this cell and the next two */
    VIEW_LEAD,    /* "+12.3" */
    VIEW_RATING,  /* "12.3" */
    VIEW_SHARE,   /* "0.123" */
    VIEW_P        /* "0.012", "<0.001" */
} ColumnView;

#define COLUMN_SHORTEST (-1) /* decimals: as many as the number has, up to ten digits in all */

typedef struct {
    const char *name;
    ColumnType type;
    const char *unit; /* "" for names and numbers without one */
    const char *meaning;
    int decimals; /* of a real number */

    /* For people, if the table, and so its first column, has headings. NULL: they do not see the
     * column. */
    const char *heading;
    ColumnView view;
    bool interval; /* the cell is an estimate, and a column "95 % interval" follows */
} Column;

/* A row of the columns, as macros need it, and the two ends of an interval. */
#define COLUMN(...) \
    {               \
        __VA_ARGS__ \
    }
#define COLUMNS_OF_ENDS(low, high, unit, meaning, decimals) \
    COLUMN(low, TABLE_REAL, unit, meaning, decimals),       \
        COLUMN(high, TABLE_REAL, unit, "upper end of the same interval", decimals)

#define TABLE_KEY_MAX 4

/* Rows of a table, which are filled cell by cell in the order of the columns. */
typedef struct Table Table;
typedef struct {
    const Table *table;
    Cell *cells; /* row by row */
    size_t count, capacity;
    GString *texts; /* of the cells, each with its end */
} TableRows;

struct Table {
    const char *name; /* in JSON, of --table and of pictures; NULL: that of the file */
    const char *file; /* or the command that prints it */
    const char *row;  /* what a row is */
    const char *key[TABLE_KEY_MAX + 1]; /* columns that identify a row, then NULL */
    const char *of; /* " of three-player games": follows the file's name to distinguish it from the
                       file of other games; NULL: nothing */
    const Table *refers_to; /* the table that has these cells as its key; NULL: none */
    const Column *columns;
    size_t column_count;

    /* Appends the rows of what the table is about. NULL: rows are appended elsewhere. */
    void (*fill)(TableRows *rows, gconstpointer what);
};

/* Initialisers: of any table; of one that `agentchess report --table` prints. */
#define TABLE(its_file, its_row, its_columns, its_fill)       \
    .file = its_file, .row = its_row, .columns = its_columns, \
    .column_count = G_N_ELEMENTS(its_columns), .fill = its_fill
#define REPORT_TABLE(its_name, its_row, its_columns, its_fill) \
    .name = its_name, TABLE("agentchess report --table " its_name, its_row, its_columns, its_fill)

TableRows *table_rows_new(const Table *table);
void table_rows_free(TableRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TableRows, table_rows_free)

/* Append a cell; texts are copied. */
void row_empty(TableRows *rows);
void row_text(TableRows *rows, const char *text); /* NULL: an empty cell */
void row_count(TableRows *rows, int64_t count);
void row_real(TableRows *rows, double real);
void row_number(TableRows *rows, double number, bool known);  /* empty unless @known */
void row_share(TableRows *rows, int64_t part, int64_t whole); /* empty if there is no whole */

/* Append the value of @estimate; its lower and its upper end; all three; or value, kind and
 * ends. */
void row_value(TableRows *rows, Estimate estimate);
void row_ends(TableRows *rows, Estimate estimate);
void row_interval(TableRows *rows, Estimate estimate);
void row_estimate(TableRows *rows, Estimate estimate);

/* Appends wins, losses and draws. */
void row_score(TableRows *rows, StatisticsScore score);

/* Appends the rows of the elements of @array, which Table.fill understands; a table of these.
 * Owner: the caller. */
void table_rows_add(TableRows *rows, const GArray *array);
TableRows *table_rows_of(const Table *table, const GArray *array);

guint table_rows_count(const TableRows *rows);

/* The cells of row @i, from 0; the text of such a cell. Borrowed. */
const Cell *table_rows_cells(const TableRows *rows, guint i);
const char *table_rows_text(const TableRows *rows, const Cell *cell);

/* The number of the column @name, or -1. */
int table_find_column(const Table *table, const char *name);

/* Append to files: the names of the columns; all rows, each with the cells @more, ",3,on", after
 * its own. */
void table_append_head(GString *csv, const Table *table);
void table_append_rows(GString *csv, const TableRows *rows, const char *more);

/* A cell as CSV has it, without quotes. Owner: the caller. */
char *cell_format(const TableRows *rows, const Cell *cell, const Column *column);
