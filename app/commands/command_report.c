#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/reproduction_page.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "experiments/report/breakdown.h"
#include "experiments/report/comparison.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/pool_pgn.h"
#include "experiments/report/published.h"
#include "experiments/report/report_standings.h"
#include "experiments/tools/error.h"

#define MAX_RATING 100000
#define NO_SEED UINT64_MAX

/* What the command was asked for. */
typedef struct {
    const char *against, *draw_wins, *bare_kings, *table, *anchor, *by, *output;
    uint64_t resamples; /* 0: none */
    uint64_t seed;      /* NO_SEED: none was given */
    bool csv, json, markdown, compare, reproduction, html, latex;
} ReportArguments;

static bool fail_usage(GError **error, const char *sentence)
{
    g_set_error_literal(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, sentence);
    return false;
}

static bool read_format(const ReportArguments *arguments, TableFormat *out_format, GError **error)
{
    if (arguments->csv + arguments->json + arguments->markdown > 1)
        return fail_usage(error, "--csv, --json and --markdown cannot be given together");
    *out_format = arguments->csv        ? TABLE_FORMAT_CSV
                  : arguments->json     ? TABLE_FORMAT_JSON
                  : arguments->markdown ? TABLE_FORMAT_MARKDOWN
                                        : TABLE_FORMAT_TEXT;
    return true;
}

/* What is told of runs that are not put together. */
static bool has_own_tables(const ReportArguments *arguments)
{
    return arguments->compare || arguments->by != NULL;
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
static bool read_tables(const ReportArguments *arguments, TableFormat format, bool *out_tables,
                        GError **error)
{
    const bool holds_one = format == TABLE_FORMAT_CSV;
    const char *only = arguments->table == NULL && holds_one
                           ? REPORT_TABLES[REPORT_TABLE_PAIRINGS].name
                           : arguments->table;
    bool found = only == NULL || picture_table_find(only) != NULL || has_own_tables(arguments);

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
        return fail_usage(error, "--seed is for --resample, which is not there");
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
    BreakdownFactor factor; /* with --by */
    PublishedDraws draws;
} Wish;

/* The factor of --by, which has a table of its own. */
static bool read_factor(const ReportArguments *arguments, BreakdownFactor *out_factor,
                        GError **error)
{
    if (arguments->by == NULL)
        return true;
    for (int i = 0; i < BREAKDOWN_COUNT; i++)
        if (g_str_equal(arguments->by, BREAKDOWN_NAMES[i])) {
            *out_factor = (BreakdownFactor)i;
            return arguments->table == NULL || g_str_equal(arguments->table, "interactions") ||
                   fail_usage(error, "--by has no other --table than interactions");
        }
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                "--by is '%s', not opening-set, colour or termination", arguments->by);
    return false;
}

/* One of two words; the first one if there is none. */
static bool read_either(const char *option, const char *text, const char *first, const char *second,
                        bool *out_second, GError **error)
{
    *out_second = g_strcmp0(text, second) == 0;
    if (text == NULL || g_str_equal(text, first) || *out_second)
        return true;
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, "%s is '%s', not %s or %s",
                option, text, first, second);
    return false;
}

static bool read_draws(const ReportArguments *arguments, PublishedDraws *out_draws, GError **error)
{
    if (arguments->against == NULL && !arguments->reproduction &&
        (arguments->draw_wins != NULL || arguments->bare_kings != NULL))
        return fail_usage(error,
                          "--draw-wins and --bare-kings are for --against and --reproduction");
    return read_either("--draw-wins", arguments->draw_wins, "player", "coin", &out_draws->as_coin,
                       error) &&
           read_either("--bare-kings", arguments->bare_kings, "fifty-moves", "all",
                       &out_draws->in_all_draws, error);
}

static bool read_wish(const ReportArguments *arguments, Wish *out_wish, GError **error)
{
    const bool data = arguments->csv || arguments->json;
    const bool other = arguments->table != NULL || arguments->anchor != NULL ||
                       arguments->resamples > 0 || arguments->seed != NO_SEED;

    if (arguments->reproduction && (data || other || arguments->compare || arguments->by != NULL))
        return fail_usage(error, "--reproduction goes only with --against, --draw-wins, "
                                 "--bare-kings, --output and a language");
    if (!arguments->reproduction &&
        (arguments->html || arguments->latex || arguments->output != NULL))
        return fail_usage(error, "--html, --latex and --output are for --reproduction");
    if (arguments->against != NULL && !arguments->reproduction && (other || arguments->markdown))
        return fail_usage(error,
                          "--against goes only with --draw-wins, --bare-kings, --csv and --json");
    if (arguments->compare + (arguments->by != NULL) + (arguments->against != NULL) > 1)
        return fail_usage(error, "--against, --compare and --by cannot be given together");
    if (has_own_tables(arguments) &&
        (arguments->anchor != NULL || arguments->resamples > 0 || arguments->seed != NO_SEED))
        return fail_usage(error,
                          "--compare and --by rate no players: no --anchor, --resample, --seed");
    if (arguments->compare && arguments->table != NULL)
        return fail_usage(error, "--compare has one table, so no --table");
    out_wish->picture = arguments->table != NULL ? picture_table_find(arguments->table) : NULL;
    if (out_wish->picture != NULL && (arguments->anchor != NULL || arguments->resamples > 0))
        return fail_usage(error, "--anchor and --resample are for ratings");
    return read_draws(arguments, &out_wish->draws, error) &&
           read_format(arguments, &out_wish->format, error) &&
           read_factor(arguments, &out_wish->factor, error) &&
           read_tables(arguments, out_wish->format, out_wish->tables, error) &&
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

/* Owner: the caller. */
static char *describe_change(const Wish *wish, const Results *results, GError **error)
{
    const ResultsRun *first, *second;
    g_autoptr(GArray) rows = NULL;

    if (results->runs->len != 2) {
        fail_usage(error, "--compare is of two runs");
        return NULL;
    }
    first = results->runs->pdata[0];
    second = results->runs->pdata[1];
    rows = comparison_new(first, second, error);
    return rows != NULL ? comparison_report(first, second, rows, wish->format) : NULL;
}

/* Owner: the caller. */
static char *describe_factor(const ReportArguments *arguments, const Wish *wish,
                             const Results *results, GError **error)
{
    g_autoptr(Breakdown) breakdown = NULL;

    if (results->runs->len != 1) {
        fail_usage(error, "--by is of one run");
        return NULL;
    }
    breakdown = breakdown_new(results->runs->pdata[0], wish->factor, error);
    return breakdown != NULL ? breakdown_report(breakdown, wish->format, arguments->table != NULL)
                             : NULL;
}

/* Owner: the caller. */
static char *describe_agreement(const ReportArguments *arguments, const Wish *wish,
                                const Results *results, GError **error)
{
    const char *name = g_str_equal(arguments->against, "thesis") ? NULL : arguments->against;
    g_autofree char *folder = data_find(DATA_PUBLISHED, name, error);
    g_autoptr(PublishedAnswer) answer =
        folder != NULL ? published_compare(folder, results, wish->draws, error) : NULL;

    if (answer == NULL)
        return NULL;
    return wish->format == TABLE_FORMAT_TEXT ? published_answer_text(answer)
                                             : published_answer_format(answer, wish->format);
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

static char *fail_games(GError **error)
{
    fail_usage(error, "games in PGN are rated, but --against, --compare and --by are of runs");
    return NULL;
}

/* Owner: the caller. */
static char *describe_reproduction(const ReportArguments *arguments, const Wish *wish,
                                   char **folders, GError **error)
{
    return reproduction_page(
        &(ReproductionWish){
            .against = arguments->against,
            .output = arguments->output,
            .markdown = arguments->markdown,
            .html = arguments->html,
            .latex = arguments->latex,
            .draws = wish->draws,
        },
        folders, error);
}

/* Owner: the caller. */
static char *describe(const ReportArguments *arguments, Wish *wish, char **folders, GError **error)
{
    g_autoptr(Results) results = NULL;

    if (arguments->reproduction)
        return describe_reproduction(arguments, wish, folders, error);
    if (folders[0] == NULL) {
        fail_usage(error, "DIR ... is missing; 'agentchess report --help' explains");
        return NULL;
    }
    if (wish->picture != NULL)
        return describe_picture(wish->picture, wish->format, folders, error);
    if (are_games(folders))
        return has_own_tables(arguments) || arguments->against != NULL
                   ? fail_games(error)
                   : describe_pool(arguments, wish, pool_of_pgn(folders, error), error);
    results = results_read(folders, error);
    if (results == NULL)
        return NULL;
    if (arguments->against != NULL)
        return describe_agreement(arguments, wish, results, error);
    if (arguments->compare)
        return describe_change(wish, results, error);
    if (arguments->by != NULL)
        return describe_factor(arguments, wish, results, error);
    return describe_pool(arguments, wish, pool_new(results->runs, error), error);
}

static int report(const ReportArguments *arguments, char **folders)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    Wish wish;

    if (!read_wish(arguments, &wish, &error))
        return command_fail(STATUS_USAGE, error);
    text = describe(arguments, &wish, folders, &error);
    if (text == NULL)
        return command_fail(g_error_matches(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE)
                                ? STATUS_USAGE
                                : STATUS_FAILURE,
                            error);
    screen_print(text);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    ReportArguments arguments = {.seed = NO_SEED};
    const Option entries[] = {
        {"table", 't', "TABLE",
         "Only one table: pairings, ratings, residuals, alpha-rank, pairs, terminations, or one "
         "for pictures",
         .text = &arguments.table},
        {"csv", 0, NULL, "Print one table as CSV (pairings, unless --table)", .on = &arguments.csv},
        {"json", 0, NULL, "Print the tables as JSON", .on = &arguments.json},
        {"markdown", 0, NULL, "Print the tables as Markdown", .on = &arguments.markdown},
        {"anchor", 0, "NAME[=RATING]",
         "Fix the rating of this player at RATING or 0 (the one with most games)",
         .text = &arguments.anchor},
        {"resample", 0, "N", "Intervals of ratings from N resamples of the games",
         .number = &arguments.resamples, .min = STANDINGS_MIN_RESAMPLES,
         .max = STANDINGS_MAX_RESAMPLES},
        {"seed", 0, "N", "Chance of the resamples (1)", .number = &arguments.seed,
         .max = G_MAXINT64},
        {"compare", 0, NULL, "Say what the second of two runs has changed, pairing by pairing",
         .on = &arguments.compare},
        {"by", 0, "FACTOR", "Divide a run by opening-set, colour or termination",
         .text = &arguments.by},
        {"against", 'a', "TABLES", "Compare with 'thesis', or with such tables in another folder",
         .file = &arguments.against},
        {"draw-wins", 0, "player|coin",
         "With --against: draw wins by player, or as a fair coin (player)",
         .text = &arguments.draw_wins},
        {"bare-kings", 0, "fifty-moves|all",
         "With --against: those of draws by fifty-moves, or of all (fifty-moves)",
         .text = &arguments.bare_kings},
        {"reproduction", 0, NULL, "Write a page with the thesis' tables and figures beside ours",
         .on = &arguments.reproduction},
        {"html", 0, NULL, "With --reproduction: as HTML", .on = &arguments.html},
        {"latex", 0, NULL, "With --reproduction: as LaTeX", .on = &arguments.latex},
        {"output", 'o', "FILE", "With --reproduction: write FILE, *.md, *.html or *.tex",
         .file = &arguments.output},
        {NULL},
    };
    int status;

    if (!command_parse(&COMMAND_REPORT, entries, &argc, &argv, 0, -1, &status))
        return status;
    return report(&arguments, argv + 1);
}

const Command COMMAND_REPORT = {
    .name = "report",
    .arguments = "DIR ...",
    .summary = "Say which player is better and by how much, or compare with the thesis",
    .run = run,
};
