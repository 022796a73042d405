#include "experiments/tables/table_text.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "experiments/tools/csv.h"

#define ELO_DECIMALS 1
#define SHARE_DECIMALS 3
#define LEAST_P 0.001

GPtrArray *sheet_new(const char *const *head)
{
    GPtrArray *sheet = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    if (head != NULL)
        g_ptr_array_add(sheet, g_strdupv((char **)head));
    return sheet;
}

char *format_difference(double value)
{
    g_autofree char *text = csv_format_fixed(value, ELO_DECIMALS);
    const bool positive = *text != '-' && strpbrk(text, "123456789") != NULL;

    return g_strconcat(positive ? "+" : "", text, NULL);
}

char *format_rating(double value)
{
    return csv_format_fixed(value, ELO_DECIMALS);
}

char *format_share(double value)
{
    return csv_format_fixed(value, SHARE_DECIMALS);
}

char *format_p(double p)
{
    return p < LEAST_P ? g_strdup("<0.001") : format_share(p);
}

char *format_count(int64_t count)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, count);
}

char *format_score(StatisticsScore score)
{
    return g_strdup_printf("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                           score.wins, score.losses, score.draws);
}

char *format_value(Estimate estimate, FormatNumber format)
{
    g_autofree char *number = NULL;

    if (estimate.kind == ESTIMATE_UNKNOWN)
        return g_strdup("?");
    if (ESTIMATE_KINDS[estimate.kind].has_value)
        return format(estimate.value);
    number = format(estimate.kind == ESTIMATE_AT_LEAST ? estimate.low : estimate.high);
    return g_strconcat(estimate.kind == ESTIMATE_AT_LEAST ? ">= " : "<= ", number, NULL);
}

/* "+1.2 to +3.4", or "". Owner: the caller. */
static char *format_interval(Estimate estimate, FormatNumber format)
{
    g_autofree char *low = NULL, *high = NULL;

    if (!ESTIMATE_KINDS[estimate.kind].has_low || !ESTIMATE_KINDS[estimate.kind].has_high)
        return g_strdup("");
    low = format(estimate.low);
    high = format(estimate.high);
    return g_strconcat(low, " to ", high, NULL);
}

char *format_pairing(const char *player, const char *opponent, int64_t ms_per_space)
{
    return ms_per_space > 0
               ? g_strdup_printf("%s - %s, %" G_GINT64_FORMAT " ms", player, opponent, ms_per_space)
               : g_strdup_printf("%s - %s", player, opponent);
}

bool sheet_needs_sentence(EstimateKind kind)
{
    return kind != ESTIMATE_INTERVAL && kind != ESTIMATE_GIVEN;
}

void sheet_append_quantity(GString *text, const char *name, Estimate estimate, FormatNumber format)
{
    g_autofree char *value = format_value(estimate, format);
    g_autofree char *interval = format_interval(estimate, format);

    g_string_append_printf(text, "%s: %s", name, value);
    if (*interval != '\0')
        g_string_append_printf(text, " (%s)", interval);
}

static char *view_pairing(const TableRows *rows, const Cell *cells, size_t column)
{
    const int pace = table_find_column(rows->table, "ms_per_space");

    return format_pairing(table_rows_text(rows, &cells[column]),
                          table_rows_text(rows, &cells[column + 1]),
                          pace >= 0 && cells[pace].kind == CELL_COUNT ? cells[pace].count : 0);
}

static FormatNumber format_of(ColumnView view)
{
    static const FormatNumber formats[] = {
        [VIEW_LEAD] = format_difference,
        [VIEW_RATING] = format_rating,
        [VIEW_SHARE] = format_share,
        [VIEW_P] = format_p,
    };

    return formats[view];
}

/* A cell as people see it. Owner: the caller. */
static char *view_cell(const TableRows *rows, const Cell *cells, size_t i)
{
    const Column *column = &rows->table->columns[i];
    const Cell *cell = &cells[i];

    if (column->view == VIEW_PLAIN || cell->kind == CELL_EMPTY)
        return cell_format(rows, cell, column);
    if (column->view == VIEW_PAIRING)
        return view_pairing(rows, cells, i);
    if (column->view == VIEW_SCORE)
        return format_score((StatisticsScore){cell[0].count, cell[1].count, cell[2].count});
    return cell->kind == CELL_ESTIMATE ? format_value(cell->estimate, format_of(column->view))
                                       : format_of(column->view)(cell->real);
}

/* The texts of a row for people, or of the head if @cells is NULL. Owner: the caller. */
static char **view_row(const TableRows *rows, const Cell *cells)
{
    const Table *table = rows->table;
    const bool headings = table->columns[0].heading != NULL;
    g_autoptr(GPtrArray) texts = g_ptr_array_new();

    for (size_t i = 0; i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        if (headings && column->heading == NULL)
            continue;
        g_ptr_array_add(texts, cells != NULL ? view_cell(rows, cells, i)
                                             : g_strdup(headings ? column->heading : column->name));
        if (column->interval)
            g_ptr_array_add(texts, cells != NULL
                                       ? format_interval(cells[i].estimate, format_of(column->view))
                                       : g_strdup("95 % interval"));
    }
    g_ptr_array_add(texts, NULL);
    return (char **)g_ptr_array_steal(texts, NULL);
}

GPtrArray *sheet_of(const TableRows *rows, guint most)
{
    GPtrArray *sheet = sheet_new(NULL);

    g_ptr_array_add(sheet, view_row(rows, NULL));
    for (guint i = 0; i < MIN(table_rows_count(rows), most); i++)
        g_ptr_array_add(sheet, view_row(rows, table_rows_cells(rows, i)));
    return sheet;
}

static glong width_of_column(const GPtrArray *rows, guint column)
{
    glong width = 0;

    for (guint row = 0; row < rows->len; row++)
        width = MAX(width, g_utf8_strlen(((char **)rows->pdata[row])[column], -1));
    return width;
}

static void append_spaces(GString *text, glong count)
{
    for (; count > 0; count--)
        g_string_append_c(text, ' ');
}

static void append_row(GString *text, char **cells, const glong *widths)
{
    for (int column = 0; cells[column] != NULL; column++) {
        const glong padding = widths[column] - g_utf8_strlen(cells[column], -1);

        append_spaces(text, column > 0 ? padding + 2 : 0);
        g_string_append(text, cells[column]);
        append_spaces(text, column == 0 ? padding : 0);
    }
    while (text->len > 0 && text->str[text->len - 1] == ' ')
        g_string_truncate(text, text->len - 1);
    g_string_append_c(text, '\n');
}

void sheet_append_aligned(GString *text, const GPtrArray *sheet)
{
    const guint columns = g_strv_length(sheet->pdata[0]);
    g_autofree glong *widths = g_new(glong, columns + 1);

    for (guint i = 0; i < columns; i++)
        widths[i] = width_of_column(sheet, i);
    for (guint row = 0; row < sheet->len; row++)
        append_row(text, sheet->pdata[row], widths);
}

/* A text that Markdown and the HTML in it would take for their own is escaped: it may be the name
 * of a player, which any file may bring.
 *
 * Source: GitHub Flavored Markdown 0.29, "Backslash escapes", "Raw HTML", "Tables". */
static void append_markdown_cell(GString *text, const char *cell)
{
    g_string_append(text, "| ");
    for (; *cell != '\0'; cell++) {
        if (*cell == '<' && (g_ascii_isalpha(cell[1]) || strchr("/!?", cell[1]) != NULL))
            g_string_append(text, "&lt;");
        else if (*cell == '&' && (g_ascii_isalpha(cell[1]) || cell[1] == '#'))
            g_string_append(text, "&amp;");
        else if (*cell == '\n' || *cell == '\r')
            g_string_append_c(text, ' ');
        else if (strchr("\\|`*[]", *cell) != NULL)
            g_string_append_printf(text, "\\%c", *cell);
        else
            g_string_append_c(text, *cell);
    }
    g_string_append_c(text, ' ');
}

static void append_markdown_row(GString *text, char *const *cells)
{
    for (int i = 0; cells[i] != NULL; i++)
        append_markdown_cell(text, cells[i]);
    g_string_append(text, "|\n");
}

static void append_markdown(GString *text, const GPtrArray *rows)
{
    char *const *head = rows->pdata[0];

    append_markdown_row(text, head);
    for (int i = 0; head[i] != NULL; i++)
        g_string_append(text, i == 0 ? "| --- " : "| ---: ");
    g_string_append(text, "|\n");
    for (guint i = 1; i < rows->len; i++)
        append_markdown_row(text, rows->pdata[i]);
}

void sheet_append(GString *text, const char *title, const GPtrArray *sheet, const char *below,
                  bool markdown)
{
    g_auto(GStrv) sentences = g_strsplit(markdown && below != NULL ? below : "", "\n", -1);

    if (text->len > 0)
        g_string_append_c(text, '\n');
    if (title != NULL)
        g_string_append_printf(text, markdown ? "### %s\n\n" : "%s\n", title);
    if (markdown)
        append_markdown(text, sheet);
    else
        sheet_append_aligned(text, sheet);
    for (int i = 0; sentences[i] != NULL && *sentences[i] != '\0'; i++)
        g_string_append_printf(text, "%s* %s\n", i == 0 ? "\n" : "", sentences[i]);
    if (!markdown && below != NULL)
        g_string_append(text, below);
}

const char *const TABLE_FORMAT_NAMES[] = {
    [TABLE_FORMAT_TEXT] = "text",
    [TABLE_FORMAT_CSV] = "csv",
    [TABLE_FORMAT_JSON] = "json",
    [TABLE_FORMAT_MARKDOWN] = "markdown",
    NULL,
};

static void append_json_text(GString *json, const char *text)
{
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), text);
    g_autofree char *quoted = json_to_string(node, FALSE);

    g_string_append(json, quoted);
}

static void append_json_row(GString *json, const TableRows *rows, const Cell *cells)
{
    const Table *table = rows->table;

    for (size_t i = 0; i < table->column_count; i++) {
        g_autofree char *text = cell_format(rows, &cells[i], &table->columns[i]);
        g_string_append(json, i == 0 ? "    {" : ", ");
        append_json_text(json, table->columns[i].name);
        g_string_append(json, ": ");
        if (table->columns[i].type == TABLE_TEXT)
            append_json_text(json, text);
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
        append_json_row(json, rows, table_rows_cells(rows, i));
    }
    g_string_append(json, "\n  ]");
}

static void append_json_notes(GString *json, const GPtrArray *notes)
{
    g_string_append(json, "  \"notes\": [");
    for (guint i = 0; i < notes->len; i++) {
        g_string_append(json, i > 0 ? ", " : "");
        append_json_text(json, notes->pdata[i]);
    }
    g_string_append(json, "],\n");
}

static void part_free(gpointer data)
{
    TablePart *part = data;

    table_rows_free(part->rows);
    g_free(part->title);
    g_string_free(part->below, TRUE);
    g_free(part);
}

TableReport *table_report_new(GPtrArray *notes)
{
    TableReport *report = g_new(TableReport, 1);

    report->notes = notes != NULL ? g_ptr_array_ref(notes) : g_ptr_array_new_with_free_func(g_free);
    report->parts = g_ptr_array_new_with_free_func(part_free);
    return report;
}

void table_report_free(TableReport *report)
{
    g_ptr_array_unref(report->notes);
    g_ptr_array_unref(report->parts);
    g_free(report);
}

TablePart *table_report_add(TableReport *report, const char *title, TableRows *rows)
{
    TablePart *part = g_new(TablePart, 1);

    *part = (TablePart){rows, g_strdup(title), g_string_new(NULL), G_MAXUINT, false};
    g_ptr_array_add(report->parts, part);
    return part;
}

void table_part_explain(TablePart *part, int label_cells)
{
    const Table *table = part->rows->table;
    size_t column = 0;

    while (!table->columns[column].interval)
        column++;
    for (guint i = 0; i < table_rows_count(part->rows); i++) {
        const Cell *cells = table_rows_cells(part->rows, i);
        const Estimate estimate = cells[column].estimate;
        g_auto(GStrv) texts = view_row(part->rows, cells);
        g_autofree char *value = format_value(estimate, format_of(table->columns[column].view));
        if (sheet_needs_sentence(estimate.kind))
            g_string_append_printf(part->below, "%s%s%s: %s (%s)\n", texts[0],
                                   label_cells > 1 ? ", " : "", label_cells > 1 ? texts[1] : "",
                                   value, ESTIMATE_KINDS[estimate.kind].sentence);
    }
}

static void append_json(GString *json, const TableReport *report)
{
    g_string_append(json, "{\n");
    if (report->notes != NULL)
        append_json_notes(json, report->notes);
    for (guint i = 0; i < report->parts->len; i++) {
        append_json_table(json, ((const TablePart *)report->parts->pdata[i])->rows);
        g_string_append(json, i + 1 < report->parts->len ? ",\n" : "\n");
    }
    g_string_append(json, "}\n");
}

static void append_text(GString *text, const TableReport *report, bool markdown)
{
    for (guint i = 0; report->notes != NULL && i < report->notes->len; i++)
        g_string_append_printf(text, "%sNote: %s\n", markdown ? "* " : "",
                               (char *)report->notes->pdata[i]);
    for (guint i = 0; i < report->parts->len; i++) {
        const TablePart *part = report->parts->pdata[i];
        g_autoptr(GPtrArray) sheet = sheet_of(part->rows, part->most);
        if (!part->is_hidden)
            sheet_append(text, part->title, sheet, part->below != NULL ? part->below->str : NULL,
                         markdown);
    }
}

char *table_report_write(const TableReport *report, TableFormat format)
{
    const TablePart *first = report->parts->pdata[0];
    GString *text = g_string_new(NULL);

    if (format == TABLE_FORMAT_CSV) {
        table_append_head(text, first->rows->table);
        table_append_rows(text, first->rows, "");
    } else if (format == TABLE_FORMAT_JSON) {
        append_json(text, report);
    } else {
        append_text(text, report, format == TABLE_FORMAT_MARKDOWN);
    }
    return g_string_free(text, FALSE);
}

char *table_format(const TableRows *rows, TableFormat format)
{
    TablePart part = {.rows = (TableRows *)rows, .most = G_MAXUINT};
    g_autoptr(GPtrArray) parts = g_ptr_array_new();

    g_ptr_array_add(parts, &part);
    return table_report_write(&(TableReport){NULL, parts}, format);
}
