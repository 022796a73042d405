/* The answers to the thesis' tables, as text and as rows for programs. */
#include "experiments/report/published_answer.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

static const PublishedCell *cell_at(const PublishedAnswer *answer, guint i)
{
    return &g_array_index(answer->cells, PublishedCell, i);
}

/* The end of the cells of the table that cell @first belongs to. */
static guint end_of_table(const PublishedAnswer *answer, guint first)
{
    guint end = first;

    while (end < answer->cells->len && cell_at(answer, end)->table == cell_at(answer, first)->table)
        end++;
    return end;
}

/* A number of a cell: results without decimals if all must be whole. Owner: the caller. */
static char *format_number(const PublishedCell *cell, double number, int64_t whole)
{
    return csv_format_fixed(number, cell->parts > 1 && 100 % whole == 0 ? 0 : 1);
}

/* "18.1-22.5-59.4", of ours or of the thesis. Owner: the caller. */
static char *format_numbers(const PublishedCell *cell, bool ours)
{
    char *texts[PUBLISHED_MOST_PARTS + 1] = {NULL}, *joined;

    for (int i = 0; i < cell->parts; i++)
        texts[i] = ours ? format_number(cell, cell->part[i].ours, cell->our_whole)
                        : format_number(cell, cell->part[i].thesis, cell->whole);
    joined = g_strjoinv("-", texts);
    for (int i = 0; i < cell->parts; i++)
        g_free(texts[i]);
    return joined;
}

static void add_line(GPtrArray *sheet, const PublishedCell *cell)
{
    char *const cells[] = {
        g_strdup(cell->label),
        format_numbers(cell, true),
        format_count(cell->our_whole),
        format_numbers(cell, false),
        format_count(cell->whole),
        format_p(cell->p),
        format_p(cell->holm),
        csv_format_fixed(cell->deviance, 1),
        g_strdup(cell->p >= PUBLISHED_INSIDE ? "inside" : "outside"),
        NULL,
    };

    g_ptr_array_add(sheet, g_memdup2(cells, sizeof cells));
}

/* Appends "12 of 13 cells inside the 95 % prediction region of our results, deviance 20.3" of cells
 * @first to @end. */
static void append_sum(GString *text, const PublishedAnswer *answer, guint first, guint end)
{
    double deviance = 0;
    int inside = 0;

    for (guint i = first; i < end; i++) {
        inside += cell_at(answer, i)->p >= PUBLISHED_INSIDE;
        deviance += cell_at(answer, i)->deviance;
    }
    g_string_append_printf(text,
                           "%d of %u cell%s inside the 95 %% prediction region of our results, "
                           "deviance ",
                           inside, end - first, plural_ending(end - first));
    csv_append_fixed(text, deviance, 1);
    g_string_append_c(text, '\n');
}

static void append_table(GString *text, const PublishedAnswer *answer, guint first, guint end)
{
    const PublishedTable *table = cell_at(answer, first)->table;
    g_autoptr(GPtrArray) sheet = sheet_new((const char *[]){
        "", "ours", table->whole, "thesis", table->whole, "p", "Holm", "deviance", "", NULL});

    for (guint i = first; i < end; i++)
        add_line(sheet, cell_at(answer, i));
    g_string_append_printf(text, "Table %s: %s %s %s\n", table->number, table->meaning,
                           table->kind == PUBLISHED_COUNTS ? "in 100" : "as percentages of the",
                           table->whole);
    sheet_append_aligned(text, sheet);
    g_string_append_printf(text, "Table %s: ", table->number);
    append_sum(text, answer, first, end);
    g_string_append_c(text, '\n');
}

/* The sums of a variant: of table 3.1, of the tables of draws, and of all. */
typedef struct {
    const char *name; /* borrowed of a cell */
    int cells, inside;
    double results, draws, all;
} Variant;

static const Column VARIANT_COLUMNS[] = {
    {"variant", TABLE_TEXT, "",
     "the factor values other than the first of each factor; `reference` if there are none",
     .heading = "variant"},
    {"cells", TABLE_COUNT, "cells", "number of cells in all tables", .heading = "cells"},
    {"inside", TABLE_COUNT, "cells", "number of cells inside the 95 % prediction region",
     .heading = "inside"},
    {"deviance", TABLE_REAL, "", "sum of the deviances of all cells", 1, "deviance"},
    {"results", TABLE_REAL, "",
     "sum of the deviances of table 3.1, minus the same sum for the reference", 1, "3.1",
     VIEW_LEAD},
    {"draws", TABLE_REAL, "", "the same for tables 3.2 to 3.6", 1, "3.2-3.6", VIEW_LEAD},
    {"others", TABLE_REAL, "", "the same for the other tables", 1, "others", VIEW_LEAD},
    {"all", TABLE_REAL, "", "the same for all tables", 1, "all", VIEW_LEAD},
};

const Table PUBLISHED_VARIANTS = {
    .name = "variants",
    TABLE("agentchess thesis, for a run with factors",
          "a combination of factor values; the first row is the reference", VARIANT_COLUMNS, NULL),
    .key = {"variant"}};

#define VARIANTS_TITLE "Deviance of each variant minus that of the reference"

static Variant *find_variant(GArray *variants, const char *name)
{
    const Variant new = {.name = name};

    for (guint i = 0; i < variants->len; i++)
        if (g_str_equal(g_array_index(variants, Variant, i).name, name))
            return &g_array_index(variants, Variant, i);
    g_array_append_val(variants, new);
    return &g_array_index(variants, Variant, variants->len - 1);
}

static void add_to_variant(Variant *variant, const PublishedCell *cell)
{
    variant->cells++;
    variant->inside += cell->p >= PUBLISHED_INSIDE;
    variant->all += cell->deviance;
    variant->results += cell->table->kind == PUBLISHED_RESULTS ? cell->deviance : 0;
    variant->draws += cell->table->kind == PUBLISHED_DRAWS ? cell->deviance : 0;
}

/* None without factors. Owner: the caller. */
static TableRows *variant_rows(const PublishedAnswer *answer)
{
    g_autoptr(GArray) variants = g_array_new(FALSE, TRUE, sizeof(Variant));
    TableRows *rows = table_rows_new(&PUBLISHED_VARIANTS);

    for (guint i = 0; i < answer->cells->len; i++)
        if (cell_at(answer, i)->variant != NULL)
            add_to_variant(find_variant(variants, cell_at(answer, i)->variant), cell_at(answer, i));
    for (guint i = 0; i < variants->len; i++) {
        const Variant *base = &g_array_index(variants, Variant, 0), *variant = base + i;
        const double results = variant->results - base->results;
        const double draws = variant->draws - base->draws, all = variant->all - base->all;

        row_text(rows, variant->name);
        row_count(rows, variant->cells);
        row_count(rows, variant->inside);
        row_real(rows, variant->all);
        row_real(rows, results);
        row_real(rows, draws);
        row_real(rows, all - results - draws);
        row_real(rows, all);
    }
    return rows;
}

/* For people. Owner: the caller. */
static char *write_text(const PublishedAnswer *answer)
{
    g_autoptr(TableRows) variants = variant_rows(answer);
    g_autoptr(GPtrArray) sheet = sheet_of(variants, G_MAXUINT);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < answer->notes->len; i++)
        g_string_append_printf(text, "%s\n", (char *)answer->notes->pdata[i]);
    if (text->len > 0)
        g_string_append_c(text, '\n');
    for (guint i = 0, end; i < answer->cells->len; i = end) {
        end = end_of_table(answer, i);
        append_table(text, answer, i, end);
    }
    g_string_append(text, "All tables: ");
    append_sum(text, answer, 0, answer->cells->len);
    if (table_rows_count(variants) > 0)
        sheet_append(text, VARIANTS_TITLE, sheet, NULL, false);
    return g_string_free(text, FALSE);
}

static void append_part(TableRows *rows, const PublishedCell *cell, int part)
{
    const PublishedPart *of = &cell->part[part];
    g_auto(GStrv) names = g_strsplit(cell->table->meaning, "-", cell->parts);
    g_autofree char *ours = format_number(cell, of->ours, cell->our_whole);
    g_autofree char *thesis = format_number(cell, of->thesis, cell->whole);

    row_text(rows, cell->table->number);
    row_text(rows, cell->label);
    row_text(rows, names[part]);
    row_text(rows, ours);
    row_count(rows, cell->our_whole);
    row_text(rows, thesis);
    row_count(rows, cell->whole);
    row_real(rows, 100 * (double)of->low / (double)cell->whole);
    row_real(rows, 100 * (double)of->high / (double)cell->whole);
    row_real(rows, cell->p);
    row_real(rows, cell->holm);
    row_real(rows, cell->deviance);
    row_text(rows, cell->stands_in ? "yes" : "no");
}

static const Column COLUMNS[] = {
    {"table", TABLE_TEXT, "", "number of the table in the thesis"},
    {"cell", TABLE_TEXT, "", "the two players of a match, or a suite and a player"},
    {"part", TABLE_TEXT, "", "name of the number, such as `wins`"},
    {"ours", TABLE_REAL, "%",
     "our result: a percentage of `our_whole`, or the number of events per 100 games", 2},
    {"our_whole", TABLE_COUNT, "",
     "number of games, draws, planned move-attacks or positions in our results"},
    {"thesis", TABLE_REAL, "%", "the result in the thesis, in the same unit", 2},
    {"thesis_whole", TABLE_COUNT, "",
     "number of games, draws, planned move-attacks or positions in the thesis"},
    {"low", TABLE_REAL, "%",
     "lower end of the 95 % prediction interval for `thesis`, computed from our results", 2},
    {"high", TABLE_REAL, "%", "upper end of the same interval", 2},
    {"p", TABLE_REAL, "0..1",
     "probability, computed from our results, of a cell at least as unusual as that of the thesis",
     6},
    {"holm", TABLE_REAL, "0..1", "`p` with Holm's correction for all cells", 6},
    {"deviance", TABLE_REAL, "", "deviance of the cell", 3},
    {"stands_in", TABLE_TEXT, "",
     "`yes` if another program replaces the thesis' Crafty, otherwise `no`"},
};

const Table PUBLISHED_AGREEMENT = {
    .name = "agreement",
    TABLE("agentchess thesis", "a number in a cell of the thesis' tables", COLUMNS, NULL),
    .key = {"table", "cell", "part"}};

char *published_answer_format(const PublishedAnswer *answer, TableFormat format)
{
    g_autoptr(TableReport) report = table_report_new(answer->notes);
    TableRows *rows, *variants;

    if (format == TABLE_FORMAT_TEXT)
        return write_text(answer);
    rows = table_rows_new(&PUBLISHED_AGREEMENT);
    variants = variant_rows(answer);
    for (guint first = 0, end; first < answer->cells->len; first = end) {
        end = end_of_table(answer, first);
        for (int part = 0; part < cell_at(answer, first)->parts; part++)
            for (guint i = first; i < end; i++)
                append_part(rows, cell_at(answer, i), part);
    }
    table_report_add(report, "The thesis' tables", rows);
    table_report_add(report, VARIANTS_TITLE, variants)->is_hidden = table_rows_count(variants) == 0;
    return table_report_write(report, format);
}
