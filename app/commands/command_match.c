#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/screen.h"
#include "experiments/report/report.h"
#include "experiments/report/standings.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/error.h"
#include "players/player.h"

static bool check_player(const char *text, const Engines *engines, GError **error)
{
    g_autoptr(Player) player = player_new(text, engines, error);

    return player != NULL;
}

#define SOURCE "match" /* the name of the spec that match makes */

/* An error in a player of that spec is an error in a word of the command line. */
static void propagate_by_word(GError **fault, GError **error)
{
    static const char *const words[][2] = {
        {SOURCE ", line 2: [players] A: ", "PLAYER"},
        {SOURCE ", line 3: [players] B: ", "OPPONENT"},
    };
    const char *message = (*fault)->message;

    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_has_prefix(message, words[i][0])) {
            g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, "%s: %s", words[i][1],
                        message + strlen(words[i][0]));
            return;
        }
    g_propagate_error(error, g_steal_pointer(fault));
}

static Spec *make_spec(const char *player, const char *opponent, char **settings, GError **error)
{
    g_autofree char *text = g_strdup_printf("[players]\nA=%s\nB=%s\n", player, opponent);

    g_autoptr(GError) fault = NULL;
    Spec *spec = spec_parse(text, SOURCE, NULL, SOURCE, (const char *const *)settings, &fault);

    if (spec == NULL)
        propagate_by_word(&fault, error);
    return spec;
}

/* The one row of the table. */
typedef struct {
    const Spec *spec;
    const PairingTotals *totals;
} Played;

static void fill(TableRow *row, gconstpointer what)
{
    const Spec *spec = ((const Played *)what)->spec;
    const PairingTotals *totals = ((const Played *)what)->totals;
    const Scores scores = standings_scores(totals);
    const EloPairing found = elo_pairing(&scores);

    row_text(row, spec->players[0].text);
    row_text(row, spec->players[1].text);
    row_count(row, pairing_totals_games(totals));
    row_count(row, totals->wins);
    row_count(row, totals->losses);
    row_count(row, totals->draws);
    row_count(row, totals->draw_wins);
    row_count(row, totals->draw_losses);
    row_count(row, totals->terminations[TERMINATION_FORFEIT]);
    row_interval(row, found.share);
    row_interval(row, found.elo);
}

#define COLUMN(column, kind, unit, decimals)                \
    {                                                       \
        column, kind, unit, "", decimals, .heading = column \
    }

static const Column COLUMNS[] = {
    COLUMN("player", TABLE_TEXT, "", 0),          COLUMN("opponent", TABLE_TEXT, "", 0),
    COLUMN("games", TABLE_COUNT, "games", 0),     COLUMN("wins", TABLE_COUNT, "games", 0),
    COLUMN("losses", TABLE_COUNT, "games", 0),    COLUMN("draws", TABLE_COUNT, "games", 0),
    COLUMN("draw_wins", TABLE_COUNT, "games", 0), COLUMN("draw_losses", TABLE_COUNT, "games", 0),
    COLUMN("forfeits", TABLE_COUNT, "games", 0),  COLUMN("score", TABLE_REAL, "0..1", 4),
    COLUMN("score_low", TABLE_REAL, "0..1", 4),   COLUMN("score_high", TABLE_REAL, "0..1", 4),
    COLUMN("elo", TABLE_REAL, "Elo", 1),          COLUMN("elo_low", TABLE_REAL, "Elo", 1),
    COLUMN("elo_high", TABLE_REAL, "Elo", 1),
};

static const Table MATCH = {.name = "match", TABLE_COLUMNS(COLUMNS), .fill = fill};

static void print_data(const Spec *spec, const PairingTotals *totals, TableFormat format)
{
    const Played played = {spec, totals};
    g_autoptr(TableRows) rows = table_rows_new(&MATCH);
    g_autofree char *text = NULL;

    table_rows_add(rows, &played);
    text = table_format(rows, format);
    fputs(text, stdout);
}

static void print_result(const Spec *spec, const RunnerResult *result)
{
    const PairingTotals *totals = &result->totals->pairings[0];
    const int64_t games = pairing_totals_games(totals);
    g_autoptr(GString) lengths = g_string_new(NULL);
    g_autofree char *verdict = NULL;

    printf("player %s\nopponent %s\n", spec->players[0].text, spec->players[1].text);
    printf("games %" G_GINT64_FORMAT "\n", games);
    printf("wins-losses-draws %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n",
           totals->wins, totals->losses, totals->draws);
    if (totals->terminations[TERMINATION_FORFEIT] > 0)
        printf("forfeits %" G_GINT64_FORMAT "\n", totals->terminations[TERMINATION_FORFEIT]);
    if (totals->terminations[TERMINATION_DRAW_CLAIM] > 0)
        printf("draw-claims %" G_GINT64_FORMAT "\n", totals->terminations[TERMINATION_DRAW_CLAIM]);
    spec->contest->report->append_lengths(lengths, result->totals);
    fputs(lengths->str, stdout);
    if (pairing_totals_distinct(totals) > 0)
        printf("distinct-games %" G_GINT64_FORMAT "\n", pairing_totals_distinct(totals));
    verdict = report_verdict(totals);
    screen_print(verdict);
    if (result->seconds > 0)
        printf("games/s %.0f\n", (double)result->played / result->seconds);
}

static int run(int argc, char **argv)
{
    g_auto(RunOptions) options = run_options_standard();
    int format = TABLE_FORMAT_TEXT;
    const Option entries[] = {
        RUN_OPTIONS(&options),
        {"format", 0, NULL, "Output format (text)", .choice = &format,
         .choices = TABLE_FORMAT_NAMES},
        {NULL},
    };
    g_autoptr(Engines) engines = NULL;
    g_auto(GStrv) settings = NULL;
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) spec = NULL;
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_MATCH, entries, &argc, &argv, 2, 2, &status))
        return status;
    engines = engine_option_read(options.engines, &error);
    if (engines == NULL || !check_player(argv[1], engines, &error) ||
        !check_player(argv[2], engines, &error) ||
        (settings = run_options_settings(&options, &error)) == NULL)
        return command_fail(STATUS_USAGE, error);
    if (options.output == NULL && (options.resume || options.force))
        return command_fail_text(STATUS_USAGE, "--resume and --force need --output");
    spec = make_spec(argv[1], argv[2], settings, &error);
    if (spec == NULL)
        return command_fail(run_error_status(error), error);
    status = run_experiment(spec, &options, options.output, &result);
    if (result.totals != NULL && result.end != RUNNER_WAS_DONE) {
        g_autofree char *repeated = report_repeated_games(spec, result.totals);
        if (format == TABLE_FORMAT_TEXT)
            print_result(spec, &result);
        else
            print_data(spec, &result.totals->pairings[0], (TableFormat)format);
        fputs(repeated, stderr);
        if (status == STATUS_OK && result.totals->pairings[0].terminations[TERMINATION_FORFEIT] > 0)
            status = STATUS_FAILURE;
    }
    return status;
}

const Command COMMAND_MATCH = {
    .name = "match",
    .arguments = "PLAYER OPPONENT",
    .summary = "Play a match of two players without a spec",
    .run = run,
};
