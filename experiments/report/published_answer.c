/* The answers to the thesis' tables, as text and as rows for programs. */
#include <string.h>

#include "experiments/report/published.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"

static void cell_clear(gpointer data)
{
    PublishedCell *cell = data;

    g_free(cell->label);
    g_free(cell->ours);
    g_free(cell->published);
    g_free(cell->predicted);
    g_free(cell->variant);
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

static void add_cell(Sheet *sheet, const PublishedCell *cell)
{
    char *const cells[] = {
        g_strdup(cell->label),
        g_strdup(cell->ours),
        format_whole(cell->our_whole),
        g_strdup(cell->published),
        format_whole(cell->published_whole),
        format_p(cell->p),
        format_p(cell->holm),
        csv_format_fixed(cell->deviance, 1),
        g_strdup(cell->inside ? "inside" : "outside"),
        NULL,
    };

    sheet_add(sheet, cells, G_N_ELEMENTS(cells));
}

/* Appends "12 of 13 inside the 95 % region of our results, deviance 20.3". */
static void append_count(GString *text, int inside, int cells, double deviance)
{
    g_string_append_printf(text, "%d of %d inside the 95 %% region of our results, deviance ",
                           inside, cells);
    csv_append_fixed(text, deviance, 1);
    g_string_append_c(text, '\n');
}

static void append_table(GString *text, const PublishedTableAnswer *table)
{
    g_auto(Sheet) sheet = sheet_new((const char *[]){
        "", "ours", table->whole, "thesis", table->whole, "p", "Holm", "deviance", "", NULL});

    for (guint i = 0; i < table->cells->len; i++)
        add_cell(&sheet, published_cell(table, i));
    g_string_append_printf(text, "Table %s: %s in %s %s\n", table->number, table->meaning,
                           table->is_count ? "100" : "per cent of the", table->whole);
    sheet_append_aligned(text, sheet.rows);
    g_string_append_printf(text, "Table %s: ", table->number);
    append_count(text, table->inside, (int)table->cells->len, table->deviance);
    g_string_append_c(text, '\n');
}

/* The sums of a variant: of the tables 3.1, of draws, and of all. */
typedef struct {
    const char *name; /* borrowed of a cell */
    int cells, inside;
    double results, draws, all;
} Variant;

static const Column VARIANT_COLUMNS[] = {
    {"variant", TABLE_TEXT, "", "values of factors that are not the first, or reference",
     .heading = "variant"},
    {"cells", TABLE_COUNT, "cells", "cells of all tables", .heading = "cells"},
    {"inside", TABLE_COUNT, "cells", "of them, those inside the 95 % region", .heading = "inside"},
    {"deviance", TABLE_REAL, "", "sum of the deviances of all cells", 1, "deviance"},
    {"results", TABLE_REAL, "", "sum of those of table 3.1, less that of the reference", 1, "3.1",
     VIEW_LEAD},
    {"draws", TABLE_REAL, "", "likewise of tables 3.2 to 3.6", 1, "3.2-3.6", VIEW_LEAD},
    {"others", TABLE_REAL, "", "likewise of the others", 1, "others", VIEW_LEAD},
    {"all", TABLE_REAL, "", "likewise of all", 1, "all", VIEW_LEAD},
};

const Table PUBLISHED_VARIANTS = {
    .name = "variants",
    .file = "agentchess thesis, of a run with factors",
    .row = "a cell of the factors of a run, the reference first",
    .key = {"variant"},
    TABLE_COLUMNS(VARIANT_COLUMNS),
};

static Variant *find_variant(GArray *variants, const char *name)
{
    const Variant new = {.name = name};

    for (guint i = 0; i < variants->len; i++)
        if (g_str_equal(g_array_index(variants, Variant, i).name, name))
            return &g_array_index(variants, Variant, i);
    g_array_append_val(variants, new);
    return &g_array_index(variants, Variant, variants->len - 1);
}

static void add_to_variant(Variant *variant, const PublishedTableAnswer *table,
                           const PublishedCell *cell)
{
    variant->cells++;
    variant->inside += cell->inside;
    variant->all += cell->deviance;
    variant->results += g_str_equal(table->number, "3.1") ? cell->deviance : 0;
    variant->draws += g_str_equal(table->whole, "draws") ? cell->deviance : 0;
}

/* None without factors. Owner: the caller. */
static TableRows *variant_rows(const PublishedAnswer *answer)
{
    g_autoptr(GArray) variants = g_array_new(FALSE, TRUE, sizeof(Variant));
    TableRows *rows = table_rows_new(&PUBLISHED_VARIANTS);

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint j = 0; j < table->cells->len; j++) {
            const PublishedCell *cell = published_cell(table, j);
            if (cell->variant != NULL)
                add_to_variant(find_variant(variants, cell->variant), table, cell);
        }
    }
    for (guint i = 0; i < variants->len; i++) {
        const Variant *base = &g_array_index(variants, Variant, 0), *variant = base + i;
        const double results = variant->results - base->results;
        const double draws = variant->draws - base->draws, all = variant->all - base->all;
        TableRow row;
        row_init(&row, rows->table);
        row_text(&row, variant->name);
        row_count(&row, variant->cells);
        row_count(&row, variant->inside);
        row_real(&row, variant->all);
        row_real(&row, results);
        row_real(&row, draws);
        row_real(&row, all - results - draws);
        row_real(&row, all);
        table_rows_push(rows, &row);
    }
    return rows;
}

char *published_answer_text(const PublishedAnswer *answer)
{
    g_autoptr(TableRows) variants = variant_rows(answer);
    g_auto(Sheet) sheet = sheet_of(variants, G_MAXUINT);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < answer->notes->len; i++)
        g_string_append_printf(text, "%s\n", (char *)answer->notes->pdata[i]);
    if (text->len > 0)
        g_string_append_c(text, '\n');
    for (guint i = 0; i < answer->tables->len; i++)
        append_table(text, published_table(answer, i));
    g_string_append(text, "All tables: ");
    append_count(text, answer->inside, answer->cells, answer->deviance);
    if (table_rows_count(variants) > 0)
        sheet_append(text, "What each variant adds to the deviance of the reference", &sheet,
                     false);
    return g_string_free(text, FALSE);
}

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
    row_text(&row, cell->stands_in ? "yes" : "no");
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
    {"stands_in", TABLE_TEXT, "", "yes: another program plays as the thesis' Crafty; no"},
};

const Table PUBLISHED_AGREEMENT = {
    .name = "agreement",
    .file = "agentchess thesis",
    .row = "a number of a cell of the thesis' tables",
    .key = {"table", "cell", "part"},
    TABLE_COLUMNS(COLUMNS),
};

/* The rows, with the notes and the variants. Owner: the caller. */
static char *format_json(const PublishedAnswer *answer, const TableRows *rows)
{
    g_autoptr(TableRows) variants = variant_rows(answer);
    GString *json = g_string_new("{\n  \"notes\": [");

    for (guint i = 0; i < answer->notes->len; i++) {
        g_string_append(json, i > 0 ? ", " : "");
        table_append_json_text(json, answer->notes->pdata[i]);
    }
    g_string_append(json, "],\n");
    table_append_json(json, PUBLISHED_AGREEMENT.name, rows);
    g_string_append(json, ",\n");
    table_append_json(json, PUBLISHED_VARIANTS.name, variants);
    g_string_append(json, "\n}\n");
    return g_string_free(json, FALSE);
}

char *published_answer_format(const PublishedAnswer *answer, TableFormat format)
{
    g_autoptr(TableRows) rows = table_rows_new(&PUBLISHED_AGREEMENT);

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint part = 0; part < MOST_PARTS; part++)
            for (guint j = 0; j < table->cells->len; j++)
                append_part(rows, table, published_cell(table, j), part);
    }
    return format == TABLE_FORMAT_JSON ? format_json(answer, rows)
                                       : table_format(PUBLISHED_AGREEMENT.name, rows, format);
}
