#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "experiments/report/effects.h"
#include "experiments/tables/table_text.h"

#define UNLIKELY 0.01

/* Which games the effects are of, and how well the model explains them. */
static void append_sentences(GString *text, const ResultsRun *run, const RatingsGoodness *fit)
{
    const Spec *spec = run->spec;

    g_string_append_printf(text,
                           "\n%s played %" G_GUINT64_FORMAT
                           " game%s against each opponent in each cell (opponents: %d, cells: %d); "
                           "effects are relative to the first value of each factor, and means over "
                           "all opponents.\n",
                           spec->hero, spec->games, plural_ending(spec->games), spec->named_count,
                           spec->factors.cells);
    if (fit->freedom > 0)
        g_string_append_printf(text,
                               "Fit: Pearson's statistic is %.1f on %" G_GINT64_FORMAT
                               " degrees of freedom, p = %.3f; variances are multiplied by %.2f.\n",
                               fit->statistic, fit->freedom, fit->p, fit->dispersion);
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
    screen_print(text->str);
    return STATUS_OK;
}
