#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "experiments/report/effects.h"
#include "experiments/tables/table_text.h"

#define UNLIKELY 0.01

/* All interactions of two factors, and of factors with the opponent. Owner: the caller. */
static char *list_interactions(const Spec *spec)
{
    const Factors *factors = &spec->factors;
    GString *list = g_string_new(NULL);

    for (int i = 0; i < factors->count; i++) {
        for (int j = i + 1; j < factors->count; j++)
            g_string_append_printf(list, "%s*%s;", factors->factor[i].key, factors->factor[j].key);
        if (spec->named_count > 1)
            g_string_append_printf(list, "%s*opponent;", factors->factor[i].key);
    }
    return g_string_free(list, FALSE);
}

#define LEVEL 0.05

/* Says how many interactions there are of which nobody asked: effects hide them. */
static void append_hidden(GString *text, const ResultsRun *run)
{
    g_autofree char *list = list_interactions(run->spec);
    g_autoptr(GArray) lines = NULL;
    RatingsGoodness goodness;
    int count = 0, significant = 0;

    lines = *list != '\0' ? effects_new(run, list, &goodness, NULL) : NULL;
    for (guint i = 0; lines != NULL && i < lines->len; i++) {
        const EffectsLine *line = &g_array_index(lines, EffectsLine, i);
        const bool is_interaction = g_str_equal(line->quantity, "interaction");
        count += is_interaction;
        significant += is_interaction && line->holm < LEVEL;
    }
    if (count > 0)
        g_string_append_printf(
            text,
            "Interactions, of factors with each other or with the opponent, are not fitted here; "
            "of "
            "%d, %d differ from 0 at the 5 %% level (Holm). -i all and -i 'FACTOR*opponent' print "
            "them.\n",
            count, significant);
}

/* Which games the effects are of, and how well the model explains them. */
static void append_sentences(GString *text, const ResultsRun *run, const RatingsGoodness *fit)
{
    const Spec *spec = run->spec;

    g_string_append_printf(text,
                           "\n%s played %" G_GUINT64_FORMAT
                           " game%s against each opponent in each cell (opponents: %d, cells: %d); "
                           "effects are relative to the first value of each factor, and means over "
                           "all values of the other factors and over all opponents.\n",
                           spec->hero, spec->games, plural_ending(spec->games), spec->named_count,
                           spec->factors.cells);
    if (fit->freedom > 0)
        g_string_append_printf(text,
                               "Fit: Pearson's statistic is %.1f on %" G_GINT64_FORMAT
                               " degrees of freedom, p = %.3f; variances are multiplied by %.2f.\n",
                               fit->statistic, fit->freedom, fit->p, fit->dispersion);
    if (fit->pairings > 0)
        g_string_append_printf(
            text,
            "This factor is the dispersion of the points of cells and opponents, "
            "on %" G_GINT64_FORMAT " degree%s of freedom: they scatter more than "
            "single games tell.\n",
            fit->pairings, plural_ending(fit->pairings));
    if (fit->p < UNLIKELY)
        g_string_append(text,
                        "The model does not explain these results. See whether effects depend on "
                        "each other (-i all) or on the opponent (-i 'FACTOR*opponent').\n");
}

int command_effects(const Command *command, int argc, char **argv, GError **error)
{
    const char *interactions = "";
    int format = TABLE_FORMAT_TEXT;
    const Option entries[] = {
        {"interactions", 'i', "A*B;...",
         "Also fit these interactions, A*opponent too; all: every pair of factors",
         .text = &interactions},
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(ResultsRun) results = NULL;
    g_autoptr(GArray) effects = NULL;
    RatingsGoodness goodness;
    g_autoptr(TableRows) rows = NULL;
    g_autofree char *table = NULL;
    g_autoptr(GString) text = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(format == TABLE_FORMAT_CSV || format == TABLE_FORMAT_JSON);
    results = results_run_read(argv[1], "this command", error);
    effects = results != NULL ? effects_new(results, interactions, &goodness, error) : NULL;
    if (effects == NULL)
        return command_status(*error);
    rows = table_rows_of(&EFFECTS_TABLE, effects);
    table = table_format(rows, (TableFormat)format);
    text = g_string_new(table);
    if (format == TABLE_FORMAT_TEXT || format == TABLE_FORMAT_MARKDOWN)
        append_sentences(text, results, &goodness);
    if (format == TABLE_FORMAT_TEXT && *interactions == '\0')
        append_hidden(text, results);
    screen_print(text->str);
    return STATUS_OK;
}
