#include "experiments/report/report_cells.h"

#include <json-glib/json-glib.h>

#include "experiments/report/report.h"
#include "experiments/tools/csv.h"

GPtrArray *report_cells_split(const char *csv)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_auto(GStrv) lines = g_strsplit(csv, "\n", -1);

    for (int i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
        g_ptr_array_add(rows, csv_split(lines[i]));
    return rows;
}

void report_cells_append_csv(GString *csv, const MetricsTable *table, const GPtrArray *rows)
{
    metrics_append_header(csv, table);
    for (guint row = 0; row < rows->len; row++) {
        char *const *cells = rows->pdata[row];
        for (size_t i = 0; i < table->column_count; i++) {
            if (i > 0)
                g_string_append_c(csv, ',');
            csv_append_text(csv, cells[i]);
        }
        g_string_append_c(csv, '\n');
    }
}

void report_cells_append_json_text(GString *json, const char *text)
{
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), text);
    g_autofree char *quoted = json_to_string(node, FALSE);

    g_string_append(json, quoted);
}

static void append_json_row(GString *json, const MetricsTable *table, char *const *cells)
{
    for (size_t i = 0; i < table->column_count; i++) {
        g_string_append(json, i == 0 ? "    {" : ", ");
        report_cells_append_json_text(json, table->columns[i].name);
        g_string_append(json, ": ");
        if (*table->columns[i].unit == '\0')
            report_cells_append_json_text(json, cells[i]);
        else
            g_string_append(json, *cells[i] != '\0' ? cells[i] : "null");
    }
    g_string_append_c(json, '}');
}

void report_cells_append_json(GString *json, const char *name, const MetricsTable *table,
                              const GPtrArray *rows)
{
    g_string_append_printf(json, "  \"%s\": [", name);
    for (guint i = 0; i < rows->len; i++) {
        g_string_append(json, i > 0 ? ",\n" : "\n");
        append_json_row(json, table, rows->pdata[i]);
    }
    g_string_append(json, "\n  ]");
}

void report_cells_append_markdown_row(GString *text, char *const *cells)
{
    for (int i = 0; cells[i] != NULL; i++) {
        g_autoptr(GString) cell = g_string_new(cells[i]);
        g_string_replace(cell, "|", "\\|", 0);
        g_string_append_printf(text, "| %s ", cell->str);
    }
    g_string_append(text, "|\n");
}

void report_cells_append_markdown(GString *text, const GPtrArray *rows)
{
    char *const *head = rows->pdata[0];

    report_cells_append_markdown_row(text, head);
    for (int i = 0; head[i] != NULL; i++)
        g_string_append(text, i == 0 ? "| --- " : "| ---: ");
    g_string_append(text, "|\n");
    for (guint i = 1; i < rows->len; i++)
        report_cells_append_markdown_row(text, rows->pdata[i]);
}

/* What is being written for gnuplot. */
typedef struct {
    const MetricsTable *table;
    const GPtrArray *rows;
    const char *const *block;
    GHashTable *number_of; /* of a text, from 1 */
    GString *text;
} Writer;

static const char *cell_of(const Writer *writer, guint row, size_t column)
{
    char *const *cells = writer->rows->pdata[row];

    return cells[column];
}

static bool is_text(const Writer *writer, size_t column)
{
    return writer->table->columns[column].type == METRICS_STRING;
}

/* The number of the column @name. */
static size_t find_column(const Writer *writer, const char *name)
{
    for (size_t i = 0; i < writer->table->column_count; i++)
        if (g_str_equal(writer->table->columns[i].name, name))
            return i;
    g_assert_not_reached();
}

static void define_number(Writer *writer, const char *prefix, const char *name, guint number)
{
    g_string_append_printf(writer->text, "%s%s = %u\n", prefix, name, number);
}

/* gnuplot knows no empty arrays. */
static void define_array(Writer *writer, const char *prefix, const char *name, guint size)
{
    g_string_append_printf(writer->text, "array %s%s[%u]\n", prefix, name, MAX(size, 1));
}

/* Nothing but the quote means anything within these quotes. */
static void append_quoted(GString *text, const char *value)
{
    g_autoptr(GString) quoted = g_string_new(value);

    g_string_replace(quoted, "'", "''", 0);
    g_string_append_printf(text, "'%s'", quoted->str);
}

/* Numbers the texts of @column that are not numbered yet, in their order, into @texts. */
static void number_texts(Writer *writer, size_t column, GPtrArray *texts)
{
    for (guint row = 0; row < writer->rows->len; row++) {
        const char *cell = cell_of(writer, row, column);
        if (g_hash_table_contains(writer->number_of, cell))
            continue;
        g_ptr_array_add(texts, (gpointer)cell);
        g_hash_table_insert(writer->number_of, (gpointer)cell, GUINT_TO_POINTER(texts->len));
    }
}

static void define_texts(Writer *writer)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new();

    for (size_t i = 0; i < writer->table->column_count; i++) {
        if (!is_text(writer, i))
            continue;
        number_texts(writer, i, texts);
        define_number(writer, "TEXTS_", writer->table->columns[i].name, texts->len);
    }
    define_array(writer, "TEXT", "", texts->len);
    for (guint i = 0; i < texts->len; i++) {
        g_string_append_printf(writer->text, "TEXT[%u] = ", i + 1);
        append_quoted(writer->text, texts->pdata[i]);
        g_string_append_c(writer->text, '\n');
    }
}

static void append_cell(Writer *writer, guint row, size_t column, const char *empty)
{
    const char *cell = cell_of(writer, row, column);

    if (is_text(writer, column))
        g_string_append_printf(writer->text, "%u",
                               GPOINTER_TO_UINT(g_hash_table_lookup(writer->number_of, cell)));
    else
        g_string_append(writer->text, *cell != '\0' ? cell : empty);
}

/* Whether @row begins another block than the row before it. */
static bool begins_block(const Writer *writer, guint row)
{
    if (row == 0)
        return true;
    for (const char *const *name = writer->block; name != NULL && *name != NULL; name++) {
        const size_t column = find_column(writer, *name);
        if (!g_str_equal(cell_of(writer, row, column), cell_of(writer, row - 1, column)))
            return true;
    }
    return false;
}

static guint count_blocks(const Writer *writer)
{
    guint blocks = 0;

    for (guint row = 0; row < writer->rows->len; row++)
        blocks += begins_block(writer, row);
    return blocks;
}

static void define_block(Writer *writer, const char *name)
{
    const size_t column = find_column(writer, name);
    guint blocks = 0;

    define_array(writer, "BLOCK_", name, count_blocks(writer));
    for (guint row = 0; row < writer->rows->len; row++) {
        if (!begins_block(writer, row))
            continue;
        g_string_append_printf(writer->text, "BLOCK_%s[%u] = ", name, ++blocks);
        append_cell(writer, row, column, "NaN");
        g_string_append_c(writer->text, '\n');
    }
}

static void define_rows(Writer *writer)
{
    g_string_append(writer->text, "$rows << END_OF_ROWS\n");
    for (guint row = 0; row < writer->rows->len; row++) {
        if (row > 0 && begins_block(writer, row))
            g_string_append(writer->text, "\n\n");
        for (size_t i = 0; i < writer->table->column_count; i++) {
            if (i > 0)
                g_string_append_c(writer->text, ',');
            append_cell(writer, row, i, "");
        }
        g_string_append_c(writer->text, '\n');
    }
    g_string_append(writer->text, "END_OF_ROWS\n");
}

char *report_cells_gnuplot(const MetricsTable *table, const char *const *block,
                           const GPtrArray *rows)
{
    g_autoptr(GHashTable) number_of = g_hash_table_new(g_str_hash, g_str_equal);
    Writer writer = {table, rows, block, number_of, g_string_new(NULL)};

    define_number(&writer, "ROWS", "", rows->len);
    define_number(&writer, "BLOCKS", "", count_blocks(&writer));
    for (size_t i = 0; i < table->column_count; i++)
        define_number(&writer, "column_", table->columns[i].name, (guint)i + 1);
    define_texts(&writer);
    for (; block != NULL && *block != NULL; block++)
        define_block(&writer, *block);
    define_rows(&writer);
    return g_string_free(writer.text, FALSE);
}

/* The names of the columns, which are borrowed. Owner: the caller. */
static char **head_of(const MetricsTable *table)
{
    char **head = g_new0(char *, table->column_count + 1);

    for (size_t i = 0; i < table->column_count; i++)
        head[i] = (char *)table->columns[i].name;
    return head;
}

static void append_for_people(GString *text, const MetricsTable *table, const GPtrArray *rows,
                              bool markdown)
{
    g_autofree char **head = head_of(table);
    g_autoptr(GPtrArray) all = g_ptr_array_new();

    g_ptr_array_add(all, head);
    g_ptr_array_extend(all, (GPtrArray *)rows, NULL, NULL);
    if (markdown)
        report_cells_append_markdown(text, all);
    else
        report_append_rows(text, all);
}

char *report_cells_format(const char *name, const MetricsTable *table, const char *const *block,
                          const GPtrArray *rows, ReportFormat format)
{
    GString *text;

    if (format == REPORT_GNUPLOT)
        return report_cells_gnuplot(table, block, rows);
    text = g_string_new(NULL);
    if (format == REPORT_CSV) {
        report_cells_append_csv(text, table, rows);
    } else if (format == REPORT_JSON) {
        g_string_append(text, "{\n");
        report_cells_append_json(text, name, table, rows);
        g_string_append(text, "\n}\n");
    } else {
        append_for_people(text, table, rows, format == REPORT_MARKDOWN);
    }
    return g_string_free(text, FALSE);
}
