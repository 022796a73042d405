#include "experiments/tables/table_text.h"

#include <json-glib/json-glib.h>
#include <string.h>

const char *const TABLE_FORMAT_NAMES[] = {
    [TABLE_FORMAT_TEXT] = "text",
    [TABLE_FORMAT_CSV] = "csv",
    [TABLE_FORMAT_JSON] = "json",
    [TABLE_FORMAT_MARKDOWN] = "markdown",
    NULL,
};

#define CHUNK 256

TableRows *table_rows_new(const Table *table)
{
    TableRows *rows = g_new(TableRows, 1);

    *rows = (TableRows){table, g_array_new(FALSE, FALSE, sizeof(Cell)), g_string_chunk_new(CHUNK)};
    return rows;
}

void table_rows_free(TableRows *rows)
{
    g_array_unref(rows->cells);
    g_string_chunk_free(rows->texts);
    g_free(rows);
}

void table_rows_push(TableRows *rows, TableRow *row)
{
    g_assert(row->table == rows->table && row->count == row->table->column_count);
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i].kind == CELL_TEXT)
            row->cells[i].text = g_string_chunk_insert_const(rows->texts, row->cells[i].text);
    g_array_append_vals(rows->cells, row->cells, (guint)row->count);
    row_clear(row);
}

void table_rows_add(TableRows *rows, gconstpointer what)
{
    TableRow row;

    row_init(&row, rows->table);
    rows->table->fill(&row, what);
    table_rows_push(rows, &row);
}

TableRows *table_rows_of(const Table *table, const GArray *array)
{
    const size_t size = g_array_get_element_size((GArray *)array);
    TableRows *rows = table_rows_new(table);

    for (guint i = 0; i < array->len; i++)
        table_rows_add(rows, array->data + i * size);
    return rows;
}

guint table_rows_count(const TableRows *rows)
{
    return rows->cells->len / (guint)rows->table->column_count;
}

const Cell *table_rows_cells(const TableRows *rows, guint i)
{
    return &g_array_index(rows->cells, Cell, i * (guint)rows->table->column_count);
}

void table_append_csv(GString *csv, const TableRows *rows)
{
    const size_t columns = rows->table->column_count;

    table_append_head(csv, rows->table);
    for (guint i = 0; i < table_rows_count(rows); i++) {
        TableRow row;
        row_init(&row, rows->table);
        row.count = columns;
        memcpy(row.cells, table_rows_cells(rows, i), columns * sizeof *row.cells);
        table_append_cells(csv, &row);
    }
}

void table_append_json_text(GString *json, const char *text)
{
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), text);
    g_autofree char *quoted = json_to_string(node, FALSE);

    g_string_append(json, quoted);
}

static void append_json_row(GString *json, const Table *table, const Cell *cells)
{
    for (size_t i = 0; i < table->column_count; i++) {
        g_autofree char *text = cell_format(&cells[i], &table->columns[i]);
        g_string_append(json, i == 0 ? "    {" : ", ");
        table_append_json_text(json, table->columns[i].name);
        g_string_append(json, ": ");
        if (table->columns[i].type == TABLE_TEXT)
            table_append_json_text(json, text);
        else
            g_string_append(json, *text != '\0' ? text : "null");
    }
    g_string_append_c(json, '}');
}

void table_append_json(GString *json, const char *name, const TableRows *rows)
{
    g_string_append_printf(json, "  \"%s\": [", name);
    for (guint i = 0; i < table_rows_count(rows); i++) {
        g_string_append(json, i > 0 ? ",\n" : "\n");
        append_json_row(json, rows->table, table_rows_cells(rows, i));
    }
    g_string_append(json, "\n  ]");
}

char *table_format_json(const char *const *names, const TableRows *const *tables, size_t count)
{
    GString *json = g_string_new("{\n");

    for (size_t i = 0; i < count; i++) {
        g_string_append(json, i > 0 ? ",\n" : "");
        table_append_json(json, names[i], tables[i]);
    }
    g_string_append(json, "\n}\n");
    return g_string_free(json, FALSE);
}

char *table_format(const char *name, const TableRows *rows, TableFormat format)
{
    GString *text;

    if (format == TABLE_FORMAT_JSON)
        return table_format_json(&name, &rows, 1);
    text = g_string_new(NULL);
    if (format == TABLE_FORMAT_CSV) {
        table_append_csv(text, rows);
    } else {
        g_auto(Sheet) sheet = sheet_of(rows, G_MAXUINT);
        sheet_append(text, NULL, &sheet, format == TABLE_FORMAT_MARKDOWN);
    }
    return g_string_free(text, FALSE);
}

char *table_page(const Table *table)
{
    GString *page = g_string_new("| column | unit | meaning |\n| --- | --- | --- |\n");

    for (size_t i = 0; i < table->column_count; i++)
        g_string_append_printf(page, "| `%s` | %s | %s |\n", table->columns[i].name,
                               table->columns[i].unit, table->columns[i].meaning);
    g_string_truncate(page, page->len - strlen("|\n"));
    return g_string_free(page, FALSE);
}
