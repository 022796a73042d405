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
    g_autofree char *decision = NULL;

    if (!merge_shards((const char *const *)paths, options, &result, &error))
        return command_fail(run_error_status(error), error);
    fprintf(stderr, "files in %s\n", options->folder);
    run_say_faults(result.spec, result.totals, result.forfeits);
    table = report_cross_table(result.spec, result.totals);
    fputs(table, stdout);
    decision = report_decision(result.spec, result.totals);
    if (decision != NULL)
        fputs(decision, stdout);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    static const ProvenanceProgram program = {AGENTCHESS_VERSION, AGENTCHESS_COMMIT};
    MergeOptions options = {.program = &program, .warn = command_warn};
    const Option entries[] = {
        {"output", 'o', "DIR", "Folder for the whole run", .file = &options.folder},
        {"force", 0, NULL, "First delete the run in that folder", .on = &options.force},
        {"gzip", 'z', NULL, "Compress the large files", .on = &options.gzip},
        {NULL},
    };
    int status;

    if (!command_parse(&COMMAND_MERGE, entries, &argc, &argv, 1, -1, &status))
        return status;
    if (options.folder == NULL)
        return command_fail_text(STATUS_USAGE, "--output DIR is missing");
    return merge(argv + 1, &options);
}

const Command COMMAND_MERGE = {
    .name = "merge",
    .arguments = "DIR ...",
    .summary = "Combine the shards of a run",
    .run = run,
};
