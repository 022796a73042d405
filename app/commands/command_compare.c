#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/terminal/screen.h"
#include "experiments/report/breakdown.h"

#define NO_FACTOR (-1)

/* Owner: the caller. */
static char *describe_change(char **folders, TableFormat format, GError **error)
{
    g_autoptr(Results) results = NULL;

    if (folders[1] == NULL)
        return experiments_fail_usage(error, "'%s' is the only run: give a second run, or --by",
                                      folders[0]);
    results = results_read(folders, NULL, error);
    if (results == NULL)
        return NULL;
    for (guint i = 0; i < 2; i++) {
        const ResultsRun *run = i < results->runs->len ? results->runs->pdata[i] : NULL;
        if (run == NULL || !g_str_equal(run->folder, folders[i]))
            return experiments_fail_usage(error, "'%s' contains results of test suites, not a run",
                                          folders[i]);
    }
    return comparison_report(results->runs->pdata[0], results->runs->pdata[1], format, error);
}

/* Owner: the caller. */
static char *describe_factor(char **folders, BreakdownFactor factor, TableFormat format,
                             bool interactions, GError **error)
{
    g_autoptr(ResultsRun) run = NULL;

    if (check_one_run("--by", folders, error))
        run = results_run_read(folders[0], "--by", error);
    return run != NULL ? breakdown_report(run, factor, format, interactions, error) : NULL;
}

int command_compare(const Command *command, int argc, char **argv, GError **error)
{
    int factor = NO_FACTOR, format = TABLE_FORMAT_TEXT;
    bool interactions = false;
    const Option entries[] = {
        {"by", 0, NULL, "Divide the games of one run by a property", .choice = &factor,
         .choices = BREAKDOWN_NAMES},
        {"interactions", 'i', NULL,
         "With --by and --format=csv: print the table of Elo differences between values of the "
         "property; other formats always contain it",
         .on = &interactions},
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autofree char *text = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(format == TABLE_FORMAT_CSV || format == TABLE_FORMAT_JSON);
    if (interactions && factor == NO_FACTOR)
        text = experiments_fail_usage(error, "--interactions requires --by");
    else if (factor == NO_FACTOR)
        text = describe_change(argv + 1, (TableFormat)format, error);
    else
        text = describe_factor(argv + 1, (BreakdownFactor)factor, (TableFormat)format, interactions,
                               error);
    return command_print(text, *error);
}
