#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "experiments/report/effects.h"
#include "experiments/tables/table_text.h"

/* Which games the effects are of, and how well the model explains them. */
static void append_sentences(GString *text, const ResultsRun *run, const FactorialGoodness *fit)
{
    const Spec *spec = run->spec;

    g_string_append_printf(
        text,
        "\n%s in %d cells, games against each of %d opponents: %" G_GUINT64_FORMAT
        "; effects are against the first value.\n",
        spec->hero, spec->factors.cells, spec->named_count, spec->games);
    if (fit->freedom > 0)
        g_string_append_printf(text,
                               "Fit: Pearson's statistic is %.1f on %" G_GINT64_FORMAT
                               " degrees of freedom, p = %.3f; variances are multiplied by %.2f.\n",
                               fit->statistic, fit->freedom, fit->p, fit->dispersion);
}

static int run(int argc, char **argv)
{
    const char *interactions = "";
    int format = TABLE_FORMAT_TEXT;
    const Option entries[] = {
        {"interactions", 'i', "A*B;...", "Fit these interactions as well; all: any two factors",
         .text = &interactions},
        {"format", 0, NULL, "How to print it (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsRun) results = NULL;
    g_autoptr(Effects) effects = NULL;
    g_autoptr(TableRows) rows = NULL;
    g_autofree char *table = NULL;
    g_autoptr(GString) text = NULL;
    int status;

    if (!command_parse(&COMMAND_EFFECTS, entries, &argc, &argv, 1, 1, &status))
        return status;
    results = results_run_read(argv[1], &error);
    effects = results != NULL ? effects_new(results, interactions, &error) : NULL;
    if (effects == NULL)
        return command_print(NULL, error);
    rows = table_rows_of(&EFFECTS_TABLE, effects->lines);
    table = table_format(EFFECTS_TABLE.name, rows, (TableFormat)format);
    text = g_string_new(table);
    if (format == TABLE_FORMAT_TEXT || format == TABLE_FORMAT_MARKDOWN)
        append_sentences(text, results, &effects->goodness);
    screen_print(text->str);
    return STATUS_OK;
}

const Command COMMAND_EFFECTS = {
    .name = "effects",
    .arguments = "DIR",
    .summary = "Estimate what each value of a factor is worth",
    .run = run,
};
