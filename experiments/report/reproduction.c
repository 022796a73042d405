#include "experiments/report/reproduction.h"

#include <gsl/gsl_cdf.h>
#include <json-glib/json-glib.h>

#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

#define SCARCE 0.05 /* a share of tables so small that chance is no good explanation */

/* All tables of chapter 3, and what answers them. */
static const struct {
    const char *number, *needs;
} TABLES[] = {
    {"3.1", "a run in which levels meet each other"},
    {"3.2", "a run of level 7"},
    {"3.3", "a run of level 8"},
    {"3.4", "a run of level 6"},
    {"3.5", "a run of levels against Crafty with draws, or against what stands for it"},
    {"3.6", "a run of level 5 against level 4"},
    {"3.7", NULL}, /* printed in table 3.4, too */
    {"3.8", "events_per_game.csv of a run"},
    {"3.9",
     "events_per_game.csv and move_attacks.csv of a run against Crafty, or what stands for it"},
    {"3.10", "suites.csv of 'agentchess suite --output'"},
};

/* How cells fit. */
typedef struct {
    int cells, inside;
    int certain; /* of those outside, the ones that are so after Holm, too */
} Fit;

static void count_fit(Fit *fit, const PublishedCell *cell)
{
    fit->cells++;
    fit->inside += cell->inside;
    fit->certain += cell->holm < PUBLISHED_INSIDE;
}

static Fit fit_of(const PublishedTableAnswer *table)
{
    Fit fit = {0};

    for (guint i = 0; i < table->cells->len; i++)
        count_fit(&fit, published_cell(table, i));
    return fit;
}

/* How many fit, and whether chance explains the rest: by how often so few would fit if all were
 * true. Owner: the caller. */
static char *judge(Fit fit)
{
    const double share =
        gsl_cdf_binomial_P((unsigned)fit.inside, 1 - PUBLISHED_INSIDE, (unsigned)fit.cells);
    g_autofree char *expected = csv_format_fixed((1 - PUBLISHED_INSIDE) * fit.cells, 1);
    g_autofree char *p = format_p(share);

    if (fit.cells == 1)
        return g_strdup(fit.inside    ? "The one cell fits."
                        : fit.certain ? "The one cell does not fit, which is no chance."
                                      : "The one cell does not fit, which may be chance.");
    if (fit.inside == fit.cells)
        return g_strdup_printf("All %d cells fit.", fit.cells);
    return g_strdup_printf(
        "%d of %d cells fit; if our players were the thesis' about %s would, and so few with "
        "probability %s. %s",
        fit.inside, fit.cells, expected, p,
        share >= SCARCE && fit.certain == 0 ? "Chance can explain the difference."
        : fit.certain == 0                  ? "Chance does not explain it."
        : fit.certain == 1 ? "Chance does not explain it: one cell is outside after Holm, too."
                           : "Chance does not explain it: some cells are outside after Holm, too.");
}

static void add_row(GPtrArray *rows, const char *const *cells)
{
    g_ptr_array_add(rows, g_strdupv((char **)cells));
}

static GPtrArray *rows_new(const char *const *head)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    add_row(rows, head);
    return rows;
}

/* A row a table: how many of its cells fit. */
static void add_overview(GString *page, const PublishedAnswer *answer)
{
    GPtrArray *rows =
        rows_new((const char *[]){"table", "what", "cells", "fit", "after Holm", "deviance", NULL});

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        g_autofree char *cells = g_strdup_printf("%u", table->cells->len);
        g_autofree char *inside = g_strdup_printf("%d", table->inside);
        g_autofree char *deviance = csv_format_fixed(table->deviance, 1);
        const Fit fit = fit_of(table);
        g_autofree char *held = g_strdup_printf("%d", fit.cells - fit.certain);
        add_row(rows, (const char *[]){table->number, table->meaning, cells, inside, held, deviance,
                                       NULL});
    }
    document_add_table(page, rows);
}

/* The cells that chance does not explain, not even with this many cells. */
static void add_misfits(GString *page, const PublishedAnswer *answer)
{
    g_autoptr(GPtrArray) rows =
        rows_new((const char *[]){"", "table", "ours", "thesis", "Holm", NULL});

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint j = 0; j < table->cells->len; j++) {
            const PublishedCell *cell = published_cell(table, j);
            g_autofree char *holm = format_p(cell->holm);
            if (cell->holm < PUBLISHED_INSIDE)
                add_row(rows, (const char *[]){cell->label, table->number, cell->ours,
                                               cell->published, holm, NULL});
        }
    }
    if (rows->len == 1) {
        document_add_paragraph(page, "After Holm's correction every cell fits.");
        return;
    }
    document_add_paragraph(
        page, "What does not fit even after Holm's correction, in per cent or in 100 games:");
    document_add_table(page, g_steal_pointer(&rows));
}

static void add_verdict(GString *page, const PublishedAnswer *answer)
{
    Fit own = {0}, foreign = {0};

    for (guint i = 0; i < answer->tables->len; i++) {
        const PublishedTableAnswer *table = published_table(answer, i);
        for (guint j = 0; j < table->cells->len; j++) {
            const PublishedCell *cell = published_cell(table, j);
            count_fit(cell->stands_in ? &foreign : &own, cell);
        }
    }
    document_add_heading(page, "What fits, and what does not");
    document_add_paragraph(
        page,
        "A cell fits if the thesis' numbers lie inside the 95 %% region of what our results "
        "predict for as many games, draws, plans or positions as the thesis had. p is how "
        "probable results "
        "as unusual as the thesis' are; Holm is p corrected for all cells that are asked at once. "
        "The deviance says how much worse our results predict the thesis' than these predict "
        "themselves: about 2 a cell of results or draws and 1 a cell of shares and counts if all "
        "is true.");
    add_overview(page, answer);
    if (own.cells > 0) {
        g_autofree char *all = judge(own);
        document_add_paragraph(page, "All tables: %s", all);
    }
    for (guint i = 0; i < answer->notes->len; i++)
        document_add_paragraph(page, "%s.", (const char *)answer->notes->pdata[i]);
    if (foreign.cells > 0) {
        g_autofree char *all = judge(foreign);
        document_add_paragraph(page,
                               "Where another program plays in Crafty's place, which says as much "
                               "about that program as about the thesis: %s",
                               all);
    }
    add_misfits(page, answer);
}

static const PublishedTableAnswer *find_table(const PublishedAnswer *answer, const char *number,
                                              guint *from)
{
    for (; *from < answer->tables->len; (*from)++)
        if (g_str_equal(published_table(answer, *from)->number, number))
            return published_table(answer, (*from)++);
    return NULL;
}

/* The picture of table 3.1, of each run that has one. */
static void add_agreement(GString *page, const Results *results)
{
    for (guint i = 0; i < results->runs->len; i++) {
        const ResultsRun *run = results->runs->pdata[i];
        g_autofree char *path = g_build_filename(run->folder, "plots", "agreement", NULL);
        document_add_picture(page, path, "Table 3.1 of the thesis and what our results predict");
    }
}

static void add_tables(GString *page, const PublishedAnswer *answer)
{
    for (size_t i = 0; i < G_N_ELEMENTS(TABLES); i++) {
        const PublishedTableAnswer *table;
        guint from = 0;
        bool found = false;
        while ((table = find_table(answer, TABLES[i].number, &from)) != NULL) {
            g_autofree char *title = published_table_title(table);
            g_autofree char *count = judge(fit_of(table));
            document_add_heading(page, title);
            document_add_table(page, published_table_rows(table, true));
            document_add_paragraph(page, "Table %s: %s", table->number, count);
            found = true;
        }
        if (found)
            continue;
        {
            g_autofree char *title = g_strdup_printf("Table %s", TABLES[i].number);
            document_add_heading(page, title);
            if (TABLES[i].needs != NULL)
                document_add_paragraph(page, "Not compared: it needs %s.", TABLES[i].needs);
            else
                document_add_paragraph(page, "All of its cells are in table 3.4, too.");
        }
    }
}

/* Tables 3.2 to 3.6, whatever draw wins the thesis has counted. */
static bool add_counts(GString *page, const char *published, const Results *results, GError **error)
{
    GPtrArray *rows =
        rows_new((const char *[]){"draw wins", "bare kings", "cells", "fit", "deviance", NULL});

    for (int i = 0; i < 4; i++) {
        const PublishedDraws draws = {.as_coin = i & 2, .in_all_draws = i & 1};
        g_autoptr(PublishedAnswer) answer = published_compare(published, results, draws, error);
        g_autofree char *cells = NULL, *inside = NULL, *deviance = NULL;
        int count = 0, fit = 0;
        double sum = 0;

        if (answer == NULL) {
            g_ptr_array_unref(rows);
            return false;
        }
        for (guint j = 0; j < answer->tables->len; j++) {
            const PublishedTableAnswer *table = published_table(answer, j);
            if (!g_str_equal(table->whole, "draws"))
                continue;
            count += (int)table->cells->len;
            fit += table->inside;
            sum += table->deviance;
        }
        cells = g_strdup_printf("%d", count);
        inside = g_strdup_printf("%d", fit);
        deviance = csv_format_fixed(sum, 1);
        add_row(rows,
                (const char *[]){draws.as_coin ? "as a fair coin" : "by the player",
                                 draws.in_all_draws ? "in all draws" : "in draws by fifty moves",
                                 cells, inside, deviance, NULL});
    }
    document_add_heading(page, "Draw wins, counted in four ways");
    document_add_paragraph(
        page, "Whose king was bared first should depend on who is stronger. The thesis' draw wins "
              "and losses do not: they are 228 and 223, as if a coin had fallen. So tables 3.2 to "
              "3.6 are compared in four ways: draw wins by the player whose king was bared, or as "
              "a fair coin; in draws by the fifty-move rule, or in all.");
    document_add_table(page, rows);
    return true;
}

static const char *text_member(JsonObject *object, const char *name)
{
    return json_object_get_string_member_with_default(object, name, "");
}

/* Whether a group of keys is of other games or formats. */
static bool is_of_others(const Spec *spec, const char *group)
{
    return (g_str_equal(group, "[async]") && spec->contest != &CONTEST_TIME) ||
           (g_str_equal(group, "[sprt]") && spec->format != SPEC_SPRT);
}

/* The keys of a spec that say something. Owner: the caller. */
static char *shorten(const Spec *spec, const char *resolved)
{
    g_auto(GStrv) lines = g_strsplit(resolved, "\n", -1);
    g_autoptr(GString) text = g_string_new(NULL);
    const char *group = "", *written = "";

    for (char **line = lines; *line != NULL; line++) {
        g_strchomp(*line);
        if (**line == '[')
            group = *line;
        if (**line == '[' || **line == '\0' || g_str_has_suffix(*line, "=") ||
            is_of_others(spec, group))
            continue;
        if (group != written)
            g_string_append_printf(text, "%s%s\n", text->len > 0 ? "\n" : "", group);
        written = group;
        g_string_append_printf(text, "%s\n", *line);
    }
    return g_strdup(text->str);
}

static bool add_run(GString *page, const ResultsRun *run, GError **error)
{
    g_autofree char *path = g_build_filename(run->folder, FOLDER_RUN, NULL), *spec = NULL;
    g_autoptr(Provenance) provenance = provenance_read(run->folder, error);
    g_autoptr(JsonParser) parser = json_parser_new();
    JsonObject *object;

    if (provenance == NULL || !json_parser_load_from_file(parser, path, error))
        return false;
    object = json_node_get_object(json_parser_get_root(parser));
    spec = shorten(run->spec, provenance->resolved);
    document_add_paragraph(
        page,
        "%s: %" G_GINT64_FORMAT " games, seed %" G_GUINT64_FORMAT
        ", agentchess %s (%s), identity %.16s. agentchess run plays it again with "
        "this spec:",
        run->folder, json_object_get_int_member_with_default(object, "games", 0), run->spec->seed,
        text_member(object, "version"), text_member(object, "commit"), provenance->identity);
    document_add_lines(page, spec);
    return true;
}

static bool add_runs(GString *page, const Results *results, GError **error)
{
    const char *folder = NULL;

    document_add_heading(page, "What was played");
    for (guint i = 0; i < results->runs->len; i++)
        if (!add_run(page, results->runs->pdata[i], error))
            return false;
    for (guint i = 0; i < results->suites->len; i++) {
        const ResultsSuite *suite = results->suites->pdata[i];
        if (g_strcmp0(folder, suite->folder) != 0)
            document_add_paragraph(page,
                                   "%s: results of test suites, as 'agentchess suite' writes "
                                   "them.",
                                   suite->folder);
        folder = suite->folder;
    }
    return true;
}

char *reproduction_page(const char *published, const PublishedAnswer *answer,
                        const Results *results, GError **error)
{
    g_autoptr(GString) page = document_new("The thesis' tables and figures beside ours");

    document_add_paragraph(
        page, "H. Fransson: AgentChess, an agent chess approach. Can agents play chess? "
              "Master's thesis MSE-2003-02, Blekinge Institute of Technology, January "
              "2003, chapter 3; results of this program beside it.");
    add_verdict(page, answer);
    if (!add_counts(page, published, results, error))
        return NULL;
    add_agreement(page, results);
    add_tables(page, answer);
    if (!reproduction_add_figures(page, results, error) || !add_runs(page, results, error))
        return NULL;
    return document_end(g_steal_pointer(&page));
}
