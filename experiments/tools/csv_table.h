/* A file of comma-separated values, read as a whole or row by row; cells are found by the names of
 * their columns. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    char *path;
    GPtrArray *rows; /* of GStrv; row n is line n + 1 + passed of the file, row 0 has the names */
    int passed;      /* rows that are no longer there */
} CsvTable;

/* Reads the file @name in @folder.
 *
 * Errors: G_FILE_ERROR.
 * Owner:  the caller. */
CsvTable *csv_table_read(const char *folder, const char *name, GError **error);
void csv_table_free(CsvTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CsvTable, csv_table_free)

/* Reads the file @name in @folder, which may be compressed and larger than the memory: calls @take
 * for each row, which is row 1 of its table.
 *
 * Errors: those of @take; as gzip_open() and line_reader_next(). */
typedef bool (*CsvTableTake)(const CsvTable *table, gpointer data, GError **error);
bool csv_table_each(const char *folder, const char *name, int64_t most, CsvTableTake take,
                    gpointer data, GError **error);

/* The number of the last row; the first below the names is 1. */
static inline int csv_table_last(const CsvTable *table)
{
    return (int)table->rows->len - 1;
}

/* The first row with @cells, which are a column and its text, another column and its text, ...,
 * NULL; 0 if there is none. */
int csv_table_find(const CsvTable *table, const char *const *cells);

/* A cell; "" if there is no such row or column. Borrowed. */
const char *csv_table_text(const CsvTable *table, int row, const char *column);

/* A cell that is a whole number from @min to @max; a number from 0 to @max, which is @what.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, "FILE:LINE: COLUMN is 'x', not a ...". */
bool csv_table_number(const CsvTable *table, int row, const char *column, int64_t min, int64_t max,
                      int64_t *out_number, GError **error);
bool csv_table_real(const CsvTable *table, int row, const char *column, double max,
                    const char *what, double *out_number, GError **error);

/* Half points of White by the cell of the column "result". Errors: EXPERIMENTS_ERROR_FAILED. */
bool csv_table_result(const CsvTable *table, int row, int *out_half_points, GError **error);

/* Sets @error to "FILE:LINE: sentence". Always NULL. */
void *csv_table_fail(const CsvTable *table, int row, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
