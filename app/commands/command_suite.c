#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/commands/engine_option.h"
#include "app/terminal/data.h"
#include "board/chess.h"
#include "experiments/record/datapackage.h"
#include "experiments/record/metrics.h"
#include "experiments/run/suite.h"
#include "experiments/tools/folder.h"

#define DEFAULT_PLAYER "level:7"
#define DEFAULT_DRAWS 100
#define MAX_DRAWS 1000000
#define MAX_JOBS 1024

/* Says on stderr what is wrong in the files; whether a line could not be read, or a file holds no
 * position. */
static bool report_faults(const GPtrArray *suites)
{
    bool found = false;

    for (guint i = 0; i < suites->len; i++) {
        const Suite *suite = suites->pdata[i];
        for (guint j = 0; j < suite->warnings->len; j++)
            command_fail_text(STATUS_OK, "%s", (char *)suite->warnings->pdata[j]);
        for (guint j = 0; j < suite->faults->len; j++)
            command_fail_text(STATUS_FAILURE, "%s", (char *)suite->faults->pdata[j]);
        if (suite_count(suite) == 0)
            command_fail_text(STATUS_FAILURE, "%s: there is no position in it", suite->name);
        found |= suite->faults->len > 0 || suite_count(suite) == 0;
    }
    return found;
}

static GPtrArray *read_suites(char **paths, GError **error)
{
    g_autoptr(GPtrArray) suites = g_ptr_array_new_with_free_func((GDestroyNotify)suite_free);

    for (; *paths != NULL; paths++) {
        g_autofree char *path = data_find(DATA_SUITE, *paths, error);
        Suite *suite = path != NULL ? suite_read(path, error) : NULL;
        if (suite == NULL)
            return NULL;
        g_ptr_array_add(suites, suite);
    }
    return g_steal_pointer(&suites);
}

static void show_progress(int done, int total, void *data)
{
    const char *name = data;

    fprintf(stderr, "\r%s %d of %d\033[K", name, done, total);
}

/* Prints a line for each player, and appends the rows of the table to @csv. */
static bool answer(const Suite *suite, const SuiteOptions *general, GString *csv, GError **error)
{
    SuiteOptions options = *general;
    g_autofree int *solved = NULL;

    options.show = command_has_terminal(STDERR_FILENO) ? show_progress : NULL;
    options.show_data = suite->name;
    solved = suite_run(suite, &options, error);
    if (options.show != NULL)
        fputs("\r\033[K", stderr);
    if (solved == NULL)
        return false;
    for (int i = 0; i < options.player_count; i++) {
        g_autofree char *summary = suite_summary(suite, &options, solved, i);
        puts(summary);
    }
    fflush(stdout);
    suite_append_rows(csv, suite, &options, solved);
    return true;
}

/* Says in datapackage.json what the table is, unless the folder has that of a run, which run.json
 * has the sum of. */
static bool write_package(const char *folder, const GString *csv, GError **error)
{
    g_autofree char *path = g_build_filename(folder, FOLDER_DATAPACKAGE, NULL);
    g_autofree char *package = datapackage_write_table(&METRICS_SUITES, csv->str, csv->len);

    return g_file_test(path, G_FILE_TEST_EXISTS) ||
           (folder_prepare(folder, FOLDER_DATAPACKAGE, package, strlen(package), error) &&
            folder_publish(folder, FOLDER_DATAPACKAGE, error));
}

static bool write_table(const char *folder, const GString *csv, GError **error)
{
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return folder_fail("make the folder", folder, "", error);
    return folder_prepare(folder, SUITE_FILE, csv->str, csv->len, error) &&
           folder_publish(folder, SUITE_FILE, error) && write_package(folder, csv, error);
}

static int answer_all(const GPtrArray *suites, const SuiteOptions *options, const char *folder)
{
    g_autoptr(GString) csv = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    const bool faults = report_faults(suites);

    metrics_append_header(csv, &METRICS_SUITES);
    for (guint i = 0; i < suites->len; i++)
        if (suite_count(suites->pdata[i]) > 0 && !answer(suites->pdata[i], options, csv, &error))
            return command_fail(STATUS_FAILURE, error);
    if (folder != NULL && !write_table(folder, csv, &error))
        return command_fail(STATUS_FAILURE, error);
    return faults ? STATUS_FAILURE : STATUS_OK;
}

/* Whether the table exists, as it is never overwritten. */
static bool has_table(const char *folder)
{
    g_autofree char *file = folder != NULL ? g_build_filename(folder, SUITE_FILE, NULL) : NULL;

    return file != NULL && g_file_test(file, G_FILE_TEST_EXISTS);
}

/* What the command was asked for. */
typedef struct {
    char **players, **engine_texts;
    Engines *engines;
    Memories *memories;
    char *draws, *seed, *jobs, *output;
} SuiteArguments;

static void suite_arguments_clear(SuiteArguments *arguments)
{
    g_strfreev(arguments->players);
    g_strfreev(arguments->engine_texts);
    g_clear_pointer(&arguments->engines, engines_free);
    g_clear_pointer(&arguments->memories, memories_free);
    g_free(arguments->draws);
    g_free(arguments->seed);
    g_free(arguments->jobs);
    g_free(arguments->output);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SuiteArguments, suite_arguments_clear)

static bool read_options(SuiteArguments *arguments, SuiteOptions *out_options, GError **error)
{
    static const char *const default_players[] = {DEFAULT_PLAYER, NULL};
    const char *const *players =
        arguments->players != NULL ? (const char *const *)arguments->players : default_players;
    uint64_t draws = DEFAULT_DRAWS, seed = 1, jobs = CLAMP(g_get_num_processors(), 1, MAX_JOBS);

    if (!command_read_number("--draws", arguments->draws, 1, MAX_DRAWS, &draws, error) ||
        !command_read_number("--seed", arguments->seed, 0, G_MAXUINT64, &seed, error) ||
        !command_read_number("--jobs", arguments->jobs, 1, MAX_JOBS, &jobs, error))
        return false;
    arguments->engines = engine_option_read(arguments->engine_texts, error);
    if (arguments->engines == NULL)
        return false;
    arguments->memories = command_memories();
    for (int i = 0; players[i] != NULL; i++) {
        g_autoptr(Player) player = player_new(players[i], arguments->engines, error);
        if (player == NULL)
            return false;
        if (!player_fits(player, &GAME_CHESS, arguments->memories, error))
            return false;
    }
    *out_options = (SuiteOptions){
        .players = players,
        .player_count = (int)g_strv_length((char **)players),
        .engines = arguments->engines,
        .memories = arguments->memories,
        .draws = (int)draws,
        .seed = seed,
        .jobs = (int)jobs,
    };
    return true;
}

static int run(int argc, char **argv)
{
    g_auto(SuiteArguments) arguments = {0};
    const GOptionEntry entries[] = {
        {"player", 'p', 0, G_OPTION_ARG_STRING_ARRAY, &arguments.players,
         "The player that solves (default: " DEFAULT_PLAYER "); may be repeated", "PLAYER"},
        {"draws", 0, 0, G_OPTION_ARG_STRING, &arguments.draws,
         "How often it decides in each position (default: 100)", "N"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &arguments.seed, "Seed of the draws (default: 1)", "N"},
        {"jobs", 'j', 0, G_OPTION_ARG_STRING, &arguments.jobs,
         "Positions looked at at the same time (one a processor)", "N"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.output,
         "Folder for " SUITE_FILE ", a row a position", "DIR"},
        ENGINE_OPTION_ENTRY(&arguments.engine_texts),
        {NULL},
    };
    g_autoptr(GPtrArray) suites = NULL;
    g_autoptr(GError) error = NULL;
    SuiteOptions options;
    int status;

    if (!command_parse(&COMMAND_SUITE, entries, &argc, &argv, 1, -1, &status))
        return status;
    if (!read_options(&arguments, &options, &error))
        return command_fail(STATUS_USAGE, error);
    if (has_table(arguments.output))
        return command_fail_text(STATUS_USAGE, "there is a " SUITE_FILE " in %s already",
                                 arguments.output);
    suites = read_suites(argv + 1, &error);
    return suites != NULL ? answer_all(suites, &options, arguments.output)
                          : command_fail(STATUS_FAILURE, error);
}

const Command COMMAND_SUITE = {
    .name = "suite",
    .arguments = "FILE ...",
    .summary = "Count the positions of test suites that players solve",
    .details =
        "FILE has one EPD record a line, with its best moves (bm), moves to avoid (am), or both;\n"
        "empty lines and lines that begin with # are passed over. Prints a line for each file\n"
        "and player, \"WAC.epd level:1 57.3 of 300 19.1 %\": the number of positions it is\n"
        "expected to solve when it draws among equals; an engine decides once.\n"
        "\n"
        "A line that cannot be read is named, is not counted, and does not stop the others;\n"
        "exit status 1 says that there was one. Castling letters without king and rook at home\n"
        "are dropped with a warning. A table in DIR is never overwritten.\n"
        "\n"
        "Examples:\n"
        "  agentchess suite --player level:7 WAC.epd\n"
        "  agentchess suite -p level:5 -p level:6,even-trade=on -o results/wac WAC.epd ECM.epd\n"
        "The thesis' table 3.10, in bash, from those of its six suites that you have; then both\n"
        "tables side by side:\n"
        "  agentchess suite --player=level:{1..7} -o results/suites BWCT.epd ECE3.epd ECM.epd \\\n"
        "      TYPP.epd VA.epd WAC.epd\n"
        "  agentchess report --against results/published results/suites",
    .run = run,
};
