#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/screen.h"
#include "experiments/report/report.h"
#include "experiments/report/standings.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/json_writer.h"
#include "players/player.h"

static bool check_player(const char *text, const Engines *engines, GError **error)
{
    g_autoptr(Player) player = player_new(text, engines, error);

    return player != NULL;
}

typedef enum { MATCH_TEXT, MATCH_CSV, MATCH_JSON } MatchFormat;

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

/* Adds a column with the @number, a member in JSON; NULL: it is empty. */
static void add_number(GString *head, GString *row, JsonBuilder *json, const char *name,
                       const double *number, int decimals)
{
    g_autoptr(GString) text = g_string_new(NULL);

    if (number != NULL)
        csv_append_fixed(text, *number, decimals);
    g_string_append_printf(head, ",%s", name);
    g_string_append_printf(row, ",%s", text->str);
    json_builder_set_member_name(json, name);
    if (number != NULL)
        json_builder_add_double_value(json, g_ascii_strtod(text->str, NULL));
    else
        json_builder_add_null_value(json);
}

static void add_estimate(GString *head, GString *row, JsonBuilder *json, const char *name,
                         const Estimate *estimate, int decimals)
{
    g_autofree char *low = g_strconcat(name, "_low", NULL);
    g_autofree char *high = g_strconcat(name, "_high", NULL);

    add_number(head, row, json, name, estimate_has_value(estimate->kind) ? &estimate->value : NULL,
               decimals);
    add_number(head, row, json, low, estimate_has_low(estimate->kind) ? &estimate->low : NULL,
               decimals);
    add_number(head, row, json, high, estimate_has_high(estimate->kind) ? &estimate->high : NULL,
               decimals);
}

/* One row of CSV below its head, or one object. */
static void print_data(const Spec *spec, const PairingTotals *totals, MatchFormat format)
{
    const struct {
        const char *name;
        int64_t count;
    } counts[] = {
        {"games", pairing_totals_games(totals)},
        {"wins", totals->wins},
        {"losses", totals->losses},
        {"draws", totals->draws},
        {"draw_wins", totals->draw_wins},
        {"draw_losses", totals->draw_losses},
        {"forfeits", totals->terminations[TERMINATION_FORFEIT]},
    };
    const Scores scores = standings_scores(totals);
    const EloPairing found = elo_pairing(&scores);
    g_autoptr(GString) head = g_string_new("player,opponent"), row = g_string_new(NULL);
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *text = NULL;

    json_builder_begin_object(json);
    json_add_text(json, "player", spec->players[0].text);
    json_add_text(json, "opponent", spec->players[1].text);
    csv_append_text(row, spec->players[0].text);
    g_string_append_c(row, ',');
    csv_append_text(row, spec->players[1].text);
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        g_string_append_printf(head, ",%s", counts[i].name);
        g_string_append_printf(row, ",%" G_GINT64_FORMAT, counts[i].count);
        json_add_number(json, counts[i].name, counts[i].count);
    }
    add_estimate(head, row, json, "score", &found.share, 4);
    add_estimate(head, row, json, "elo", &found.elo, 1);
    json_builder_end_object(json);
    text = json_finish_indented(json);
    if (format == MATCH_CSV)
        printf("%s\n%s\n", head->str, row->str);
    else
        puts(text);
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
    static const char *const formats[] = {"text", "csv", "json", NULL};
    int format = MATCH_TEXT;
    const Option entries[] = {
        RUN_OPTIONS(&options),
        {"format", 0, NULL, "How to print the result (text)", .choice = &format,
         .choices = formats},
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
        if (format == MATCH_TEXT)
            print_result(spec, &result);
        else
            print_data(spec, &result.totals->pairings[0], (MatchFormat)format);
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
