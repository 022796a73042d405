/* The answers to the thesis' tables, as rows for programs. */
#include <string.h>

#include "experiments/report/published.h"
#include "experiments/tools/csv.h"

#define MOST_PARTS 3 /* of a cell */

/* What the numbers of a cell are, in the order of "18.1-22.5-59.4". */
static const char *part_name(const PublishedTableAnswer *table, guint part, guint parts)
{
    static const char *const games[] = {"wins", "losses", "draws"};
    static const char *const draws[] = {"draw wins", "draw losses", "other draws"};

    if (parts == 1)
        return table->meaning;
    return g_str_equal(table->whole, "draws") ? draws[part] : games[part];
}

/* @count out of @whole in per cent. Owner: the caller. */
static char *format_percent(const char *count, int64_t whole)
{
    return csv_format_fixed(100 * g_ascii_strtod(count, NULL) / (double)whole, 2);
}

/* Appends number @part of @cell, if it has so many. */
static void append_part(GPtrArray *rows, const PublishedTableAnswer *table,
                        const PublishedCell *cell, guint part)
{
    g_auto(GStrv) ours = g_strsplit(cell->ours, "-", -1);
    g_auto(GStrv) published = g_strsplit(cell->published, "-", -1);
    g_auto(GStrv) foretold = g_strsplit(cell->foretold, ", ", -1);
    const guint parts = g_strv_length(ours);
    const char *low = part < parts ? foretold[part] : NULL;

    if (part >= parts)
        return;
    {
        char *cells[] = {
            g_strdup(table->number),
            g_strdup(cell->label),
            g_strdup(part_name(table, part, parts)),
            g_strdup(ours[part]),
            g_strdup_printf("%" G_GINT64_FORMAT, cell->our_whole),
            g_strdup(published[part]),
            g_strdup_printf("%" G_GINT64_FORMAT, cell->published_whole),
            format_percent(low, cell->published_whole),
            format_percent(strchr(low, '-') + 1, cell->published_whole),
            csv_format_fixed(cell->p, 6),
            csv_format_fixed(cell->holm, 6),
            csv_format_fixed(cell->deviance, 3),
            NULL,
        };
        g_ptr_array_add(rows, g_memdup2(cells, sizeof cells));
    }
}

static const MetricsColumn COLUMNS[] = {
    {"table", METRICS_STRING, "", "number of the thesis' table", NULL},
    {"cell", METRICS_STRING, "", "the players of a match, or a suite and its player", NULL},
    {"part", METRICS_STRING, "", "which number of the cell, as wins", NULL},
    {"ours", METRICS_NUMBER, "%", "in per cent of our whole, of counts in 100 games", NULL},
    {"our_whole", METRICS_INTEGER, "", "games, draws, planned attacks or positions of ours", NULL},
    {"thesis", METRICS_NUMBER, "%", "likewise the thesis'", NULL},
    {"thesis_whole", METRICS_INTEGER, "", "those of the thesis", NULL},
    {"low", METRICS_NUMBER, "%", "lower end of what our results foretell for 95 % of such matches",
     NULL},
    {"high", METRICS_NUMBER, "%", "upper end of that", NULL},
    {"p", METRICS_NUMBER, "0..1", "how probable results as unusual as the thesis' are", NULL},
    {"holm", METRICS_NUMBER, "0..1", "p corrected after Holm for all cells", NULL},
    {"deviance", METRICS_NUMBER, "", "of the whole cell", NULL},
};

const MetricsTable PUBLISHED_AGREEMENT = {
    .file = "agentchess report --against --csv",
    .row = "a number of a cell of the thesis' tables",
    .key = {"table", "cell", "part"},
    .columns = COLUMNS,
    .column_count = G_N_ELEMENTS(COLUMNS),
};

char *published_answer_format(const PublishedAnswer *answer, ReportFormat format)
{
    static const char *const block[] = {"table", "part", NULL};
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint part = 0; part < MOST_PARTS; part++)
            for (guint j = 0; j < table->cells->len; j++)
                append_part(rows, table, published_cell(table, j), part);
    }
    return report_cells_format("agreement", &PUBLISHED_AGREEMENT, block, rows, format);
}
