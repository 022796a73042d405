#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "board/text_lines.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/places.h"
#include "experiments/report/pool_pgn.h"
#include "experiments/report/report_standings.h"
#include "experiments/tools/error.h"

#define MAX_RATING 100000
#define NO_SEED UINT64_MAX

/* What the command was asked for. */
typedef struct {
    const char *table, *anchor; /* NULL: not given */
    uint64_t resamples;         /* 0: none */
    uint64_t seed;              /* NO_SEED: none was given */
    int format;                 /* TableFormat */
} ReportArguments;

static bool fail_usage(GError **error, const char *sentence)
{
    g_set_error_literal(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, sentence);
    return false;
}

static bool refuse_table(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *question = NULL;
    Nearest nearest = nearest_to(name, -1);

    for (int i = 0; i < REPORT_TABLE_COUNT; i++) {
        g_string_append_printf(names, "%s, ", REPORT_TABLES[i].name);
        nearest_try(&nearest, REPORT_TABLES[i].name);
    }
    for (int i = 0; PICTURE_TABLES[i] != NULL; i++) {
        g_string_append_printf(names, "%s%s",
                               i > 0 && PICTURE_TABLES[i + 1] == NULL ? " or "
                               : i > 0                                ? ", "
                                                                      : "",
                               PICTURE_TABLES[i]->table->name);
        nearest_try(&nearest, PICTURE_TABLES[i]->table->name);
    }
    question = nearest_question(&nearest);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, "--table is '%s', not %s%s",
                name, names->str, question);
    return false;
}

/* All of them, unless one is named or the format holds only one. */
static bool read_tables(const ReportArguments *arguments, bool *out_tables, GError **error)
{
    const bool holds_one = arguments->format == TABLE_FORMAT_CSV;
    const char *only = arguments->table == NULL && holds_one
                           ? REPORT_TABLES[REPORT_TABLE_PAIRINGS].name
                           : arguments->table;
    bool found = only == NULL || picture_table_find(only) != NULL;

    for (int i = 0; i < REPORT_TABLE_COUNT; i++) {
        out_tables[i] = only == NULL || g_str_equal(only, REPORT_TABLES[i].name);
        found |= out_tables[i];
    }
    return found || refuse_table(only, error);
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
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                    "--anchor is '%s', and there is no player of that name%s", text, question);
        return false;
    }
    rating = g_ascii_strtod(equals + 1, &end);
    if (end == equals + 1 || *end != '\0' || !(fabs(rating) <= MAX_RATING)) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                    "--anchor has the rating '%s', not a number from %d to %d", equals + 1,
                    -MAX_RATING, MAX_RATING);
        return false;
    }
    options->anchor_rating = rating;
    return true;
}

/* What does not need the runs. */
static bool read_options(const ReportArguments *arguments, StandingsOptions *out_options,
                         GError **error)
{
    const bool has_seed = arguments->seed != NO_SEED;

    if (has_seed && arguments->resamples == 0)
        return fail_usage(error, "--seed needs --resample");
    *out_options = (StandingsOptions){
        .anchor = POOL_NOBODY,
        .resamples = (int)arguments->resamples,
        .seed = has_seed ? arguments->seed : 1,
    };
    return true;
}

/* What was asked for, but for the anchor, whose name only the runs tell. */
typedef struct {
    TableFormat format;
    const PictureTable *picture; /* NULL: tables, */
    bool tables[REPORT_TABLE_COUNT];
    StandingsOptions options;
} Wish;

static bool read_wish(const ReportArguments *arguments, Wish *out_wish, GError **error)
{
    out_wish->format = (TableFormat)arguments->format;
    out_wish->picture = arguments->table != NULL ? picture_table_find(arguments->table) : NULL;
    if (out_wish->picture != NULL && (arguments->anchor != NULL || arguments->resamples > 0))
        return fail_usage(error, "--anchor and --resample need the table of ratings");
    return read_tables(arguments, out_wish->tables, error) &&
           read_options(arguments, &out_wish->options, error);
}

/* In CSV there is no room for notes. */
static void print_notes(const Pool *pool)
{
    for (guint i = 0; i < pool->notes->len; i++)
        command_fail_text(STATUS_OK, "%s", (char *)pool->notes->pdata[i]);
}

/* @pool, which may be NULL, is taken. Owner: the caller. */
static char *describe_pool(const ReportArguments *arguments, Wish *wish, Pool *pool, GError **error)
{
    G_GNUC_UNUSED g_autoptr(Pool) owned = pool;
    g_autoptr(Standings) standings = NULL;

    if (pool == NULL ||
        (arguments->anchor != NULL && !read_anchor(arguments->anchor, pool, &wish->options, error)))
        return NULL;
    standings = standings_new(pool, &wish->options);
    if (wish->format == TABLE_FORMAT_CSV)
        print_notes(pool);
    return report_standings(standings, wish->format, wish->tables);
}

/* A table that pictures are drawn from, as text. Owner: the caller. */
static char *describe_picture(const PictureTable *table, TableFormat format, char **folders,
                              GError **error)
{
    g_autoptr(TableRows) rows = NULL;

    if (folders[1] != NULL) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                    "--table=%s is of one run, and '%s' is one too many", table->table->name,
                    folders[1]);
        return NULL;
    }
    rows = picture_table_rows(table, folders[0], error);
    if (rows == NULL)
        return NULL;
    return table_format(table->table->name, rows, format);
}

/* Whether all of @names are files of games, not folders. */
static bool are_games(char **names)
{
    for (; *names != NULL; names++) {
        g_autofree char *lower = g_ascii_strdown(*names, -1);
        if (!(g_str_has_suffix(lower, ".pgn") || g_str_has_suffix(lower, ".pgn.gz")) ||
            g_file_test(*names, G_FILE_TEST_IS_DIR))
            return false;
    }
    return true;
}

/* Owner: the caller. */
static char *describe_places(const ResultsRun *run, TableFormat format, GError **error)
{
    g_autoptr(Places) places = places_new(run, error);

    return places != NULL ? places_report(places, format) : NULL;
}

/* Owner: the caller. */
static char *describe(const ReportArguments *arguments, Wish *wish, char **folders, GError **error)
{
    g_autoptr(Results) results = NULL;
    g_autoptr(ResultsRun) of_three = NULL;

    if (wish->picture != NULL)
        return describe_picture(wish->picture, wish->format, folders, error);
    if (are_games(folders))
        return describe_pool(arguments, wish, pool_of_pgn(folders, error), error);
    if (folders[1] == NULL && arguments->table == NULL && arguments->anchor == NULL &&
        arguments->resamples == 0 && !places_read_run(folders[0], &of_three, error))
        return NULL;
    if (of_three != NULL)
        return describe_places(of_three, wish->format, error);
    results = results_read(folders, error);
    return results != NULL ? describe_pool(arguments, wish, pool_new(results->runs, error), error)
                           : NULL;
}

static int run(int argc, char **argv)
{
    ReportArguments arguments = {.seed = NO_SEED};
    const Option entries[] = {
        {"table", 't', "TABLE",
         "Only one table: pairings, ratings, residuals, alpha-rank, pairs, terminations, or one "
         "for pictures",
         .text = &arguments.table},
        {"format", 0, NULL, "How to print it; csv holds one table, pairings or --table (text)",
         .choice = &arguments.format, .choices = TABLE_FORMAT_NAMES},
        {"anchor", 0, "NAME[=RATING]",
         "Fix the rating of this player at RATING or 0 (the one with most games)",
         .text = &arguments.anchor},
        {"resample", 0, "N", "Intervals of ratings from N resamples of the games",
         .number = &arguments.resamples, .min = STANDINGS_MIN_RESAMPLES,
         .max = STANDINGS_MAX_RESAMPLES},
        {"seed", 0, "N", "Seed of the resamples (1)", .number = &arguments.seed, .max = G_MAXINT64},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    Wish wish;
    int status;

    if (!command_parse(&COMMAND_REPORT, entries, &argc, &argv, 1, -1, &status))
        return status;
    text =
        read_wish(&arguments, &wish, &error) ? describe(&arguments, &wish, argv + 1, &error) : NULL;
    return command_print(text, error);
}

const Command COMMAND_REPORT = {
    .name = "report",
    .arguments = "DIR ...",
    .summary = "Estimate which player is better, and by how much",
    .run = run,
};
