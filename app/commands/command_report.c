#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/reproduction_page.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "board/nearest.h"
#include "experiments/report/breakdown.h"
#include "experiments/report/comparison.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/pool_pgn.h"
#include "experiments/report/published.h"
#include "experiments/report/report_standings.h"
#include "experiments/tools/error.h"

#define MAX_RATING 100000

/* What the command was asked for. */
typedef struct {
    char *against, *draw_wins, *bare_kings, *table, *anchor, *resamples, *seed, *by, *output;
    gboolean csv, json, markdown, gnuplot, compare, reproduction, html, latex;
} ReportArguments;

static void report_arguments_clear(ReportArguments *arguments)
{
    g_free(arguments->against);
    g_free(arguments->draw_wins);
    g_free(arguments->bare_kings);
    g_free(arguments->table);
    g_free(arguments->anchor);
    g_free(arguments->resamples);
    g_free(arguments->seed);
    g_free(arguments->by);
    g_free(arguments->output);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ReportArguments, report_arguments_clear)

static bool fail_usage(GError **error, const char *sentence)
{
    g_set_error_literal(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, sentence);
    return false;
}

static bool read_format(const ReportArguments *arguments, ReportFormat *out_format, GError **error)
{
    if (arguments->csv + arguments->json + arguments->markdown + arguments->gnuplot > 1)
        return fail_usage(error,
                          "--csv, --json, --markdown and --gnuplot cannot be given together");
    *out_format = arguments->csv        ? REPORT_CSV
                  : arguments->json     ? REPORT_JSON
                  : arguments->markdown ? REPORT_MARKDOWN
                  : arguments->gnuplot  ? REPORT_GNUPLOT
                                        : REPORT_TEXT;
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

    for (int i = 0; i < METRICS_REPORT_COUNT; i++) {
        g_string_append_printf(names, "%s, ", REPORT_TABLE_NAMES[i]);
        nearest_try(&nearest, REPORT_TABLE_NAMES[i]);
    }
    for (int i = 0; PICTURE_TABLES[i] != NULL; i++) {
        g_string_append_printf(names, "%s%s",
                               i > 0 && PICTURE_TABLES[i + 1] == NULL ? " or "
                               : i > 0                                ? ", "
                                                                      : "",
                               PICTURE_TABLES[i]->name);
        nearest_try(&nearest, PICTURE_TABLES[i]->name);
    }
    question = nearest_question(&nearest);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, "--table is '%s', not %s%s",
                name, names->str, question);
    return false;
}

/* All of them, unless one is named or the format holds only one. */
static bool read_tables(const ReportArguments *arguments, ReportFormat format, bool *out_tables,
                        GError **error)
{
    const bool holds_one = format == REPORT_CSV || format == REPORT_GNUPLOT;
    const char *only = arguments->table == NULL && holds_one
                           ? REPORT_TABLE_NAMES[METRICS_REPORT_PAIRINGS]
                           : arguments->table;
    bool found = only == NULL || picture_table_find(only) != NULL || has_own_tables(arguments);

    for (int i = 0; i < METRICS_REPORT_COUNT; i++) {
        out_tables[i] = only == NULL || g_str_equal(only, REPORT_TABLE_NAMES[i]);
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
    uint64_t resamples = 0, seed = 1;

    if (!command_read_number("--resample", arguments->resamples, STANDINGS_MIN_RESAMPLES,
                             STANDINGS_MAX_RESAMPLES, &resamples, error) ||
        !command_read_number("--seed", arguments->seed, 0, G_MAXUINT64, &seed, error))
        return false;
    if (arguments->seed != NULL && arguments->resamples == NULL)
        return fail_usage(error, "--seed is for --resample, which is not there");
    *out_options =
        (StandingsOptions){.anchor = POOL_NOBODY, .resamples = (int)resamples, .seed = seed};
    return true;
}

/* What was asked for, but for the anchor, whose name only the runs tell. */
typedef struct {
    ReportFormat format;
    const PictureTable *picture; /* NULL: tables, */
    bool tables[METRICS_REPORT_COUNT];
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
    const bool data = arguments->csv || arguments->json || arguments->gnuplot;
    const bool other = arguments->table != NULL || arguments->anchor != NULL ||
                       arguments->resamples != NULL || arguments->seed != NULL;

    if (arguments->reproduction && (data || other || arguments->compare || arguments->by != NULL))
        return fail_usage(error, "--reproduction goes only with --against, --draw-wins, "
                                 "--bare-kings, --output and a language");
    if (!arguments->reproduction &&
        (arguments->html || arguments->latex || arguments->output != NULL))
        return fail_usage(error, "--html, --latex and --output are for --reproduction");
    if (arguments->against != NULL && !arguments->reproduction && (other || arguments->markdown))
        return fail_usage(error,
                          "--against goes only with --draw-wins, --bare-kings, --csv, --json "
                          "and --gnuplot");
    if (arguments->compare + (arguments->by != NULL) + (arguments->against != NULL) > 1)
        return fail_usage(error, "--against, --compare and --by cannot be given together");
    if (has_own_tables(arguments) &&
        (arguments->anchor != NULL || arguments->resamples != NULL || arguments->seed != NULL))
        return fail_usage(error, "--compare and --by rate nobody: no --anchor, --resample, --seed");
    if (arguments->compare && arguments->table != NULL)
        return fail_usage(error, "--compare has one table, so no --table");
    out_wish->picture = arguments->table != NULL ? picture_table_find(arguments->table) : NULL;
    if (out_wish->picture != NULL && (arguments->anchor != NULL || arguments->resamples != NULL))
        return fail_usage(error, "--anchor and --resample are for ratings");
    return read_draws(arguments, &out_wish->draws, error) &&
           read_format(arguments, &out_wish->format, error) &&
           read_factor(arguments, &out_wish->factor, error) &&
           read_tables(arguments, out_wish->format, out_wish->tables, error) &&
           read_options(arguments, &out_wish->options, error);
}

/* In CSV and for gnuplot there is no room for notes. */
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
    if (wish->format == REPORT_CSV || wish->format == REPORT_GNUPLOT)
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
    g_autofree char *folder = data_find(DATA_PUBLISHED, arguments->against, error);
    g_autoptr(PublishedAnswer) answer =
        folder != NULL ? published_compare(folder, results, wish->draws, error) : NULL;

    if (answer == NULL)
        return NULL;
    return wish->format == REPORT_TEXT ? published_answer_text(answer)
                                       : published_answer_format(answer, wish->format);
}

/* A table that pictures are drawn from, as text. Owner: the caller. */
static char *describe_picture(const PictureTable *table, ReportFormat format, char **folders,
                              GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;

    if (folders[1] != NULL) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                    "--table=%s is of one run, and '%s' is one too many", table->name, folders[1]);
        return NULL;
    }
    rows = picture_table_rows(table, folders[0], error);
    return rows != NULL ? report_cells_format(table->name, table->table, table->block, rows, format)
                        : NULL;
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
    g_auto(ReportArguments) arguments = {0};
    const GOptionEntry entries[] = {
        {"table", 't', 0, G_OPTION_ARG_STRING, &arguments.table,
         "Only one table: pairings, ratings, residuals, alpha-rank, pairs, terminations, or one "
         "for "
         "pictures",
         "TABLE"},
        {"csv", 0, 0, G_OPTION_ARG_NONE, &arguments.csv,
         "Print one table as CSV (pairings, unless --table)", NULL},
        {"json", 0, 0, G_OPTION_ARG_NONE, &arguments.json, "Print the tables as JSON", NULL},
        {"markdown", 0, 0, G_OPTION_ARG_NONE, &arguments.markdown, "Print the tables as Markdown",
         NULL},
        {"gnuplot", 0, 0, G_OPTION_ARG_NONE, &arguments.gnuplot,
         "Print one table for gnuplot's command load", NULL},
        {"anchor", 0, 0, G_OPTION_ARG_STRING, &arguments.anchor,
         "Fix the rating of this player at RATING or 0 (the one with most games)", "NAME[=RATING]"},
        {"resample", 0, 0, G_OPTION_ARG_STRING, &arguments.resamples,
         "Intervals of ratings from N resamples of the games", "N"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &arguments.seed, "Chance of the resamples (1)", "N"},
        {"compare", 0, 0, G_OPTION_ARG_NONE, &arguments.compare,
         "Say what the second of two runs has changed, pairing by pairing", NULL},
        {"by", 0, 0, G_OPTION_ARG_STRING, &arguments.by,
         "Divide a run by opening-set, colour or termination", "FACTOR"},
        {"against", 'a', 0, G_OPTION_ARG_FILENAME, &arguments.against,
         "Compare with the thesis' tables in FOLDER, results/published", "FOLDER"},
        {"draw-wins", 0, 0, G_OPTION_ARG_STRING, &arguments.draw_wins,
         "With --against: draw wins by player, or as a fair coin (player)", "player|coin"},
        {"bare-kings", 0, 0, G_OPTION_ARG_STRING, &arguments.bare_kings,
         "With --against: those of draws by fifty-moves, or of all (fifty-moves)",
         "fifty-moves|all"},
        {"reproduction", 0, 0, G_OPTION_ARG_NONE, &arguments.reproduction,
         "Write a page with the thesis' tables and figures beside ours", NULL},
        {"html", 0, 0, G_OPTION_ARG_NONE, &arguments.html, "With --reproduction: as HTML", NULL},
        {"latex", 0, 0, G_OPTION_ARG_NONE, &arguments.latex, "With --reproduction: as LaTeX", NULL},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.output,
         "With --reproduction: write FILE, *.md, *.html or *.tex", "FILE"},
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
    .details =
        "DIR is any number of folders of finished runs, or of files *.pgn or *.pgn.gz with games "
        "of\n"
        "anybody.\n"
        "Results of the same two players are added up, whatever their short names are.\n"
        "\n"
        "Pairings: wins, losses and draws of the first player; its score; the difference of\n"
        "ratings (Elo) that is expected to give that score, with its 95 % interval; how likely\n"
        "it is that the first player is the better one; its score with either colour. They are\n"
        "judged by pairs of games with one opening and exchanged colours, without a last game\n"
        "that has no partner; without pairs, by games.\n"
        "Ratings: what makes all results together most probable, if draws are as likely as\n"
        "Davidson says and White has an advantage. Intervals are from the curvature of the\n"
        "likelihood, or from resampled games. Points are those of the pairings; of two players\n"
        "both figures are one. Fit is how well one rating a player explains all results; below\n"
        "0.01 a warning says that it does not, and residuals where. Where players beat each other\n"
        "in a circle alpha-rank (Omidshafiei and others, 2019) says who prevails.\n"
        "Pairs (--table pairs): pairs of games by points, and normalized Elo, the lead in\n"
        "standard deviations. Where many p stand in a table they are corrected as Holm does.\n"
        "Where everything was won or lost there is only a bound, \">= +120.3\", and a line says\n"
        "so. What differs between the runs, as their rules, stands before the tables, with\n"
        "--csv on standard error. The columns of --csv and --json: results/README.md.\n"
        "\n"
        "With --compare there are two runs, A and B: of each pairing of the same players the lead\n"
        "in both, the difference B - A, and p of no difference, alone and after Holm. With --by\n"
        "one run is divided by a factor, and two levels of it are compared like that (their\n"
        "interaction; --table interactions). Sets of openings: [openings] sets.\n"
        "\n"
        "Tables that pictures are drawn from, of one DIR: material, requests and threats by move\n"
        "number, as long as there are enough games, requests-all and threats-all against all\n"
        "opponents together; crosstable; lengths and ends of games; scores of a grid; run, what\n"
        "stands below the pictures; sprt, the path of a sequential test; effects of a sweep; seats "
        "of\n"
        "a game of three. scripts/plot draws them.\n",
    .more =
        "\n"
        "With --against, DIR is any number of folders of finished runs and of tables written by\n"
        "'agentchess suite --output'. For each table of the thesis that they can answer there is\n"
        "a line a cell, one that counts them, and at the end one that counts all.\n"
        "p is how probable results as unusual as the thesis' are for our players in as many\n"
        "games, draws, planned attacks or positions, given what ours tell of them: a multinomial\n"
        "for games and draws, Student's t for counts, else a binomial. From 0.05 on the thesis "
        "lies inside the 95 %\n"
        "region. Holm is p corrected as Holm does for all cells, which are asked at once.\n"
        "The deviance is twice the logarithm of how much more probable the thesis' results are\n"
        "by themselves than by ours. It adds up: of two readings, the one with less is nearer.\n"
        "\n"
        "Draw wins are counted by whose king was bared first, or as a fair coin says, which is\n"
        "how the thesis' look; of draws by the fifty-move rule, or, by games.csv, of all. --csv,\n"
        "--json and --gnuplot have a row for each number of each cell.\n"
        "\n"
        "The tables: 3.1 games; 3.2 to 3.7 draw wins and draw losses, each match once; 3.8\n"
        "defence requests; 3.9 move-attacks; 3.10 test suites, which go by the names of their\n"
        "files, as WAC.epd. Defence requests and planned attacks are counts in 100 games, judged\n"
        "by how much our games differ from each other; they need events_per_game.csv, performed\n"
        "attacks move_attacks.csv. A level with other logics or readings is compared as that\n"
        "level. An engine, or a player with the short name Crafty, stands for the thesis' Crafty;\n"
        "the first lines say which.\n"
        "\n"
        "With --reproduction all that stands on one page, as Markdown, HTML or LaTeX: what fits\n"
        "and what does not, every table of the thesis with what our results foretell, what it\n"
        "sees in its figures, and the runs with seeds and specs. Pictures are those that\n"
        "scripts/plot has drawn; the HTML holds them itself. Without DIR the runs are those that\n"
        "scripts/reproduce has played, in results/reproduction.\n"
        "\n"
        "Examples:\n"
        "  agentchess report results/thesis\n"
        "  agentchess report results/march results/march-2 --table ratings --anchor L1=1000\n"
        "  agentchess report results/thesis --csv > pairings.csv\n"
        "  agentchess report games.pgn --table ratings\n"
        "  agentchess report --compare results/thesis results/other-rules\n"
        "  agentchess report --by opening-set results/study\n"
        "  agentchess report results/thesis --csv --table material > curves.csv\n"
        "  agentchess report --against results/published results/thesis results/suites\n"
        "  agentchess report --reproduction results/thesis --output page.html",
    .run = run,
};
