#include <stdio.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "experiments/report/report.h"
#include "experiments/run/merge.h"
#include "experiments/spec/schedule.h"
#include "version.h"

static int merge(char **paths, const MergeOptions *options)
{
    g_auto(MergeResult) result = {0};
    g_autoptr(GError) error = NULL;
    g_autofree char *table = NULL;
    g_autofree char *sprt = NULL;

    if (!merge_shards((const char *const *)paths, options, &result, &error))
        return command_fail(run_error_status(error), error);
    fprintf(stderr, "files in %s\n", options->folder);
    run_say_faults(result.spec, result.totals, result.forfeits);
    table = report_cross_table(result.spec, result.totals);
    fputs(table, stdout);
    sprt = report_sprt(result.spec, result.totals);
    if (sprt != NULL)
        fputs(sprt, stdout);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    static const ProvenanceProgram program = {AGENTCHESS_VERSION, AGENTCHESS_COMMIT};
    g_autofree char *output = NULL;
    gboolean force = FALSE, gzip = FALSE;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Folder for the whole run", "DIR"},
        {"force", 0, 0, G_OPTION_ARG_NONE, &force, "Delete the run in that folder and start again",
         NULL},
        {"gzip", 'z', 0, G_OPTION_ARG_NONE, &gzip, "Compress the files that grow with the games",
         NULL},
        {NULL},
    };
    MergeOptions options = {.program = &program, .warn = command_warn};
    int status;

    if (!command_parse(&COMMAND_MERGE, entries, &argc, &argv, 1, -1, &status))
        return status;
    if (output == NULL)
        return command_fail_text(STATUS_USAGE, "--output DIR is missing");
    options.folder = output;
    options.force = force;
    options.gzip = gzip;
    return merge(argv + 1, &options);
}

const Command COMMAND_MERGE = {
    .name = "merge",
    .arguments = "DIR ...",
    .summary = "Put the shards of a run together",
    .details =
        "DIR is the folder of a shard, played by 'agentchess run --shard I/N', or holds such\n"
        "folders. All shards of one run must be there, each once and finished. The files are,\n"
        "byte for byte, those of a run that was not divided, except run.json. The shards stay as\n"
        "they are. Prints the cross table.\n"
        "\n"
        "Examples:\n"
        "  agentchess run thesis.ini --shard 1/2 --output results/parts\n"
        "  agentchess run thesis.ini --shard 2/2 --output results/parts\n"
        "  agentchess merge results/parts --output results/thesis",
    .run = run,
};
