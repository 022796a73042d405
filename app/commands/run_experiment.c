#include "app/commands/run_experiment.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "experiments/numbers/elo.h"
#include "experiments/report/report.h"
#include "experiments/run/forecast.h"
#include "experiments/run/growth.h"
#include "experiments/spec/schedule.h"

#define CHECK_SECONDS 2.0 /* that a forecast may take where nothing waits for it */
#define STANDARD_WIDTH 80

RunOptions run_options_standard(void)
{
    return (RunOptions){
        .jobs = CLAMP(g_get_num_processors(), 1, RUN_MAX_JOBS),
        .seed = RUN_SEED_OF_SPEC,
        .progress = command_has_terminal(STDERR_FILENO) ? PROGRESS_LINE : PROGRESS_PLAIN,
    };
}

const Option *run_options_list(RunOptions *options, const char *games, bool has_spec,
                               Option out_list[static RUN_OPTION_COUNT])
{
    static const char *const progress[PROGRESS_COUNT + 1] = {"line", "plain", "none"};
    const Option list[RUN_OPTION_COUNT] = {
        {"games", 'g', "N", games, .number = &options->games, .min = 1, .max = 1000000000},
        {"seed", 0, "N",
         has_spec ? "Seed of all random draws (experiment.seed)" : "Seed of all random draws (1)",
         .number = &options->seed, .max = G_MAXINT64},
        {"jobs", 'j', "N", "Games played at the same time (one per processor)",
         .number = &options->jobs, .min = 1, .max = RUN_MAX_JOBS},
        {"output", 'o', "DIR", "Folder for the files", .file = &options->output},
        {"resume", 'r', NULL,
         has_spec ? "Continue the run in the folder, or start it"
                  : "Continue the match in the folder, or start it; requires --output",
         .on = &options->resume},
        {"force", 0, NULL,
         has_spec ? "Delete the run in the folder first"
                  : "Delete the match in the folder first; requires --output",
         .on = &options->force},
        {"set", 's', "GROUP.KEY=VALUE",
         has_spec ? "Set a key of the spec; may be repeated"
                  : "Set a key, as in a spec; may be repeated",
         .texts = &options->settings},
        {"strict", 0, NULL, "Refuse a file of openings in which a line or game cannot be used",
         .on = &options->strict},
        {"progress", 0, NULL, "Update one line, print a line every ten seconds, or print nothing",
         .choice = &options->progress, .choices = progress},
        ENGINE_OPTION(&options->engines),
        {has_spec ? "check" : NULL, 'c', NULL,
         "Only check the spec and estimate the duration of the run", .on = &options->check},
        {"try-programs", 0, NULL, "With --check: also start the external programs",
         .on = &options->try_programs},
        {NULL},
    };

    memcpy(out_list, list, sizeof list);
    return out_list;
}

void run_options_clear(RunOptions *options)
{
    g_clear_pointer(&options->settings, g_free);
    g_clear_pointer(&options->engines, g_free);
}

static void add_setting(GStrvBuilder *settings, const char *key, uint64_t number)
{
    g_autofree char *text = g_strdup_printf("experiment.%s=%" G_GUINT64_FORMAT, key, number);

    g_strv_builder_add(settings, text);
}

char **run_options_settings(const RunOptions *options, GError **error)
{
    g_autoptr(GStrvBuilder) settings = g_strv_builder_new();
    g_autoptr(Engines) engines = NULL;

    if (options->settings != NULL)
        g_strv_builder_addv(settings, (const char **)options->settings);
    engines = engine_option_read(options->engines, settings, error);
    if (engines == NULL)
        return NULL;
    if (options->strict)
        g_strv_builder_add(settings, "openings.strict=on");
    if (options->games > 0)
        add_setting(settings, "games", options->games);
    if (options->seed != RUN_SEED_OF_SPEC)
        add_setting(settings, "seed", options->seed);
    return g_strv_builder_end(settings);
}

Spec *run_options_open_spec(const RunOptions *options, const char *name, GError **error)
{
    g_auto(GStrv) settings = NULL;
    g_autofree char *path = NULL;

    if (options->try_programs && !options->check)
        return experiments_fail_usage(error, "--try-programs requires --check");
    settings = run_options_settings(options, error);
    path = settings != NULL ? data_find(DATA_SPEC, name, error) : NULL;
    return path != NULL ? spec_load(path, (const char *const *)settings, error) : NULL;
}

char *run_options_folder(const RunOptions *options, const Spec *spec)
{
    return options->output != NULL ? g_strdup(options->output)
                                   : g_build_filename("results", spec->name, NULL);
}

static gboolean on_signal(gpointer data)
{
    RunSignals *signals = data;

    if (signals->stop)
        _exit(STATUS_INTERRUPTED);
    signals->stop = true;
    if (signals->sentence != NULL && command_has_terminal(STDERR_FILENO))
        screen_erase_line();
    if (signals->sentence != NULL)
        fprintf(stderr, "%s\n", signals->sentence);
    return G_SOURCE_CONTINUE;
}

/* A terminal that is closed may send the signal twice. */
static gboolean on_hangup(gpointer data)
{
    return ((RunSignals *)data)->stop ? G_SOURCE_CONTINUE : on_signal(data);
}

/* nohup has the program ignore the end of its terminal. */
static bool is_ignored(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void run_signals_watch(RunSignals *signals)
{
    signals->sources[0] = g_unix_signal_add(SIGINT, on_signal, signals);
    signals->sources[1] = g_unix_signal_add(SIGTERM, on_signal, signals);
    signals->sources[2] = is_ignored(SIGHUP) ? 0 : g_unix_signal_add(SIGHUP, on_hangup, signals);
    signal(SIGXFSZ, SIG_IGN); /* a file too big for its limit is an error like a full disk */
}

void run_signals_unwatch(RunSignals *signals)
{
    for (int i = 0; i < RUN_SIGNALS_COUNT; i++)
        if (signals->sources[i] != 0)
            g_source_remove(signals->sources[i]);
}

void progress_line_show(ProgressLine *line, double seconds, const char *text)
{
    const int width = screen_width(STDERR_FILENO);
    const glong room = (width > 0 ? width : STANDARD_WIDTH) - 1;
    const double pause = line->kind == PROGRESS_LINE ? 0.1 : PROGRESS_PLAIN_SECONDS;
    g_autofree char *fitting = g_utf8_substring(text, 0, MIN(room, g_utf8_strlen(text, -1)));

    if (line->kind == PROGRESS_NONE || seconds < line->said_at + pause)
        return;
    line->said_at = seconds;
    if (line->kind == PROGRESS_LINE) {
        screen_erase_line();
        fputs(fitting, stderr);
    } else {
        fprintf(stderr, "%s\n", text);
    }
}

void progress_line_clear(const ProgressLine *line)
{
    if (line->kind == PROGRESS_LINE)
        screen_erase_line();
}

/* Says on stderr how many openings were skipped, and why; nothing if none was. With factors each
 * cell has read its own. */
static void say_openings(const Spec *spec)
{
    const int cells = spec->cells != NULL ? spec->factors.cells : 1;

    for (int i = 0; i < cells; i++) {
        const Spec *cell = spec->cells != NULL ? spec->cells[i] : spec;
        if (cell->openings.positions.skipped != NULL)
            command_print_note("openings: %s", cell->openings.positions.skipped);
    }
}

/* A run under way. */
typedef struct {
    const Spec *spec;
    Shard shard;
    int jobs;
    ProgressLine line;
} Progress;

/* Limits of the time spent on the forecast of a run. */
#define FORECAST_SECONDS 0.5
#define FORECAST_SHARE 20        /* of so many games one may be tried, */
#define FORECAST_MOST 100        /* and no more games than these: they tell enough */
#define FORECAST_WORTH_SAYING 10 /* seconds */

/* Says how long the run is going to take, if that is worth a word; external programs are not
 * started for it. */
static void say_forecast(void *data)
{
    const Progress *progress = data;
    const ForecastOptions options = {
        .shard = progress->shard,
        .jobs = progress->jobs,
        .seconds = FORECAST_SECONDS,
        .most_games = MIN(schedule_count(progress->spec) / progress->shard.count / FORECAST_SHARE,
                          FORECAST_MOST),
    };
    g_autofree char *text = NULL;
    Forecast forecast;

    if (progress->line.kind == PROGRESS_NONE || options.most_games == 0 ||
        spec_has_programs(progress->spec) ||
        !forecast_make(progress->spec, &options, &forecast, NULL) ||
        forecast.seconds < FORECAST_WORTH_SAYING)
        return;
    text = forecast_format(&forecast);
    fprintf(stderr, "%s\n", text);
}

static void show_progress(const RunnerProgress *standing, void *data)
{
    Progress *progress = data;
    g_autofree char *text = report_progress(progress->spec, standing);

    progress_line_show(&progress->line, standing->seconds, text);
}

bool run_options_read_mode(const RunOptions *options, JournalMode *out_mode, GError **error)
{
    if (options->resume && options->force)
        return experiments_fail_usage(error, "--resume cannot be combined with --force");
    *out_mode = options->force ? JOURNAL_FORCE : options->resume ? JOURNAL_RESUME : JOURNAL_BEGIN;
    return true;
}

/* Reads --shard, "3/8"; all of the run without it. */
static bool read_shard(const RunOptions *options, Shard *out_shard, GError **error)
{
    const char *text = options->shard;
    g_auto(GStrv) parts = g_strsplit(text != NULL ? text : "1/1", "/", 2);
    guint64 number, count;

    if (g_strv_length(parts) != 2 ||
        !g_ascii_string_to_unsigned(parts[1], 10, 1, SCHEDULE_MAX_SHARDS, &count, NULL) ||
        !g_ascii_string_to_unsigned(parts[0], 10, 1, count, &number, NULL))
        return experiments_fail_usage(error,
                                      "--shard is '%s', not I/N with I from 1 to N and N up to %d",
                                      text, SCHEDULE_MAX_SHARDS);
    *out_shard = (Shard){number, count};
    return true;
}

/* The players of @spec that start external programs, a line each. */
static void print_programs(const Spec *spec, FILE *file)
{
    for (int i = 0; i < spec->player_count; i++) {
        const SpecPlayer *player = &spec->players[i];
        if (player->command != NULL) {
            g_auto(GStrv) commands = g_strsplit(player->command, "\n", -1);
            for (char **line = commands; *line != NULL; line++) {
                g_autofree char *command = g_strescape(*line, NULL);
                fprintf(file, "  %s: %s\n", player->name, command);
            }
        }
    }
}

void run_print_programs(const Spec *spec)
{
    if (!spec_has_programs(spec))
        return;
    fputs("this run starts external programs:\n", stderr);
    print_programs(spec, stderr);
}

/* What lead the games of a pairing are enough for. */
static void print_power(const Spec *spec)
{
    static const int draws[] = {30, 50, 70, 85}, leads[] = {5, 10, 20, 50};

    if (!spec->contest->tally->by_pairing || spec->format == SPEC_SPRT || spec->format == SPEC_RACE)
        return;
    printf("%" G_GUINT64_FORMAT
           " game%s per pairing show a lead with a probability of %.0f %% if it is",
           spec->games, plural_ending(spec->games), 100 * ELO_POWER);
    for (size_t i = 0; i < G_N_ELEMENTS(draws); i++)
        printf("%s %.0f Elo (%d %% draws)", i == 0 ? "" : ",",
               elo_detected((double)spec->games, elo_deviation(draws[i] / 100.0)), draws[i]);
    printf("\ngames needed, times the share of games that are not drawn:");
    for (size_t i = 0; i < G_N_ELEMENTS(leads); i++)
        printf("%s %.0f for %d Elo", i == 0 ? "" : ",",
               elo_games_needed(leads[i], elo_deviation(0)), leads[i]);
    putchar('\n');
}

int run_check(const Spec *spec, const RunOptions *options, const char *summary, uint64_t times,
              GError **error)
{
    g_autoptr(Forfeits) forfeits = forfeits_new(spec->player_count);
    ForecastOptions forecast_options = {
        .seconds = CHECK_SECONDS, .most_games = UINT64_MAX, .forfeits = forfeits};
    g_autoptr(GError) fault = NULL;
    g_autofree char *text = NULL, *faults = NULL;
    JournalMode mode;
    Forecast forecast;

    forecast_options.jobs = (int)options->jobs;
    if (!run_options_read_mode(options, &mode, error) ||
        !read_shard(options, &forecast_options.shard, error))
        return STATUS_USAGE;
    printf("%s: %s\n", spec->name, summary);
    print_power(spec);
    fflush(stdout); /* what follows may take a while */
    say_openings(spec);
    if (spec_has_programs(spec) && !options->try_programs) {
        printf("no sample game was played, because the spec starts external programs; "
               "--try-programs starts them:\n");
        print_programs(spec, stdout);
        return match_check_programs(spec, error) ? STATUS_OK : STATUS_FAILURE;
    }
    if (!forecast_make(spec, &forecast_options, &forecast, &fault)) {
        if (!options->try_programs) {
            printf("no sample game was played: %s\n", fault->message);
            return STATUS_OK;
        }
        g_propagate_error(error, g_steal_pointer(&fault));
        return STATUS_FAILURE;
    }
    forecast.seconds *= (double)times;
    forecast.games *= times;
    text = forecast_format(&forecast);
    printf("%s\n", text);
    faults = forfeits_report(forfeits, spec);
    if (faults != NULL)
        fputs(faults, stderr);
    return faults == NULL ? STATUS_OK : STATUS_FAILURE;
}

int run_print_faults(const Spec *spec, const Totals *totals, const Forfeits *forfeits)
{
    g_autofree char *text = forfeits_report(forfeits, spec);
    int status = STATUS_OK;
    int64_t claims = 0;

    if (text != NULL)
        fputs(text, stderr);
    for (int i = 0; i < totals->count; i++)
        claims += totals->pairings[i].terminations[TERMINATION_DRAW_CLAIM];
    if (claims > 0)
        fprintf(stderr,
                "%" G_GINT64_FORMAT
                " game%s ended with a draw claim; rules.draw-claims=off forbids draw claims\n",
                claims, plural_ending(claims));
    for (int i = 0; i < forfeits->count; i++)
        if (forfeits_void_score(forfeits, i))
            status = STATUS_FAILURE;
    return status;
}

void run_print_failures(const Spec *spec, const Forfeits *forfeits)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);

    forfeits_add_notes(forfeits, spec, "", notes);
    for (guint i = 0; i < notes->len; i++)
        puts(notes->pdata[i]);
}

/* Of which games there are fewer than were asked for, whose fault that is, and what to do. */
static int say_broken(const Spec *spec, const RunOptions *options, const char *folder,
                      const RunnerResult *result)
{
    for (int i = 0; i < spec->player_count; i++)
        if (result->broken[i])
            fprintf(stderr,
                    "%s has reached max-forfeits = %" G_GUINT64_FORMAT
                    ": its remaining games are not played\n",
                    spec->players[i].name, spec->max_forfeits);
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *pairing = &spec->pairings[i];
        if (result->missing[i] == 0)
            continue;
        fprintf(stderr, "missing: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " game%s",
                result->missing[i], spec->games, plural_ending(spec->games));
        for (int j = 0; spec->format != SPEC_RANDOM_SEATS && j < spec->contest->sides; j++)
            fprintf(stderr, " %s %s", j == 0 ? "of" : "and",
                    spec->players[pairing->players[j]].name);
        fputc('\n', stderr);
    }
    if (folder != NULL)
        fprintf(
            stderr,
            "fix the program, then repeat the command with --resume%s: the run continues at the "
            "%s; this game and all later ones are played again\n",
            options->force ? " instead of --force" : "",
            spec->format == SPEC_RACE ? "last checkpoint" : "first of these forfeits");
    return STATUS_FAILURE;
}

static int say_end(const Spec *spec, const RunOptions *options, const char *folder,
                   const RunnerResult *result)
{
    const RunnerProgress *progress = &result->progress;
    const double rate = progress->seconds > 0 ? (double)progress->games / progress->seconds : 0;

    switch (result->end) {
    case RUNNER_WAS_DONE:
        fprintf(stderr, "the run in '%s' is finished; no games are played\n", folder);
        return STATUS_OK;
    case RUNNER_STOPPED:
        fprintf(stderr, "stopped after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " game%s%s\n",
                progress->done, progress->total, plural_ending(progress->total),
                folder == NULL ? ""
                : options->force
                    ? "; repeat the command with --resume instead of --force to continue"
                    : "; repeat the command with --resume to continue");
        return STATUS_INTERRUPTED;
    case RUNNER_BROKEN:
        return say_broken(spec, options, folder, result);
    case RUNNER_DONE:
        break;
    }
    if (folder != NULL)
        fprintf(stderr, "%" G_GUINT64_FORMAT " game%s in %.2f s, %.0f games/s; files in %s\n",
                progress->games, plural_ending(progress->games), progress->seconds, rate, folder);
    return STATUS_OK;
}

/* Shards of one run have folders of their own in its folder. Owner: the caller. */
static char *shard_folder(const char *folder, Shard shard)
{
    g_autofree char *name = NULL;

    if (shard.count == 1 || folder == NULL)
        return g_strdup(folder);
    name = g_strdup_printf("shard-%" G_GUINT64_FORMAT "-of-%" G_GUINT64_FORMAT, shard.number,
                           shard.count);
    return g_build_filename(folder, name, NULL);
}

static int play_games(const Spec *spec, const RunOptions *options, const char *folder, Shard shard,
                      RunnerResult *out_result, GError **error)
{
    RunSignals signals = {
        .sentence = "finishing the games in progress; press Ctrl-C again to stop at once"};
    Progress progress = {spec, shard, (int)options->jobs, {(ProgressKind)options->progress, 0}};
    RunnerOptions runner = {
        .jobs = (int)options->jobs,
        .shard = shard,
        .folder = folder,
        .program = &PROGRAM,
        .gzip = options->gzip,
        .warn = command_warn,
        .stop = &signals.stop,
        .begin = say_forecast,
        .show = show_progress,
        .show_data = &progress,
    };
    int faults, end;
    bool good;

    if (!run_options_read_mode(options, &runner.mode, error))
        return STATUS_USAGE;
    run_signals_watch(&signals);
    good = growth_run(spec, &runner, out_result, error);
    run_signals_unwatch(&signals);
    progress_line_clear(&progress.line);
    if (out_result->has_memory)
        command_print_memory(&out_result->memory);
    if (!good)
        return command_status(*error);
    faults = run_print_faults(spec, out_result->totals, out_result->forfeits);
    end = say_end(spec, options, folder, out_result);
    return end != STATUS_OK ? end : faults;
}

int run_experiment(const Spec *spec, const RunOptions *options, const char *folder,
                   RunnerResult *out_result, GError **error)
{
    g_autofree char *own_folder = NULL;
    Shard shard;
    int status;

    if (!read_shard(options, &shard, error))
        return STATUS_USAGE;
    if (options->gzip && options->shard != NULL)
        return command_fail(error, STATUS_USAGE,
                            "--gzip applies only to whole runs: use it with 'agentchess merge', "
                            "which combines the shards");
    own_folder = shard_folder(folder, shard);
    status = play_games(spec, options, own_folder, shard, out_result, error);
    say_openings(spec);
    return status;
}
