/* The answers to the thesis' tables, as rows for programs. */
#include <string.h>

#include "experiments/report/published.h"

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

/* @count out of @whole in per cent. */
static void fill_percent(TableRow *row, const char *count, int64_t whole)
{
    row_real(row, 100 * g_ascii_strtod(count, NULL) / (double)whole);
}

/* Appends number @part of @cell, if it has so many. */
static void append_part(TableRows *rows, const PublishedTableAnswer *table,
                        const PublishedCell *cell, guint part)
{
    g_auto(GStrv) ours = g_strsplit(cell->ours, "-", -1);
    g_auto(GStrv) published = g_strsplit(cell->published, "-", -1);
    g_auto(GStrv) predicted = g_strsplit(cell->predicted, ", ", -1);
    const guint parts = g_strv_length(ours);
    TableRow row;

    if (part >= parts)
        return;
    row_init(&row, rows->table);
    row_text(&row, table->number);
    row_text(&row, cell->label);
    row_text(&row, part_name(table, part, parts));
    row_text(&row, ours[part]);
    row_count(&row, cell->our_whole);
    row_text(&row, published[part]);
    row_count(&row, cell->published_whole);
    fill_percent(&row, predicted[part], cell->published_whole);
    fill_percent(&row, strchr(predicted[part], '-') + 1, cell->published_whole);
    row_real(&row, cell->p);
    row_real(&row, cell->holm);
    row_real(&row, cell->deviance);
    table_rows_push(rows, &row);
}

static const Column COLUMNS[] = {
    {"table", TABLE_TEXT, "", "number of the thesis' table"},
    {"cell", TABLE_TEXT, "", "the players of a match, or a suite and its player"},
    {"part", TABLE_TEXT, "", "which number of the cell, as wins"},
    {"ours", TABLE_REAL, "%", "in per cent of our whole, of counts in 100 games", 2},
    {"our_whole", TABLE_COUNT, "", "games, draws, planned attacks or positions of ours"},
    {"thesis", TABLE_REAL, "%", "likewise the thesis'", 2},
    {"thesis_whole", TABLE_COUNT, "", "those of the thesis"},
    {"low", TABLE_REAL, "%", "lower end of what our results predict for 95 % of such matches", 2},
    {"high", TABLE_REAL, "%", "upper end of that", 2},
    {"p", TABLE_REAL, "0..1", "probability of results as unusual as the thesis'", 6},
    {"holm", TABLE_REAL, "0..1", "p corrected by Holm's method for all cells", 6},
    {"deviance", TABLE_REAL, "", "of the whole cell", 3},
};

const Table PUBLISHED_AGREEMENT = {
    .name = "agreement",
    .file = "agentchess thesis",
    .row = "a number of a cell of the thesis' tables",
    .key = {"table", "cell", "part"},
    TABLE_COLUMNS(COLUMNS),
};

char *published_answer_format(const PublishedAnswer *answer, TableFormat format)
{
    g_autoptr(TableRows) rows = table_rows_new(&PUBLISHED_AGREEMENT);

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint part = 0; part < MOST_PARTS; part++)
            for (guint j = 0; j < table->cells->len; j++)
                append_part(rows, table, published_cell(table, j), part);
    }
    return table_format(PUBLISHED_AGREEMENT.name, rows, format);
}
