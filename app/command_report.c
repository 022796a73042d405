#include <stdio.h>

#include "app/commands.h"
#include "experiments/published.h"
#include "experiments/report.h"

/* The cross table of the run in @folder. Owner: the caller. */
static char *describe_run(const char *folder, GError **error)
{
    g_autoptr(ResultsRun) run = results_run_read(folder, error);

    return run != NULL ? report_cross_table(run->spec, run->totals) : NULL;
}

static char *compare_with_thesis(const char *published, char **folders, GError **error)
{
    g_autoptr(Results) results = results_read(folders, error);

    return results != NULL ? published_compare(published, results, error) : NULL;
}

static int run(int argc, char **argv)
{
    g_autofree char *against = NULL;
    const GOptionEntry entries[] = {
        {"against", 'a', 0, G_OPTION_ARG_FILENAME, &against,
         "Compare with the thesis' tables in FOLDER, results/published", "FOLDER"},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    int status;

    if (!command_parse(&COMMAND_REPORT, entries, &argc, &argv, 1, -1, &status))
        return status;
    if (against == NULL && argc > 2)
        return command_fail_text(STATUS_USAGE, "several folders need --against");
    text = against != NULL ? compare_with_thesis(against, argv + 1, &error)
                           : describe_run(argv[1], &error);
    if (text == NULL)
        return command_fail(STATUS_FAILURE, error);
    fputs(text, stdout);
    return STATUS_OK;
}

const Command COMMAND_REPORT = {
    .name = "report",
    .arguments = "DIR ...",
    .summary = "Show the results of a run, or compare results with the thesis'",
    .details =
        "DIR is the folder of a finished run. Prints its cross table: wins-losses-draws of the\n"
        "player of the row.\n"
        "\n"
        "With --against, DIR is any number of folders of finished runs and of tables written by\n"
        "'agentchess suite --output'. For each table of the thesis that they can answer there is\n"
        "a line a cell, one that counts them, and at the end one that counts all:\n"
        "  Table 3.1: wins-losses-draws in per cent of the games\n"
        "                   ours  games    thesis  games      p\n"
        "  L5 L7  17.7-24.9-57.4   1500  26-22-52    100  0.131  inside\n"
        "  Table 3.1: 1 of 1 inside the 95 % region of our results\n"
        "p is how probable results as unusual as the thesis' are for our players in as many\n"
        "games, draws or positions, given what ours tell of them: a multinomial for games and\n"
        "draws, a binomial for positions. From 0.05 on the thesis lies inside the 95 % region.\n"
        "\n"
        "The tables: 3.1 games; 3.2 to 3.7 draw wins and draw losses, each match once; 3.10 test\n"
        "suites, which go by the names of their files, as WAC.epd. A level with other logics or\n"
        "readings is compared as that level. An engine, or a player with the short name Crafty,\n"
        "stands for the thesis' Crafty; the first lines say which.\n"
        "\n"
        "Examples:\n"
        "  agentchess report results/thesis\n"
        "  agentchess report --against results/published results/thesis\n"
        "  agentchess report --against results/published results/thesis results/suites",
    .run = run,
};
