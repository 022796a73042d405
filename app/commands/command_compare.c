#include "app/commands/commands.h"
#include "experiments/report/breakdown.h"
#include "experiments/report/comparison.h"
#include "experiments/report/places.h"
#include "experiments/tools/error.h"

#define NO_FACTOR (-1)

static char *fail_usage(GError **error, const char *sentence)
{
    g_set_error_literal(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, sentence);
    return NULL;
}

/* Owner: the caller. */
static char *describe_change(char **folders, TableFormat format, GError **error)
{
    g_autoptr(Results) results = NULL;
    g_autoptr(GArray) rows = NULL;
    g_autoptr(ResultsRun) first_of_three = NULL, second_of_three = NULL;
    const ResultsRun *first, *second;

    if (folders[1] == NULL || folders[2] != NULL)
        return fail_usage(error, "give two runs, or one run and --by");
    if (!places_read_run(folders[0], &first_of_three, error) ||
        !places_read_run(folders[1], &second_of_three, error))
        return NULL;
    first = first_of_three;
    second = second_of_three;
    if (first == NULL || second == NULL) {
        results = results_read(folders, error);
        if (results == NULL)
            return NULL;
        if (results->runs->len != 2)
            return fail_usage(error, "give two runs, not results of test suites");
        first = results->runs->pdata[0];
        second = results->runs->pdata[1];
    }
    rows = comparison_new(first, second, error);
    return rows != NULL ? comparison_report(first, second, rows, format) : NULL;
}

/* Owner: the caller. */
static char *describe_factor(char **folders, BreakdownFactor factor, TableFormat format,
                             bool interactions, GError **error)
{
    g_autoptr(ResultsRun) run = NULL;
    g_autoptr(Breakdown) breakdown = NULL;

    if (folders[1] != NULL)
        return fail_usage(error, "--by takes one run");
    run = results_run_read(folders[0], error);
    breakdown = run != NULL ? breakdown_new(run, factor, error) : NULL;
    return breakdown != NULL ? breakdown_report(breakdown, format, interactions) : NULL;
}

static int run(int argc, char **argv)
{
    int factor = NO_FACTOR, format = TABLE_FORMAT_TEXT;
    bool interactions = false;
    const Option entries[] = {
        {"by", 0, NULL, "Divide one run by a factor", .choice = &factor,
         .choices = BREAKDOWN_NAMES},
        {"interactions", 'i', NULL, "With --by and --format=csv: the differences between levels",
         .on = &interactions},
        {"format", 0, NULL, "How to print it (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    int status;

    if (!command_parse(&COMMAND_COMPARE, entries, &argc, &argv, 1, -1, &status))
        return status;
    if (interactions && factor == NO_FACTOR)
        text = fail_usage(&error, "--interactions needs --by");
    else if (factor == NO_FACTOR)
        text = describe_change(argv + 1, (TableFormat)format, &error);
    else
        text = describe_factor(argv + 1, (BreakdownFactor)factor, (TableFormat)format, interactions,
                               &error);
    return command_print(text, error);
}

const Command COMMAND_COMPARE = {
    .name = "compare",
    .arguments = "DIR [DIR]",
    .summary = "Compare two runs, or the parts of one run, pairing by pairing",
    .run = run,
};
