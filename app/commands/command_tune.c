#include <stdio.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/screen.h"
#include "experiments/report/report.h"
#include "experiments/report/standings.h"
#include "experiments/run/checkpoint.h"
#include "experiments/run/forecast.h"
#include "experiments/run/tuning_run.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_tuning.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"

/* "iteration 120 of 1000, 96 games/s, 12:30 left". Owner: the caller. */
static char *describe_progress(const RunnerProgress *progress)
{
    const uint64_t now = progress->done - progress->done_before;
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "iteration %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT,
                           progress->done, progress->total);
    if (progress->seconds > 0 && now > 0) {
        const int left =
            (int)(progress->seconds / (double)now * (double)(progress->total - progress->done));
        g_string_append_printf(text, ", %.0f games/s, %d:%02d:%02d left",
                               (double)progress->games / progress->seconds, left / 3600,
                               left / 60 % 60, left % 60);
    }
    return g_string_free(text, FALSE);
}

static void show_progress(const RunnerProgress *progress, void *line)
{
    g_autofree char *text = describe_progress(progress);

    progress_line_show(line, progress->seconds, text);
}

static void print_warning(const char *text, G_GNUC_UNUSED void *data)
{
    fprintf(stderr, "%s\n", text);
}

static int say_end(const TuningResult *result, const RunOptions *options, const char *folder)
{
    const RunnerProgress *progress = &result->progress;

    if (!result->is_done) {
        fprintf(stderr,
                "stopped after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                " iteration%s; repeat the command with --resume%s to continue\n",
                progress->done, progress->total, plural_ending(progress->total),
                options->force ? " instead of --force" : "");
        return STATUS_INTERRUPTED;
    }
    if (progress->games == 0)
        fprintf(stderr, "the tuning in '%s' is finished\n", folder);
    else
        fprintf(stderr, "%" G_GUINT64_FORMAT " games in %.2f s, %.0f games/s; files in %s\n",
                progress->games, progress->seconds, (double)progress->games / progress->seconds,
                folder);
    return STATUS_OK;
}

/* The parameters with what was found, and the tuned player. */
static void print_parameters(const Spec *spec, const TuningResult *result)
{
    static const char *const head[] = {"parameter",   "start",       "tuned", "value",
                                       "lower bound", "upper bound", NULL};
    const Tuning *tuning = &spec->tuning;
    g_autoptr(GPtrArray) table = sheet_new(head);
    g_autofree char *text = tuning_player(tuning, result->tuned);
    g_autoptr(Player) player = player_new(text, spec->engines, NULL);
    g_autofree char *full = player != NULL ? player_describe(player) : g_strdup(text);
    g_autofree char *below = g_strdup_printf("tuned player: %s\n", full);
    g_autoptr(GString) shown = g_string_new(NULL);

    for (int i = 0; i < tuning_count(tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(tuning, i);
        char *cells[] = {
            g_strdup(parameter->name),
            format_count(parameter->start),
            format_count(result->tuned[i]),
            csv_format_fixed(result->value[i], 2),
            format_count(parameter->low),
            format_count(parameter->high),
            NULL,
        };
        g_ptr_array_add(table, g_memdup2(cells, sizeof cells));
    }
    sheet_append(shown, "Tuned parameters", table, below, false);
    screen_print(shown->str);
}

/* How the first player of @pairing did against the second. */
static Estimate find_elo(const Totals *totals, int pairing)
{
    return standings_evaluate(&totals->pairings[pairing]).elo;
}

/* "not significantly better: -14 [-82, +54]": what an estimate of how much better the tuned player
 * is says. Owner: the caller. */
static char *format_verdict(Estimate better)
{
    const bool low = ESTIMATE_KINDS[better.kind].has_low,
               high = ESTIMATE_KINDS[better.kind].has_high;
    const char *verdict = low && better.low > 0     ? "better"
                          : high && better.high < 0 ? "worse"
                                                    : "not significantly better";
    g_autofree char *least = low ? format_difference(better.low) : g_strdup("unlimited");
    g_autofree char *most = high ? format_difference(better.high) : g_strdup("unlimited");
    g_autofree char *value = format_value(better, format_difference);

    return g_strdup_printf("%s: %s [%s, %s]", verdict, value, least, most);
}

/* Result of the check: the tuned player against the one at the start, or the difference between the
 * two against each opponent. */
static void print_check(const Spec *check, const Totals *totals)
{
    g_autofree char *table = report_cross_table(check, totals);
    const int opponents = (totals->count - 1) / 2;
    Estimate better = find_elo(totals, 0);
    g_autofree Estimate *leads = g_new(Estimate, (gsize)opponents);
    g_autofree char *verdict = NULL;

    for (int i = 0; i < opponents; i++)
        leads[i] = estimate_difference(find_elo(totals, 2 * i + 1), find_elo(totals, 2 * i + 2));
    if (opponents > 0)
        better = estimate_transform(estimate_sum(leads, opponents), 1.0 / opponents, 0);
    verdict = format_verdict(better);
    screen_print("\nCheck with new games\n");
    screen_print(table);
    printf("The tuned player is %s Elo%s\n", verdict,
           opponents > 0 ? " against these opponents" : "");
}

/* A check that the folder holds of an earlier tuning is thrown away, and with --force any; else it
 * goes on. */
static void choose_mode(const Spec *check, const char *folder, bool is_forced, RunOptions *options)
{
    g_autofree char *text = resume_read_spec(folder, NULL);
    g_autoptr(Spec) there = text != NULL ? spec_parse(text, folder, NULL, "", NULL, NULL) : NULL;

    options->force = text != NULL &&
                     (is_forced || there == NULL || !g_str_equal(there->identity, check->identity));
    options->resume = !options->force;
}

/* Whether what was found is what was there: then there is nothing to check. */
static bool is_start(const Spec *spec, const TuningResult *result)
{
    for (int i = 0; i < tuning_count(&spec->tuning); i++)
        if (result->tuned[i] != tuning_parameter(&spec->tuning, i)->start)
            return false;
    return true;
}

static int play_check(const Spec *spec, const RunOptions *options, const char *folder,
                      const TuningResult *result, GError **error)
{
    g_autofree char *own = g_build_filename(folder, TUNING_CHECK_FOLDER, NULL);
    RunOptions own_options = run_options_standard();
    g_auto(RunnerResult) played = {0};
    g_autoptr(Spec) check = spec_tuning_check(spec, result->tuned, result->openings, error);
    int status;

    if (check == NULL)
        return STATUS_FAILURE;
    own_options.jobs = options->jobs;
    own_options.progress = options->progress;
    choose_mode(check, own, options->force, &own_options);
    status = run_experiment(check, &own_options, own, &played, error);
    if (status == STATUS_OK && played.totals != NULL)
        print_check(check, played.totals);
    return status;
}

static int tune_player(const Spec *spec, const RunOptions *options, const char *folder,
                       GError **error)
{
    RunSignals signals = {0};
    ProgressLine line = {(ProgressKind)options->progress, 0};
    RunnerOptions tuning = {
        .folder = folder,
        .program = &PROGRAM,
        .stop = &signals.stop,
        .show = show_progress,
        .show_data = &line,
        .warn = print_warning,
    };
    g_auto(TuningResult) result = {0};
    bool good;
    int status;

    if (!run_options_read_mode(options, &tuning.mode, error))
        return STATUS_USAGE;
    tuning.jobs = (int)options->jobs;
    run_print_programs(spec);
    run_signals_watch(&signals);
    good = tuning_run(spec, &tuning, &result, error);
    run_signals_unwatch(&signals);
    progress_line_clear(&line);
    if (!good)
        return command_status(*error);
    status = say_end(&result, options, folder);
    if (status != STATUS_OK)
        return status;
    print_parameters(spec, &result);
    fflush(stdout);
    if (spec->tuning.check_games == 0)
        return STATUS_OK;
    if (is_start(spec, &result)) {
        screen_print("The tuning did not change any parameter: there is nothing to check.\n");
        return STATUS_OK;
    }
    return play_check(spec, options, folder, &result, error);
}

/* The tuning that the spec describes. Owner: the caller. */
static char *summarise_tuning(const Spec *spec)
{
    const Tuning *tuning = &spec->tuning;
    const uint64_t pairings = spec->named_count == 0 ? 1 : 1 + 2 * (uint64_t)spec->named_count;
    const uint64_t checks = tuning->check_games * pairings;
    g_autofree char *check =
        g_strdup_printf(", a check of %" G_GUINT64_FORMAT " game%s", checks, plural_ending(checks));

    return g_strdup_printf("%d parameter%s, %" G_GUINT64_FORMAT " iteration%s of %" G_GUINT64_FORMAT
                           " games%s",
                           tuning_count(tuning), plural_ending(tuning_count(tuning)),
                           tuning->iterations, plural_ending(tuning->iterations),
                           schedule_count(spec), tuning->check_games > 0 ? check : "");
}

int command_tune(const Command *command, int argc, char **argv, GError **error)
{
    g_auto(RunOptions) options = run_options_standard();
    Option entries[RUN_OPTION_COUNT];
    g_autoptr(Spec) spec = NULL;
    g_autofree char *folder = NULL, *summary = NULL;

    command_parse(command,
                  run_options_list(&options,
                                   "Games per pairing in each iteration (experiment.games)", true,
                                   entries),
                  &argc, argv);
    spec = run_options_open_spec(&options, argv[1], error);
    if (spec == NULL)
        return command_status(*error);
    if (spec->format != SPEC_TUNE)
        return command_fail(error, STATUS_USAGE,
                            "'%s' does not have format = tune: run it with 'agentchess run'",
                            argv[1]);
    folder = run_options_folder(&options, spec);
    summary = summarise_tuning(spec);
    return options.check ? run_check(spec, &options, summary, spec->tuning.iterations, error)
                         : tune_player(spec, &options, folder, error);
}
