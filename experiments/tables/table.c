#include "experiments/tables/table.h"

#include <string.h>

#include "experiments/tools/csv.h"

void row_init(TableRow *row, const Table *table)
{
    g_assert(table->column_count <= TABLE_COLUMN_MAX);
    row->table = table;
    row->count = row->texts_size = 0;
}

static Cell *append(TableRow *row, CellKind kind)
{
    Cell *cell = &row->cells[row->count++];

    g_assert(row->count <= row->table->column_count);
    cell->kind = kind;
    return cell;
}

void row_empty(TableRow *row)
{
    append(row, CELL_EMPTY);
}

void row_text(TableRow *row, const char *text)
{
    append(row, text != NULL ? CELL_TEXT : CELL_EMPTY)->text = text;
}

void row_copy(TableRow *row, const char *text)
{
    const size_t size = strlen(text) + 1;

    g_assert(row->texts_size + size <= TABLE_TEXTS_MAX);
    row_text(row, memcpy(row->texts + row->texts_size, text, size));
    row->texts_size += size;
}

void row_count(TableRow *row, int64_t count)
{
    append(row, CELL_COUNT)->count = count;
}

void row_real(TableRow *row, double real)
{
    append(row, CELL_REAL)->real = real;
}

void row_number(TableRow *row, double number, bool known)
{
    append(row, known ? CELL_REAL : CELL_EMPTY)->real = number;
}

void row_share(TableRow *row, int64_t part, int64_t whole)
{
    row_number(row, whole > 0 ? (double)part / (double)whole : 0, whole > 0);
}

void row_value(TableRow *row, Estimate estimate)
{
    append(row, CELL_ESTIMATE)->estimate = estimate;
}

void row_ends(TableRow *row, Estimate estimate)
{
    row_number(row, estimate.low, ESTIMATE_KINDS[estimate.kind].has_low);
    row_number(row, estimate.high, ESTIMATE_KINDS[estimate.kind].has_high);
}

void row_interval(TableRow *row, Estimate estimate)
{
    row_value(row, estimate);
    row_ends(row, estimate);
}

void row_estimate(TableRow *row, Estimate estimate)
{
    row_value(row, estimate);
    row_text(row, ESTIMATE_KINDS[estimate.kind].name);
    row_ends(row, estimate);
}

void row_score(TableRow *row, StatisticsScore score)
{
    row_count(row, score.wins);
    row_count(row, score.losses);
    row_count(row, score.draws);
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

/* Everything but a text. */
static void append_number(GString *csv, const Cell *cell, const Column *column)
{
    if (cell->kind == CELL_COUNT)
        csv_append_signed(csv, cell->count);
    else if (cell->kind == CELL_REAL)
        append_real(csv, cell->real, column->decimals);
    else if (cell->kind == CELL_ESTIMATE && ESTIMATE_KINDS[cell->estimate.kind].has_value)
        append_real(csv, cell->estimate.value, column->decimals);
}

char *cell_format(const Cell *cell, const Column *column)
{
    GString *text = g_string_new(cell->kind == CELL_TEXT ? cell->text : NULL);

    append_number(text, cell, column);
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

void table_append_cells(GString *csv, const Table *table, const Cell *cells)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (i > 0)
            g_string_append_c(csv, ',');
        if (cells[i].kind == CELL_TEXT && table->columns[i].type == TABLE_TEXT)
            csv_append_text(csv, cells[i].text);
        else if (cells[i].kind == CELL_TEXT)
            g_string_append(csv, cells[i].text);
        else
            append_number(csv, &cells[i], &table->columns[i]);
    }
    g_string_append_c(csv, '\n');
}

void table_append_filled(GString *csv, const TableRow *row)
{
    g_assert(row->count == row->table->column_count);
    table_append_cells(csv, row->table, row->cells);
}

void table_append_row(GString *csv, const Table *table, gconstpointer what)
{
    TableRow row;

    row_init(&row, table);
    table->fill(&row, what);
    table_append_filled(csv, &row);
}
