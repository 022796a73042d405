#include "app/commands/commands.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "experiments/report/published_answer.h"
#include "experiments/tables/table_text.h"

/* The text to print. Owner: the caller. */
static char *describe_thesis(const char *tables, char **folders, PublishedDraws draws,
                             TableFormat format, GError **error)
{
    g_autofree char *published = data_find(DATA_PUBLISHED, tables, error);
    g_autoptr(Results) results =
        published != NULL ? results_read(folders, "this command", error) : NULL;
    g_autoptr(PublishedAnswer) answer =
        results != NULL ? published_compare(published, results, draws, error) : NULL;

    return answer != NULL ? published_answer_format(answer, format) : NULL;
}

int command_thesis(const Command *command, int argc, char **argv, GError **error)
{
    static const char *const draw_wins[] = {"player", "coin", NULL};
    static const char *const bare_kings[] = {"fifty-moves", "all", NULL};
    const char *tables = NULL;
    int as_coin = false, in_all_draws = false, format = TABLE_FORMAT_TEXT;
    const Option entries[] = {
        {"tables", 0, "DIR",
         "Folder with the tables of the thesis (those that come with the program)",
         .file = &tables},
        {"draw-wins", 0, NULL,
         "Give draw wins to the player whose opponent was the first to have a bare king, or "
         "divide them evenly (player)",
         .choice = &as_coin, .choices = draw_wins},
        {"bare-kings", 0, NULL,
         "Count draw wins in draws by the fifty-move rule, or in all draws (fifty-moves)",
         .choice = &in_all_draws, .choices = bare_kings},
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autofree char *text = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(format == TABLE_FORMAT_CSV || format == TABLE_FORMAT_JSON);
    text = describe_thesis(tables, argv + 1,
                           (PublishedDraws){.as_coin = as_coin, .in_all_draws = in_all_draws},
                           (TableFormat)format, error);
    return command_print(text, *error);
}
