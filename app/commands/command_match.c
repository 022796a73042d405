#include <stdio.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/screen.h"
#include "experiments/report/report.h"

static void print_result(const Spec *spec, const RunnerResult *result)
{
    const PairingTotals *totals = &result->totals->pairings[0];
    const int64_t games = pairing_totals_games(totals);
    g_autofree char *verdict = NULL;

    printf("player %s\nopponent %s\n", spec->players[0].text, spec->players[1].text);
    printf("games %" G_GINT64_FORMAT "\n", games);
    printf("wins-losses-draws %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n",
           totals->score.wins, totals->score.losses, totals->score.draws);
    if (totals->terminations[TERMINATION_DRAW_CLAIM] > 0)
        printf("draw-claims %" G_GINT64_FORMAT "\n", totals->terminations[TERMINATION_DRAW_CLAIM]);
    if (spec->game != NULL)
        printf("draw-wins-losses %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n", totals->draw_wins,
               totals->draw_losses);
    if (games > 0 && spec->game != NULL)
        printf("mean-plies %.2f\n", (double)totals->plies / (double)games);
    else if (games > 0)
        printf("mean-time-ms %.2f\n", (double)totals->time_ms / (double)games);
    if (pairing_totals_repeated(totals) > 0)
        printf("distinct-games %" G_GINT64_FORMAT "\n", pairing_totals_distinct(totals));
    verdict = report_verdict(spec, result->totals, result->forfeits);
    screen_print(verdict);
    if (result->progress.seconds > 0)
        printf("games/s %.0f\n", (double)result->progress.games / result->progress.seconds);
}

int command_match(const Command *command, int argc, char **argv, GError **error)
{
    g_auto(RunOptions) options = run_options_standard();
    Option shared[RUN_OPTION_COUNT];
    const Option entries[] = {
        {"", .more = run_options_list(&options, "Number of games (100)", false, shared)},
        {NULL},
    };
    g_auto(GStrv) settings = NULL;
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) spec = NULL;
    int status;

    command_parse(command, entries, &argc, argv);
    settings = run_options_settings(&options, error);
    if (settings == NULL)
        return STATUS_USAGE;
    if (options.output == NULL && (options.resume || options.force))
        return command_fail(error, STATUS_USAGE, "--resume and --force require --output");
    spec = spec_of_match(argv[1], argv[2], (const char *const *)settings, error);
    if (spec == NULL)
        return command_status(*error);
    status = run_experiment(spec, &options, options.output, &result, error);
    if (result.totals != NULL && result.end != RUNNER_WAS_DONE) {
        g_autofree char *repeated = report_repeated_games(spec, result.totals);
        print_result(spec, &result);
        fputs(repeated, stderr);
        if (status == STATUS_OK && result.totals->pairings[0].terminations[TERMINATION_FORFEIT] > 0)
            status = STATUS_FAILURE;
    }
    return status;
}
