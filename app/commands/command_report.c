#include <math.h>
#include <string.h>

#include "app/commands/command_report.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/places.h"
#include "experiments/report/pool_pgn.h"
#include "experiments/report/report_standings.h"
#include "experiments/tables/table_text.h"

#define MAX_RATING 100000

/* The options. */
typedef struct {
    int table; /* an index of the names of all tables; NO_TABLE: not given */
    const char *anchor;
    uint64_t resamples, seed;
    int format; /* TableFormat */
} Wish;

#define NO_TABLE (-1)

/* The names of the tables of ratings, and after them of those that pictures are drawn from. Owner:
 * the caller, of the array alone. */
static const char **list_tables(void)
{
    GPtrArray *names = g_ptr_array_new();

    for (int i = 0; i < REPORT_TABLE_COUNT; i++)
        g_ptr_array_add(names, (char *)REPORT_TABLES[i].name);
    for (int i = 0; PICTURE_TABLES[i] != NULL; i++)
        g_ptr_array_add(names, (char *)PICTURE_TABLES[i]->table->name);
    g_ptr_array_add(names, NULL);
    return (const char **)g_ptr_array_free(names, FALSE);
}

/* Which player of @pool @typed was meant to be. Owner: the caller. */
static char *ask_for_player(const Pool *pool, const char *typed)
{
    Nearest nearest = nearest_to(typed, (int)strcspn(typed, "="));

    for (int i = 0; i < (int)pool->players->len; i++)
        nearest_try(&nearest, pool_player(pool, i)->name);
    return nearest_question(&nearest);
}

/* NAME or NAME=RATING; a player in full has '=' in it, too. */
static bool read_anchor(const char *text, const Pool *pool, StandingsOptions *options,
                        GError **error)
{
    const char *equals = strrchr(text, '=');
    g_autofree char *name = g_strndup(text, equals != NULL ? (gsize)(equals - text) : 0);
    char *end = NULL;
    double rating;

    options->anchor = pool_find(pool, text);
    if (options->anchor != POOL_NOBODY)
        return true;
    options->anchor = equals != NULL ? pool_find(pool, name) : POOL_NOBODY;
    if (options->anchor == POOL_NOBODY) {
        g_autofree char *question = ask_for_player(pool, text);
        return experiments_fail_usage(error, "--anchor: there is no player '%s'%s%s%s%s", text,
                                      equals != NULL ? " or '" : "", name,
                                      equals != NULL ? "'" : "", question);
    }
    rating = g_ascii_strtod(equals + 1, &end);
    if (end == equals + 1 || *end != '\0' || !(fabs(rating) <= MAX_RATING))
        return experiments_fail_usage(error,
                                      "--anchor has the rating '%s', not a number from %d to %d",
                                      equals + 1, -MAX_RATING, MAX_RATING);
    options->anchor_rating = rating;
    return true;
}

/* All tables, unless one is named. @pool, which may be NULL, is taken.
 * Owner: the caller. */
static char *describe_pool(const Wish *wish, Pool *pool, GError **error)
{
    G_GNUC_UNUSED g_autoptr(Pool) owned = pool;
    const ReportTable only =
        wish->table == NO_TABLE ? REPORT_TABLE_COUNT : (ReportTable)wish->table;
    StandingsOptions options = {
        .anchor = POOL_NOBODY, .resamples = (int)wish->resamples, .seed = wish->seed};
    g_autoptr(Standings) standings = NULL;

    if (pool == NULL || (wish->anchor != NULL && !read_anchor(wish->anchor, pool, &options, error)))
        return NULL;
    standings = standings_new(pool, &options);
    for (guint i = 0; wish->format == TABLE_FORMAT_CSV && i < pool->notes->len; i++)
        command_print_note("%s", (char *)pool->notes->pdata[i]); /* CSV cannot hold it */
    return report_standings(standings, (TableFormat)wish->format, only);
}

/* A table that pictures are drawn from, as text. Owner: the caller. */
static char *describe_picture(const PictureTable *table, TableFormat format, char **folders,
                              GError **error)
{
    g_autoptr(TableRows) rows = NULL;

    if (check_one_run("a table for pictures", folders, error))
        rows = picture_table_rows(table, folders[0], error);
    return rows != NULL ? table_format(rows, format) : NULL;
}

/* Whether @name is that of a file of games, not of a folder. */
static bool is_pgn(const char *name)
{
    return pgn_file_is_path(name) && !g_file_test(name, G_FILE_TEST_IS_DIR);
}

/* What in the command line requires two-player games; NULL: nothing. Owner: the caller. */
static char *only_for_two(const Wish *wish, char **folders)
{
    if (wish->table != NO_TABLE)
        return g_strconcat("--table=", REPORT_TABLES[wish->table].name, NULL);
    return g_strdup(wish->anchor != NULL  ? "--anchor"
                    : wish->resamples > 0 ? "--resample"
                    : folders[1] != NULL  ? "a report of several runs"
                                          : NULL);
}

/* @count: of the games in PGN files. Owner: the caller. */
static char *describe_results(const Wish *wish, char **folders, ReadCount *count, GError **error)
{
    g_autofree char *what = NULL;
    g_autoptr(Results) results = NULL;

    if (wish->table >= (int)REPORT_TABLE_COUNT) {
        if (wish->anchor == NULL && wish->resamples == 0)
            return describe_picture(PICTURE_TABLES[wish->table - (int)REPORT_TABLE_COUNT],
                                    (TableFormat)wish->format, folders, error);
        return experiments_fail_usage(
            error, "--anchor and --resample do not apply to tables for pictures");
    }
    for (char **other = folders + 1; *other != NULL; other++)
        if (is_pgn(*other) != is_pgn(*folders))
            return experiments_fail_usage(error,
                                          "runs and PGN files cannot be combined in one report");
    if (is_pgn(*folders))
        return describe_pool(wish, pool_of_pgn(folders, count, error), error);
    what = only_for_two(wish, folders);
    results = results_read(folders, what, error);
    if (results == NULL)
        return NULL;
    if (results->runs->len == 1 && places_are_of(results->runs->pdata[0]))
        return places_report(results->runs->pdata[0], (TableFormat)wish->format, error);
    return describe_pool(wish, pool_new(results->runs, error), error);
}

int command_report(const Command *command, int argc, char **argv, GError **error)
{
    Wish wish = {.table = NO_TABLE, .seed = 1};
    g_autofree const char **tables = list_tables();
    const Option entries[] = {
        {"table", 't', "TABLE",
         "Print only one table: pairings, ratings, fit, residuals, pairs, "
         "places, leads, or a table for pictures",
         .choice = &wish.table, .choices = tables},
        {"format", 0, NULL,
         "Output format (text); csv prints the table that --table names (pairings)",
         .choice = &wish.format, .choices = TABLE_FORMAT_NAMES},
        {"anchor", 0, "NAME[=RATING]",
         "Fix the rating of player NAME at RATING (default: the player with the most games, at 0)",
         .text = &wish.anchor},
        {"resample", 0, "N", "Compute the intervals of ratings from N resamples of the games",
         .number = &wish.resamples, .min = STANDINGS_MIN_RESAMPLES, .max = STANDINGS_MAX_RESAMPLES},
        {"seed", 0, "N", "Seed of the resamples (1)", .number = &wish.seed, .max = G_MAXINT64},
        {NULL},
    };
    g_auto(ReadCount) count = {0};
    g_autofree char *text = NULL, *games = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(wish.format == TABLE_FORMAT_CSV || wish.format == TABLE_FORMAT_JSON);
    text = describe_results(&wish, argv + 1, &count, error);
    if (text == NULL || count.read == 0)
        return command_print(text, *error);
    games = read_count_describe(&count, "game");
    screen_print(text);
    fflush(stdout);
    command_print_note("%s", games);
    return STATUS_OK;
}
