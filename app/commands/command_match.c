#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/screen.h"
#include "experiments/report/report.h"
#include "experiments/tools/error.h"
#include "players/player.h"

static bool check_player(const char *text, const Engines *engines, GError **error)
{
    g_autoptr(Player) player = player_new(text, engines, error);

    return player != NULL;
}

/* The options of match are settings like others, and come after them. */
static void add_setting(GStrvBuilder *settings, const char *key, uint64_t number)
{
    g_autofree char *text = g_strdup_printf("experiment.%s=%" G_GUINT64_FORMAT, key, number);

    g_strv_builder_add(settings, text);
}

static bool read_settings(const char *games_text, const char *seed_text, const RunOptions *options,
                          char ***out_settings, GError **error)
{
    g_autoptr(GStrvBuilder) settings = g_strv_builder_new();
    g_auto(GStrv) set = run_options_settings(options, error);
    uint64_t games = 0, seed = 0;

    if (set == NULL || !command_read_number("--games", games_text, 1, 1000000000, &games, error) ||
        !command_read_number("--seed", seed_text, 0, G_MAXINT64, &seed, error))
        return false;
    g_strv_builder_addv(settings, (const char **)set);
    if (games_text != NULL)
        add_setting(settings, "games", games);
    if (seed_text != NULL)
        add_setting(settings, "seed", seed);
    *out_settings = g_strv_builder_end(settings);
    return true;
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
    g_auto(RunOptions) options = {0};
    g_autofree char *games = NULL;
    g_autofree char *seed = NULL;
    const GOptionEntry entries[] = {
        {"games", 'g', 0, G_OPTION_ARG_STRING, &games, "Games to play (100)", "N"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &seed, "Seed of all chance (1)", "N"},
        RUN_OPTION_ENTRIES(&options),
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
        !read_settings(games, seed, &options, &settings, &error))
        return command_fail(STATUS_USAGE, error);
    if (options.output == NULL && (options.resume || options.force))
        return command_fail_text(STATUS_USAGE, "--resume and --force need --output");
    spec = make_spec(argv[1], argv[2], settings, &error);
    if (spec == NULL)
        return command_fail(run_error_status(error), error);
    status = run_experiment(spec, &options, options.output, &result);
    if (result.totals != NULL && result.end != RUNNER_WAS_DONE)
        print_result(spec, &result);
    if (result.totals != NULL && result.end != RUNNER_WAS_DONE) {
        g_autofree char *repeated = report_repeated_games(spec, result.totals);
        fputs(repeated, stderr);
    }
    return status;
}

const Command COMMAND_MATCH = {
    .name = "match",
    .arguments = "PLAYER OPPONENT",
    .summary = "Let two players meet without a spec",
    .details =
        "The players alternate colours. Prints wins, losses and draws of the first one; the draws\n"
        "by the fifty-move rule in which the opponent (a draw win) or the player (a draw loss)\n"
        "was first left with a bare king; plies and games a second; score and lead in points of\n"
        "rating, each with its 95 % interval; and a verdict, which says about how many games\n"
        "would tell if these do not. Files are written only with --output, as 'agentchess run'\n"
        "writes them; there the players are called A and B. Asynchronous chess has no such draws\n"
        "and no plies; milliseconds a game are shown instead.\n"
        "\n"
        "Examples:\n"
        "  agentchess match level:7 level:5 --games 1000\n"
        "  agentchess match level:7 level:7-defence-request --set rules.max-plies=400 --seed 2\n"
        "  agentchess match level:8 random --output results/warm-up\n"
        "  agentchess match async-random async-random:pause_ms=100 --set experiment.game=async\n"
        "  agentchess match level:7 engine:phalanx,depth=1 --games 10",
    .run = run,
};
