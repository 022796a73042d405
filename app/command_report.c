#include <stdio.h>

#include "app/commands.h"
#include "experiments/error.h"
#include "experiments/folder.h"
#include "experiments/provenance.h"
#include "experiments/published.h"
#include "experiments/report.h"

/* The results of the finished run in @folder; the spec is NULL if that cannot be read. */
static Spec *read_run(const char *folder, Totals **out_totals, GError **error)
{
    g_autoptr(Provenance) provenance = provenance_read(folder, error);
    g_autofree char *source = g_build_filename(folder, FOLDER_RUN, NULL);
    g_autoptr(Spec) spec = NULL;

    if (provenance == NULL)
        return NULL;
    spec = spec_parse(provenance->resolved, source, NULL, "", NULL, error);
    if (spec == NULL)
        return NULL;
    if (provenance->totals->count != spec->pairing_count) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s contradicts itself",
                    source);
        return NULL;
    }
    *out_totals = g_steal_pointer(&provenance->totals);
    return g_steal_pointer(&spec);
}

static int report(const char *folder, const char *against)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Totals) totals = NULL;
    g_autoptr(Spec) spec = read_run(folder, &totals, &error);
    g_autofree char *text = NULL;

    if (spec != NULL)
        text = against != NULL ? published_compare(against, spec, totals, &error)
                               : report_cross_table(spec, totals);
    if (text == NULL)
        return command_fail(STATUS_FAILURE, error);
    fputs(text, stdout);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    g_autofree char *against = NULL;
    const GOptionEntry entries[] = {
        {"against", 'a', 0, G_OPTION_ARG_FILENAME, &against,
         "Folder of the thesis' tables: results/published", "FOLDER"},
        {NULL},
    };
    int status;

    if (!command_parse(&COMMAND_REPORT, entries, &argc, &argv, 1, 1, &status))
        return status;
    return report(argv[1], against);
}

const Command COMMAND_REPORT = {
    .name = "report",
    .arguments = "DIR",
    .summary = "Show the results of a run, also beside the thesis'",
    .details =
        "DIR is the folder of a finished run. Prints its cross table: wins-losses-draws of the\n"
        "player of the row.\n"
        "\n"
        "With --against a line for each pairing of two levels that the thesis' table 3.1 has:\n"
        "\"L5 L7 18.1-22.5-59.4 of 1000 thesis 26-22-52 p 0.192 inside\". Ours are wins, losses\n"
        "and draws in per cent of the games. p is how probable results as unusual as the\n"
        "thesis' would be in 100 games of our players (a multinomial, known as well as our games\n"
        "tell); from 0.05 on the thesis lies inside the 95 % region. The last line counts. A\n"
        "level with other logics or readings is compared as that level.\n"
        "\n"
        "Examples:\n"
        "  agentchess report results/thesis\n"
        "  agentchess report --against results/published results/thesis",
    .run = run,
};
