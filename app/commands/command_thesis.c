#include "app/commands/commands.h"
#include "app/terminal/data.h"
#include "experiments/report/published.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

#define PLAYED "results/reproduction" /* where scripts/reproduce plays */

/* Whether results_read() finds something in the folder. */
static bool holds_results(const char *folder)
{
    g_autofree char *run = g_build_filename(folder, FOLDER_RUN, NULL);
    g_autofree char *suites = g_build_filename(folder, "suites.csv", NULL);

    return g_file_test(run, G_FILE_TEST_EXISTS) || g_file_test(suites, G_FILE_TEST_EXISTS);
}

/* The folders that scripts/reproduce has filled. Owner: the caller. */
static GStrv find_played(GError **error)
{
    static const char *const names[] = {"thesis", "external", "suites"};
    g_autoptr(GStrvBuilder) found = g_strv_builder_new();
    g_auto(GStrv) folders = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *folder = g_build_filename(PLAYED, names[i], NULL);
        if (holds_results(folder))
            g_strv_builder_add(found, folder);
    }
    folders = g_strv_builder_end(found);
    if (folders[0] != NULL)
        return g_steal_pointer(&folders);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                "DIR ... is missing, and " PLAYED " has no run of scripts/reproduce");
    return NULL;
}

/* What is printed. Owner: the caller. */
static char *describe(const char *tables, char **folders, PublishedDraws draws, TableFormat format,
                      GError **error)
{
    g_auto(GStrv) played = folders[0] == NULL ? find_played(error) : g_strdupv(folders);
    g_autofree char *published = played != NULL ? data_find(DATA_PUBLISHED, tables, error) : NULL;
    g_autoptr(Results) results = published != NULL ? results_read(played, error) : NULL;
    g_autoptr(PublishedAnswer) answer =
        results != NULL ? published_compare(published, results, draws, error) : NULL;

    if (answer == NULL)
        return NULL;
    return format == TABLE_FORMAT_TEXT ? published_answer_text(answer)
                                       : published_answer_format(answer, format);
}

static int run(int argc, char **argv)
{
    static const char *const draw_wins[] = {"player", "coin", NULL};
    static const char *const bare_kings[] = {"fifty-moves", "all", NULL};
    const char *tables = NULL;
    int as_coin = false, in_all_draws = false, format = TABLE_FORMAT_TEXT;
    const Option entries[] = {
        {"tables", 0, "DIR", "Folder with the tables of the thesis (those of the program)",
         .file = &tables},
        {"draw-wins", 0, NULL,
         "Give draw wins to the player whose king was not bared first, or to "
         "either side at random (player)",
         .choice = &as_coin, .choices = draw_wins},
        {"bare-kings", 0, NULL,
         "Count draw wins in draws by the fifty-move rule, or in all draws "
         "(fifty-moves)",
         .choice = &in_all_draws, .choices = bare_kings},
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    int status;

    if (!command_parse(&COMMAND_THESIS, entries, &argc, &argv, 0, -1, &status))
        return status;
    text = describe(tables, argv + 1,
                    (PublishedDraws){.as_coin = as_coin, .in_all_draws = in_all_draws},
                    (TableFormat)format, &error);
    return command_print(text, error);
}

const Command COMMAND_THESIS = {
    .name = "thesis",
    .arguments = "[DIR ...]",
    .summary = "Compare runs and results of test suites with the thesis",
    .run = run,
};
