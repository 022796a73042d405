#include <stdio.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "experiments/report/report.h"
#include "experiments/run/merge.h"

static int merge_folders(char **paths, const RunnerOptions *options, GError **error)
{
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) spec = NULL;
    g_autofree char *table = NULL;
    g_autofree char *decision = NULL;
    int status;

    if (!merge_shards((const char *const *)paths, options, &spec, &result, error))
        return command_status(*error);
    fprintf(stderr, "files in %s\n", options->folder);
    status = run_print_faults(spec, result.totals, result.forfeits);
    table = report_cross_table(spec, result.totals);
    fputs(table, stdout);
    run_print_failures(spec, result.forfeits);
    decision = report_decision(spec, result.totals);
    if (decision != NULL)
        fputs(decision, stdout);
    return status;
}

int command_merge(const Command *command, int argc, char **argv, GError **error)
{
    RunnerOptions options = {.program = &PROGRAM, .warn = command_warn};
    bool force = false;
    const Option entries[] = {
        {"output", 'o', "DIR", "Folder for the whole run", .file = &options.folder},
        {"force", 0, NULL, "Delete the run in the output folder first", .on = &force},
        {"gzip", 'z', NULL, "Compress the large files", .on = &options.gzip},
        {NULL},
    };

    command_parse(command, entries, &argc, argv);
    if (options.folder == NULL)
        return command_fail(error, STATUS_USAGE, "--output DIR is missing");
    options.mode = force ? JOURNAL_FORCE : JOURNAL_BEGIN;
    return merge_folders(argv + 1, &options, error);
}
