/* The answers to the thesis' tables, as text. */
#include "experiments/report/published.h"
#include "experiments/report/report.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"

static void cell_clear(gpointer data)
{
    PublishedCell *cell = data;

    g_free(cell->label);
    g_free(cell->ours);
    g_free(cell->published);
    g_free(cell->predicted);
}

GArray *published_cells_new(void)
{
    GArray *cells = g_array_new(FALSE, FALSE, sizeof(PublishedCell));

    g_array_set_clear_func(cells, cell_clear);
    return cells;
}

static void table_clear(gpointer table)
{
    g_array_unref(((PublishedTableAnswer *)table)->cells);
}

PublishedAnswer *published_answer_new(void)
{
    PublishedAnswer *answer = g_new0(PublishedAnswer, 1);

    answer->notes = g_ptr_array_new_with_free_func(g_free);
    answer->tables = g_array_new(FALSE, FALSE, sizeof(PublishedTableAnswer));
    g_array_set_clear_func(answer->tables, table_clear);
    return answer;
}

void published_answer_free(PublishedAnswer *answer)
{
    if (answer == NULL)
        return;
    g_ptr_array_unref(answer->notes);
    g_array_unref(answer->tables);
    g_free(answer);
}

/* The cells of all tables. Shape: of PublishedCell. Owner: the caller. */
static GPtrArray *all_cells(const PublishedAnswer *answer)
{
    GPtrArray *cells = g_ptr_array_new();

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint j = 0; j < table->cells->len; j++)
            g_ptr_array_add(cells, &g_array_index(table->cells, PublishedCell, j));
    }
    return cells;
}

void published_answer_correct(PublishedAnswer *answer)
{
    g_autoptr(GPtrArray) cells = all_cells(answer);
    g_autofree double *p = g_new(double, (gsize)cells->len + 1);

    for (guint i = 0; i < cells->len; i++)
        p[i] = ((const PublishedCell *)cells->pdata[i])->p;
    statistics_holm(p, cells->len);
    for (guint i = 0; i < cells->len; i++)
        ((PublishedCell *)cells->pdata[i])->holm = p[i];
}

static char *format_whole(int64_t whole)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, whole);
}

GPtrArray *published_table_rows(const PublishedTableAnswer *table, bool predicted)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    const char *const head[] = {"",          "ours", table->whole, "thesis",   table->whole,
                                "predicted", "p",    "Holm",       "deviance", ""};

    for (int row = -1; row < (int)table->cells->len; row++) {
        const PublishedCell *cell = row < 0 ? NULL : published_cell(table, (guint)row);
        GStrvBuilder *cells = g_strv_builder_new();
        for (size_t i = 0; i < G_N_ELEMENTS(head); i++) {
            g_autofree char *text = NULL;
            if (i == 5 && !predicted)
                continue;
            text = cell == NULL ? g_strdup(head[i])
                   : i == 0     ? g_strdup(cell->label)
                   : i == 1     ? g_strdup(cell->ours)
                   : i == 2     ? format_whole(cell->our_whole)
                   : i == 3     ? g_strdup(cell->published)
                   : i == 4     ? format_whole(cell->published_whole)
                   : i == 5     ? g_strdup(cell->predicted)
                   : i == 6     ? format_p(cell->p)
                   : i == 7     ? format_p(cell->holm)
                   : i == 8     ? csv_format_fixed(cell->deviance, 1)
                                : g_strdup(cell->inside ? "inside" : "outside");
            g_strv_builder_add(cells, text);
        }
        g_ptr_array_add(rows, g_strv_builder_end(cells));
        g_strv_builder_unref(cells);
    }
    return rows;
}

static char *format_inside(int inside, int cells, double deviance)
{
    g_autofree char *sum = csv_format_fixed(deviance, 1);

    return g_strdup_printf("%d of %d inside the 95 %% region of our results, deviance %s", inside,
                           cells, sum);
}

char *published_table_title(const PublishedTableAnswer *table)
{
    return g_strdup_printf("Table %s: %s in %s %s", table->number, table->meaning,
                           table->is_count ? "100" : "per cent of the", table->whole);
}

char *published_table_count(const PublishedTableAnswer *table)
{
    return format_inside(table->inside, (int)table->cells->len, table->deviance);
}

char *published_answer_count(const PublishedAnswer *answer)
{
    return format_inside(answer->inside, answer->cells, answer->deviance);
}

char *published_answer_text(const PublishedAnswer *answer)
{
    g_autofree char *all = published_answer_count(answer);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < answer->notes->len; i++)
        g_string_append_printf(text, "%s\n", (char *)answer->notes->pdata[i]);
    if (text->len > 0)
        g_string_append_c(text, '\n');
    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        g_autofree char *title = published_table_title(table);
        g_autofree char *count = published_table_count(table);
        g_autoptr(GPtrArray) rows = published_table_rows(table, false);
        g_string_append_printf(text, "%s\n", title);
        sheet_append_aligned(text, rows);
        g_string_append_printf(text, "Table %s: %s\n\n", table->number, count);
    }
    g_string_append_printf(text, "All tables: %s\n", all);
    return g_string_free(text, FALSE);
}
