/* The commands that say what came of runs: report, compare and effects. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "experiments/report/breakdown.h"
#include "experiments/report/comparison.h"
#include "experiments/report/effects.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/places.h"
#include "experiments/report/pool_pgn.h"
#include "experiments/report/report_standings.h"
#include "experiments/tables/table_text.h"
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
    return table_format(rows, format);
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
         "Only one table: pairings, ratings, fit, residuals, alpha-rank, pairs, terminations, or "
         "one "
         "for pictures",
         .text = &arguments.table},
        {"format", 0, NULL, "Output format; csv contains one table, pairings or --table (text)",
         .choice = &arguments.format, .choices = TABLE_FORMAT_NAMES},
        {"anchor", 0, "NAME[=RATING]",
         "Fix the rating of this player at RATING or 0 (the one with most games)",
         .text = &arguments.anchor},
        {"resample", 0, "N", "Compute the intervals of ratings from N resamples of the games",
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
    .summary = "Estimate which player is stronger, and by how much",
    .run = run,
};

/* Always NULL. */
static char *refuse(GError **error, const char *sentence)
{
    fail_usage(error, sentence);
    return NULL;
}

#define NO_FACTOR (-1)

/* Owner: the caller. */
static char *describe_change(char **folders, TableFormat format, GError **error)
{
    g_autoptr(Results) results = NULL;
    g_autoptr(GArray) rows = NULL;
    g_autoptr(ResultsRun) first_of_three = NULL, second_of_three = NULL;
    const ResultsRun *first, *second;

    if (folders[1] == NULL || folders[2] != NULL)
        return refuse(error, "give two runs, or one run and --by");
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
            return refuse(error, "give two runs, not results of test suites");
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
        return refuse(error, "--by takes one run");
    run = results_run_read(folders[0], error);
    breakdown = run != NULL ? breakdown_new(run, factor, error) : NULL;
    return breakdown != NULL ? breakdown_report(breakdown, format, interactions) : NULL;
}

static int run_compare(int argc, char **argv)
{
    int factor = NO_FACTOR, format = TABLE_FORMAT_TEXT;
    bool interactions = false;
    const Option entries[] = {
        {"by", 0, NULL, "Divide one run by a factor", .choice = &factor,
         .choices = BREAKDOWN_NAMES},
        {"interactions", 'i', NULL,
         "With --by and --format=csv: print the differences between levels", .on = &interactions},
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    int status;

    if (!command_parse(&COMMAND_COMPARE, entries, &argc, &argv, 1, -1, &status))
        return status;
    if (interactions && factor == NO_FACTOR)
        text = refuse(&error, "--interactions needs --by");
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
    .run = run_compare,
};

/* Which games the effects are of, and how well the model explains them. */
static void append_sentences(GString *text, const ResultsRun *run, const FactorialGoodness *fit)
{
    const Spec *spec = run->spec;

    g_string_append_printf(
        text,
        "\n%s in %d cells, games against each of %d opponents: %" G_GUINT64_FORMAT
        "; effects are against the first value.\n",
        spec->hero, spec->factors.cells, spec->named_count, spec->games);
    if (fit->freedom > 0)
        g_string_append_printf(text,
                               "Fit: Pearson's statistic is %.1f on %" G_GINT64_FORMAT
                               " degrees of freedom, p = %.3f; variances are multiplied by %.2f.\n",
                               fit->statistic, fit->freedom, fit->p, fit->dispersion);
}

static int run_effects(int argc, char **argv)
{
    const char *interactions = "";
    int format = TABLE_FORMAT_TEXT;
    const Option entries[] = {
        {"interactions", 'i', "A*B;...", "Also fit these interactions; all: every two factors",
         .text = &interactions},
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsRun) results = NULL;
    g_autoptr(Effects) effects = NULL;
    g_autoptr(TableRows) rows = NULL;
    g_autofree char *table = NULL;
    g_autoptr(GString) text = NULL;
    int status;

    if (!command_parse(&COMMAND_EFFECTS, entries, &argc, &argv, 1, 1, &status))
        return status;
    results = results_run_read(argv[1], &error);
    effects = results != NULL ? effects_new(results, interactions, &error) : NULL;
    if (effects == NULL)
        return command_print(NULL, error);
    rows = table_rows_of(&EFFECTS_TABLE, effects->lines);
    table = table_format(rows, (TableFormat)format);
    text = g_string_new(table);
    if (format == TABLE_FORMAT_TEXT || format == TABLE_FORMAT_MARKDOWN)
        append_sentences(text, results, &effects->goodness);
    screen_print(text->str);
    return STATUS_OK;
}

const Command COMMAND_EFFECTS = {
    .name = "effects",
    .arguments = "DIR",
    .summary = "Estimate the effect of each value of a factor",
    .run = run_effects,
};
