#include "experiments/tables/table.h"

#include <string.h>

#include "experiments/tools/csv.h"

#define ROWS 128 /* for which memory is taken at first */

TableRows *table_rows_new(const Table *table)
{
    TableRows *rows = g_new(TableRows, 1);

    *rows = (TableRows){
        .table = table,
        .capacity = ROWS * table->column_count,
        .cells = g_new(Cell, ROWS * table->column_count),
        .texts = g_string_new(NULL),
    };
    return rows;
}

void table_rows_free(TableRows *rows)
{
    g_free(rows->cells);
    g_string_free(rows->texts, TRUE);
    g_free(rows);
}

void table_rows_add(TableRows *rows, const GArray *array)
{
    const size_t size = g_array_get_element_size((GArray *)array);

    for (guint i = 0; i < array->len; i++)
        rows->table->fill(rows, array->data + i * size);
}

TableRows *table_rows_of(const Table *table, const GArray *array)
{
    TableRows *rows = table_rows_new(table);

    table_rows_add(rows, array);
    return rows;
}

guint table_rows_count(const TableRows *rows)
{
    g_assert(rows->count % rows->table->column_count == 0);
    return (guint)(rows->count / rows->table->column_count);
}

const Cell *table_rows_cells(const TableRows *rows, guint i)
{
    return rows->cells + i * rows->table->column_count;
}

const char *table_rows_text(const TableRows *rows, const Cell *cell)
{
    return rows->texts->str + cell->text;
}

static Cell *add_cell(TableRows *rows, CellKind kind)
{
    if (rows->count == rows->capacity) {
        rows->capacity *= 2;
        rows->cells = g_renew(Cell, rows->cells, rows->capacity);
    }
    rows->cells[rows->count].kind = kind;
    return &rows->cells[rows->count++];
}

void row_empty(TableRows *rows)
{
    add_cell(rows, CELL_EMPTY);
}

void row_text(TableRows *rows, const char *text)
{
    if (text == NULL) {
        row_empty(rows);
        return;
    }
    add_cell(rows, CELL_TEXT)->text = rows->texts->len;
    g_string_append_len(rows->texts, text, (gssize)strlen(text) + 1);
}

void row_count(TableRows *rows, int64_t count)
{
    add_cell(rows, CELL_COUNT)->count = count;
}

void row_real(TableRows *rows, double real)
{
    add_cell(rows, CELL_REAL)->real = real;
}

void row_number(TableRows *rows, double number, bool known)
{
    add_cell(rows, known ? CELL_REAL : CELL_EMPTY)->real = number;
}

void row_share(TableRows *rows, int64_t part, int64_t whole)
{
    row_number(rows, whole > 0 ? (double)part / (double)whole : 0, whole > 0);
}

void row_value(TableRows *rows, Estimate estimate)
{
    add_cell(rows, CELL_ESTIMATE)->estimate = estimate;
}

void row_ends(TableRows *rows, Estimate estimate)
{
    row_number(rows, estimate.low, ESTIMATE_KINDS[estimate.kind].has_low);
    row_number(rows, estimate.high, ESTIMATE_KINDS[estimate.kind].has_high);
}

void row_interval(TableRows *rows, Estimate estimate)
{
    row_value(rows, estimate);
    row_ends(rows, estimate);
}

void row_estimate(TableRows *rows, Estimate estimate)
{
    row_value(rows, estimate);
    row_text(rows, ESTIMATE_KINDS[estimate.kind].name);
    row_ends(rows, estimate);
}

void row_score(TableRows *rows, StatisticsScore score)
{
    row_count(rows, score.wins);
    row_count(rows, score.losses);
    row_count(rows, score.draws);
}

int table_find_column(const Table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (g_str_equal(table->columns[i].name, name))
            return (int)i;
    return -1;
}

static void append_real(GString *csv, double real, int decimals)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    if (decimals == COLUMN_SHORTEST)
        g_string_append(csv, g_ascii_formatd(text, sizeof text, "%.10g", real));
    else
        csv_append_fixed(csv, real, decimals);
}

static void append_cell(GString *text, const TableRows *rows, const Cell *cell,
                        const Column *column, bool quotes)
{
    switch (cell->kind) {
    case CELL_COUNT:
        csv_append_signed(text, cell->count);
        break;
    case CELL_REAL:
        append_real(text, cell->real, column->decimals);
        break;
    case CELL_ESTIMATE:
        if (ESTIMATE_KINDS[cell->estimate.kind].has_value)
            append_real(text, cell->estimate.value, column->decimals);
        break;
    case CELL_TEXT:
        if (quotes && column->type == TABLE_TEXT)
            csv_append_text(text, table_rows_text(rows, cell));
        else
            g_string_append(text, table_rows_text(rows, cell));
        break;
    case CELL_EMPTY:
        break;
    }
}

char *cell_format(const TableRows *rows, const Cell *cell, const Column *column)
{
    GString *text = g_string_new(NULL);

    append_cell(text, rows, cell, column, false);
    return g_string_free(text, FALSE);
}

void table_append_head(GString *csv, const Table *table)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (i > 0)
            g_string_append_c(csv, ',');
        g_string_append(csv, table->columns[i].name);
    }
    g_string_append_c(csv, '\n');
}

void table_append_rows(GString *csv, const TableRows *rows, const char *more)
{
    const Table *table = rows->table;
    const Cell *cell = table_rows_cells(rows, 0);

    for (guint row = table_rows_count(rows); row > 0; row--)
        for (size_t i = 0; i < table->column_count; i++) {
            append_cell(csv, rows, cell++, &table->columns[i], true);
            if (i + 1 < table->column_count)
                g_string_append_c(csv, ',');
            else
                g_string_append_printf(csv, "%s\n", more);
        }
}
