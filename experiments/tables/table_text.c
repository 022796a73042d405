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

static void append_json_table(GString *json, const TableRows *rows)
{
    g_string_append_printf(json, "  \"%s\": [", rows->table->name);
    for (guint i = 0; i < table_rows_count(rows); i++) {
        g_string_append(json, i > 0 ? ",\n" : "\n");
        append_json_row(json, rows->table, table_rows_cells(rows, i));
    }
    g_string_append(json, "\n  ]");
}

static void append_json_notes(GString *json, const GPtrArray *notes)
{
    g_string_append(json, "  \"notes\": [");
    for (guint i = 0; i < notes->len; i++) {
        g_string_append(json, i > 0 ? ", " : "");
        table_append_json_text(json, notes->pdata[i]);
    }
    g_string_append_c(json, ']');
}

char *table_format(const TableRows *rows, TableFormat format)
{
    g_auto(Sheet) sheet = sheet_of(rows, G_MAXUINT);
    GString *text = g_string_new(NULL);

    if (format == TABLE_FORMAT_CSV) {
        table_append_csv(text, rows);
    } else if (format == TABLE_FORMAT_JSON) {
        g_string_append(text, "{\n");
        append_json_table(text, rows);
        g_string_append(text, "\n}\n");
    } else {
        sheet_append(text, NULL, &sheet, format == TABLE_FORMAT_MARKDOWN);
    }
    return g_string_free(text, FALSE);
}

static void part_free(gpointer data)
{
    TablePart *part = data;

    table_rows_free(part->rows);
    g_free(part->title);
    sheet_clear(&part->sheet);
    g_free(part);
}

TableReport *table_report_new(void)
{
    TableReport *report = g_new(TableReport, 1);

    report->notes = g_ptr_array_new_with_free_func(g_free);
    report->parts = g_ptr_array_new_with_free_func(part_free);
    return report;
}

void table_report_free(TableReport *report)
{
    g_ptr_array_unref(report->notes);
    g_ptr_array_unref(report->parts);
    g_free(report);
}

TablePart *table_report_add(TableReport *report, const char *title, TableRows *rows, guint most)
{
    TablePart *part = g_new(TablePart, 1);

    *part = (TablePart){rows, g_strdup(title), sheet_of(rows, most), false};
    g_ptr_array_add(report->parts, part);
    return part;
}

static char *write_json(const TableReport *report)
{
    GString *json = g_string_new("{\n");

    append_json_notes(json, report->notes);
    for (guint i = 0; i < report->parts->len; i++) {
        const TablePart *part = report->parts->pdata[i];
        g_string_append(json, ",\n");
        append_json_table(json, part->rows);
    }
    g_string_append(json, "\n}\n");
    return g_string_free(json, FALSE);
}

char *table_report_write(const TableReport *report, TableFormat format)
{
    const bool markdown = format == TABLE_FORMAT_MARKDOWN;
    const TablePart *first = report->parts->pdata[0];
    GString *text;

    if (format == TABLE_FORMAT_JSON)
        return write_json(report);
    if (format == TABLE_FORMAT_CSV)
        return table_format(first->rows, format);
    text = g_string_new(NULL);
    for (guint i = 0; i < report->notes->len; i++)
        g_string_append_printf(text, "%sNote: %s\n", markdown ? "* " : "",
                               (char *)report->notes->pdata[i]);
    for (guint i = 0; i < report->parts->len; i++) {
        const TablePart *part = report->parts->pdata[i];
        if (!part->is_hidden)
            sheet_append(text, part->title, &part->sheet, markdown);
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
