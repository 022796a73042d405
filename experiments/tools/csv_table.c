#include "experiments/tools/csv_table.h"

#include <string.h>

#include "board/game.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/text_file.h"

CsvTable *csv_table_read(const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    CsvTable *table;

    text = text_file_read(path, NULL, error);
    if (text == NULL)
        return NULL;
    table = g_new0(CsvTable, 1);
    table->path = g_steal_pointer(&path);
    table->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    lines = g_strsplit(text, "\n", -1);
    for (int i = 0; lines[i] != NULL; i++)
        if (*lines[i] != '\0' || lines[i + 1] != NULL) /* nothing follows the last line end */
            g_ptr_array_add(table->rows, csv_split(lines[i]));
    if (table->rows->len == 0)
        g_ptr_array_add(table->rows, csv_split(""));
    return table;
}

bool csv_table_each(const char *folder, const char *name, int64_t most, CsvTableTake take,
                    gpointer data, GError **error)
{
    g_autoptr(GInputStream) file = gzip_open(folder, name, error);
    g_autoptr(CsvTable) table = g_new0(CsvTable, 1);
    g_autoptr(LineReader) lines = NULL;
    g_autoptr(GError) fault = NULL;
    const char *line;

    table->path = g_build_filename(folder, name, NULL);
    table->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    if (file == NULL)
        return false;
    lines = line_reader_new(file, table->path);
    while (csv_table_last(table) + table->passed < most &&
           (line = line_reader_next(lines, NULL, &fault)) != NULL) {
        if (csv_table_last(table) == 1) {
            g_ptr_array_remove_index(table->rows, 1);
            table->passed++;
        }
        g_ptr_array_add(table->rows, csv_split(line));
        if (csv_table_last(table) == 1 && !take(table, data, error))
            return false;
    }
    if (fault != NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return fault == NULL;
}

void csv_table_free(CsvTable *table)
{
    g_free(table->path);
    g_ptr_array_unref(table->rows);
    g_free(table);
}

int csv_table_find(const CsvTable *table, const char *const *cells)
{
    for (int row = 1; row <= csv_table_last(table); row++) {
        const char *const *cell = cells;
        while (*cell != NULL && g_str_equal(csv_table_text(table, row, cell[0]), cell[1]))
            cell += 2;
        if (*cell == NULL)
            return row;
    }
    return 0;
}

const char *csv_table_text(const CsvTable *table, int row, const char *column)
{
    char **names = table->rows->pdata[0];
    char **cells = row > 0 && row <= csv_table_last(table) ? table->rows->pdata[row] : NULL;

    for (; cells != NULL && *names != NULL && *cells != NULL; names++, cells++)
        if (g_str_equal(*names, column))
            return *cells;
    return "";
}

bool csv_table_number(const CsvTable *table, int row, const char *column, int64_t min, int64_t max,
                      int64_t *out_number, GError **error)
{
    const char *text = csv_table_text(table, row, column);
    gint64 number;

    if (!g_ascii_string_to_signed(text, 10, min, max, &number, NULL))
        return csv_table_fail(table, row, error,
                              "%s is '%s', not a whole number from %" G_GINT64_FORMAT
                              " to %" G_GINT64_FORMAT,
                              column, text, min, max);
    *out_number = number;
    return true;
}

bool csv_table_real(const CsvTable *table, int row, const char *column, double max,
                    const char *what, double *out_number, GError **error)
{
    const char *text = csv_table_text(table, row, column);
    char *end;
    const double number = g_ascii_strtod(text, &end);

    if (end == text || *end != '\0' || !(number >= 0 && number <= max))
        return csv_table_fail(table, row, error, "%s is '%s', not %s", column, text, what);
    *out_number = number;
    return true;
}

void *csv_table_fail(const CsvTable *table, int row, GError **error, const char *format, ...)
{
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    return experiments_fail(error, "%s:%d: %s", table->path, row + 1 + table->passed, sentence);
}

bool csv_table_result(const CsvTable *table, int row, int *out_half_points, GError **error)
{
    const char *result = csv_table_text(table, row, "result");
    const int half_points = result_parse(result, strlen(result));

    if (half_points < 0)
        return csv_table_fail(table, row, error, "result is '%s', not 1-0, 0-1 or 1/2-1/2", result);
    *out_half_points = half_points;
    return true;
}
