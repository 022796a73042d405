#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "board/chess.h"
#include "experiments/run/datapackage.h"
#include "experiments/run/suite.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/folder.h"

#define DEFAULT_PLAYER "level:7"
#define DEFAULT_DRAWS 100
#define MAX_DRAWS 1000000
#define MAX_JOBS 1024

/* Says on stderr what is wrong in the files; whether there are faults. */
static bool report_faults(const GPtrArray *suites)
{
    bool found = false;

    for (guint i = 0; i < suites->len; i++) {
        const Suite *suite = suites->pdata[i];
        for (guint j = 0; j < suite->warnings->len; j++)
            command_print_note("%s", (char *)suite->warnings->pdata[j]);
        for (guint j = 0; j < suite->faults->len; j++)
            command_print_note("%s", (char *)suite->faults->pdata[j]);
        found |= suite->faults->len > 0;
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

    screen_erase_line();
    fprintf(stderr, "%s %d of %d", name, done, total);
}

/* Prints a line for each player, and appends the rows of the table to @csv. @most_draws has the
 * greatest number of decisions of each player in a position. */
static bool solve_suite(const Suite *suite, const SuiteOptions *general, GString *csv,
                        int *most_draws, GError **error)
{
    SuiteOptions options = *general;
    g_autofree SuiteAnswer *answers = NULL;

    options.show = command_has_terminal(STDERR_FILENO) ? show_progress : NULL;
    options.show_data = suite->name;
    answers = suite_run(suite, &options, error);
    if (options.show != NULL)
        screen_erase_line();
    if (answers == NULL)
        return false;
    for (int i = 0; i < options.player_count; i++) {
        g_autofree char *summary = suite_summary(suite, &options, answers, i);
        puts(summary);
        for (int j = 0; j < suite_count(suite); j++)
            most_draws[i] = MAX(most_draws[i], answers[i * suite_count(suite) + j].draws);
    }
    fflush(stdout);
    suite_append_rows(csv, suite, &options, answers);
    return true;
}

/* Says in datapackage.json what the table is, unless the folder has that of a run, which run.json
 * has the sum of. */
static bool write_package(const char *folder, const GString *csv, GError **error)
{
    g_autofree char *path = g_build_filename(folder, FOLDER_DATAPACKAGE, NULL);
    g_autofree char *package = datapackage_write_table(&TABLE_SUITES, csv->str, csv->len);

    return g_file_test(path, G_FILE_TEST_EXISTS) ||
           folder_put(folder, FOLDER_DATAPACKAGE, package, strlen(package), error);
}

static bool write_table(const char *folder, const GString *csv, GError **error)
{
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return folder_fail("create the folder", folder, "", error);
    return folder_put(folder, SUITE_FILE, csv->str, csv->len, error) &&
           write_package(folder, csv, error);
}

/* Says for which players --draws had no effect. */
static void report_draws(const SuiteOptions *options, const int *most_draws)
{
    for (int i = 0; i < options->player_count; i++)
        if (most_draws[i] < options->draws)
            command_print_note("--draws has no effect on %s, because %s", options->players[i],
                               most_draws[i] == 0 ? "its shares are exact"
                                                  : "this player decides once per position");
}

static int answer_all(const GPtrArray *suites, const SuiteOptions *options, bool draws_are_given,
                      const char *folder, GError **error)
{
    g_autoptr(GString) csv = g_string_new(NULL);
    g_autofree int *most_draws = g_new0(int, (gsize)options->player_count);
    const bool faults = report_faults(suites);
    gsize head;

    table_append_head(csv, &TABLE_SUITES);
    head = csv->len;
    for (guint i = 0; i < suites->len; i++)
        if (suite_count(suites->pdata[i]) > 0 &&
            !solve_suite(suites->pdata[i], options, csv, most_draws, error))
            return STATUS_FAILURE;
    if (draws_are_given && csv->len > head)
        report_draws(options, most_draws);
    if (folder != NULL && !write_table(folder, csv, error))
        return STATUS_FAILURE;
    return faults ? STATUS_FAILURE : STATUS_OK;
}

static bool check_players(const SuiteOptions *options, GError **error)
{
    for (int i = 0; i < options->player_count; i++) {
        g_autoptr(Player) player = player_new(options->players[i], options->engines, error);
        if (player == NULL || !player_fits(player, &GAME_CHESS, options->memories, error))
            return false;
    }
    return true;
}

int command_suite(const Command *command, int argc, char **argv, GError **error)
{
    uint64_t draws = 0, jobs = CLAMP(g_get_num_processors(), 1, MAX_JOBS);
    g_autofree char **players = NULL, **engine_texts = NULL;
    g_autofree char *table = NULL;
    const char *output = NULL;
    SuiteOptions options = {.seed = 1};
    const Option entries[] = {
        {"player", 'p', "PLAYER",
         "Player that solves the positions (" DEFAULT_PLAYER "); may be repeated",
         .texts = &players},
        {"draws", 0, "N",
         "Decisions per position, to estimate the probabilities of players such as 'random' (100)",
         .number = &draws, .min = 1, .max = MAX_DRAWS},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &options.seed,
         .max = G_MAXUINT64},
        {"jobs", 'j', "N", "Threads (one per processor)", .number = &jobs, .min = 1,
         .max = MAX_JOBS},
        {"output", 'o', "DIR", "Folder for " SUITE_FILE ", one row per position", .file = &output},
        ENGINE_OPTION(&engine_texts),
        {NULL},
    };
    static const char *const default_players[] = {DEFAULT_PLAYER, NULL};
    g_autoptr(Engines) engines = NULL;
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(GPtrArray) suites = NULL;

    command_parse(command, entries, &argc, argv);
    options.players = players != NULL ? (const char *const *)players : default_players;
    options.player_count = (int)g_strv_length((char **)options.players);
    options.engines = engines = engine_option_read(engine_texts, NULL, error);
    options.memories = memories;
    options.draws = draws > 0 ? (int)draws : DEFAULT_DRAWS;
    options.jobs = (int)jobs;
    table = output != NULL ? g_build_filename(output, SUITE_FILE, NULL) : NULL;
    if (engines == NULL || !check_players(&options, error))
        return STATUS_USAGE;
    if (table != NULL && g_file_test(table, G_FILE_TEST_EXISTS)) /* it is never overwritten */
        return command_fail(error, STATUS_USAGE,
                            "'%s' already contains " SUITE_FILE ": choose another folder", output);
    suites = read_suites(argv + 1, error);
    return suites != NULL ? answer_all(suites, &options, draws > 0, output, error) : STATUS_FAILURE;
}
