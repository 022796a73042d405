#include "experiments/report/report_table.h"

#include <string.h>

#include "experiments/report/report.h"
#include "experiments/tools/csv.h"

#define ELO_DECIMALS 1
#define SHARE_DECIMALS 3
#define LEAST_P 0.001

ReportTable report_table_new(const char *const *head)
{
    const ReportTable table = {g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev),
                               g_string_new(NULL)};

    g_ptr_array_add(table.rows, g_strdupv((char **)head));
    return table;
}

void report_table_add(ReportTable *table, char *const *cells, size_t count)
{
    g_ptr_array_add(table->rows, g_memdup2(cells, count * sizeof *cells));
}

void report_table_clear(ReportTable *table)
{
    g_ptr_array_unref(table->rows);
    g_string_free(table->below, TRUE);
}

char *report_format_difference(double value)
{
    g_autofree char *text = csv_format_fixed(value, ELO_DECIMALS);
    const bool positive = *text != '-' && strpbrk(text, "123456789") != NULL;

    return g_strconcat(positive ? "+" : "", text, NULL);
}

char *report_format_rating(double value)
{
    return csv_format_fixed(value, ELO_DECIMALS);
}

char *report_format_share(double value)
{
    return csv_format_fixed(value, SHARE_DECIMALS);
}

char *report_format_p(double p)
{
    return p < LEAST_P ? g_strdup("<0.001") : report_format_share(p);
}

char *report_format_count(int64_t count)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, count);
}

char *report_format_value(Estimate estimate, ReportFormatNumber format)
{
    g_autofree char *number = NULL;

    if (estimate.kind == ESTIMATE_UNKNOWN)
        return g_strdup("?");
    if (estimate_has_value(estimate.kind))
        return format(estimate.value);
    number = format(estimate.kind == ESTIMATE_AT_LEAST ? estimate.low : estimate.high);
    return g_strconcat(estimate.kind == ESTIMATE_AT_LEAST ? ">= " : "<= ", number, NULL);
}

char *report_format_interval(Estimate estimate, ReportFormatNumber format)
{
    g_autofree char *low = NULL, *high = NULL;

    if (!estimate_has_low(estimate.kind) || !estimate_has_high(estimate.kind))
        return g_strdup("");
    low = format(estimate.low);
    high = format(estimate.high);
    return g_strconcat(low, " to ", high, NULL);
}

bool report_needs_sentence(EstimateKind kind)
{
    return kind != ESTIMATE_INTERVAL && kind != ESTIMATE_GIVEN;
}

void report_append_sentence(GString *text, const char *label, Estimate estimate,
                            ReportFormatNumber format)
{
    g_autofree char *value = report_format_value(estimate, format);

    if (report_needs_sentence(estimate.kind))
        g_string_append_printf(text, "%s: %s, %s\n", label, value,
                               estimate_kind_sentence(estimate.kind));
}

void report_append_quantity(GString *text, const char *name, Estimate estimate,
                            ReportFormatNumber format)
{
    g_autofree char *value = report_format_value(estimate, format);
    g_autofree char *interval = report_format_interval(estimate, format);

    g_string_append_printf(text, "%s: %s", name, value);
    if (*interval != '\0')
        g_string_append_printf(text, " (%s)", interval);
}

static void append_text_table(GString *text, const char *title, const ReportTable *table)
{
    g_string_append_printf(text, "%s\n", title);
    report_append_rows(text, table->rows);
    g_string_append(text, table->below->str);
}

static void append_markdown_table(GString *text, const char *title, const ReportTable *table)
{
    g_auto(GStrv) sentences = g_strsplit(table->below->str, "\n", -1);

    g_string_append_printf(text, "### %s\n\n", title);
    report_cells_append_markdown(text, table->rows);
    for (int i = 0; sentences[i] != NULL && *sentences[i] != '\0'; i++)
        g_string_append_printf(text, "%s* %s\n", i == 0 ? "\n" : "", sentences[i]);
}

void report_table_append(GString *text, const char *title, const ReportTable *table, bool markdown)
{
    if (text->len > 0)
        g_string_append_c(text, '\n');
    if (markdown)
        append_markdown_table(text, title, table);
    else
        append_text_table(text, title, table);
}

/* Owner: the caller. */
static GPtrArray *make_cells(const ReportRows *table)
{
    const size_t size = g_array_get_element_size((GArray *)table->rows);
    g_autoptr(GString) csv = g_string_new(NULL);

    for (guint i = 0; i < table->rows->len; i++)
        metrics_append_row(csv, table->columns, &(MetricsRow){.own = table->rows->data + i * size});
    return report_cells_split(csv->str);
}

char *report_rows_format(const ReportRows *tables, ReportFormat format)
{
    GString *json;

    if (format != REPORT_JSON) {
        g_autoptr(GPtrArray) cells = make_cells(tables);
        return report_cells_format(tables->name, tables->columns, NULL, cells, format);
    }
    json = g_string_new("{\n");
    for (const ReportRows *table = tables; table->name != NULL; table++) {
        g_autoptr(GPtrArray) cells = make_cells(table);
        g_string_append(json, table > tables ? ",\n" : "");
        report_cells_append_json(json, table->name, table->columns, cells);
    }
    g_string_append(json, "\n}\n");
    return g_string_free(json, FALSE);
}
