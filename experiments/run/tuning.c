#include "experiments/run/tuning.h"

#include <math.h>

#include "experiments/numbers/spsa.h"
#include "experiments/run/runner.h"
#include "experiments/run/tuning_files.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

enum { PLUS, MINUS, SIDES };

/* What the games of a side ended with. */
typedef struct {
    int64_t wins, draws, losses;
} SideResult;

/* A tuning at work. */
typedef struct {
    const Spec *spec;
    const TuningOptions *options;
    TuningFiles *files;
    char **rows; /* the iterations played before */
    uint64_t row_count;
    TuningProgress progress;
    gint64 started;
    int64_t *played[SIDES]; /* the whole numbers of the present iteration */
    SideResult result[SIDES];
    GString *iterations,
        *tuning; /* what the files hold before they are opened, then rows to come */
    bool is_appending;
    bool is_stopped;
    bool has_warned;
    GError **error;
} Tuner;

void tuning_result_clear(TuningResult *result)
{
    g_clear_pointer(&result->value, g_free);
    g_clear_pointer(&result->tuned, g_free);
    g_clear_pointer(&result->openings, g_free);
}

/* Rounded so that the mean over @draw, even from 0 to below 1, is @value. */
static int64_t round_randomly(double value, double draw)
{
    return (int64_t)floor(value + draw);
}

static double draw_evenly(Random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static void choose_numbers(Tuner *tuner, const Spsa *spsa, Random *random)
{
    for (int i = 0; i < spsa->count; i++) {
        const double draw = draw_evenly(random);
        tuner->played[PLUS][i] = round_randomly(spsa->trial.plus[i], draw);
        tuner->played[MINUS][i] = round_randomly(spsa->trial.minus[i], draw);
    }
}

/* The games of each side in an iteration. */
static uint64_t games_of_side(const Spec *spec)
{
    return spec->games * (uint64_t)MAX(spec->named_count, 1);
}

/* Wins as 1, losses as -1, a game. */
static double score(const SideResult *result)
{
    return (double)(result->wins - result->losses) /
           (double)(result->wins + result->draws + result->losses);
}

static void add(SideResult *result, const PairingTotals *totals)
{
    result->wins += totals->wins;
    result->draws += totals->draws;
    result->losses += totals->losses;
}

/* Without opponents what one side wins the other loses. */
static void sum_up(Tuner *tuner, const Totals *totals)
{
    const int pairings = tuner->spec->named_count;

    for (int side = 0; side < SIDES; side++) {
        tuner->result[side] = (SideResult){0};
        for (int i = 0; i < pairings; i++)
            add(&tuner->result[side], &totals->pairings[side * pairings + i]);
    }
    if (pairings > 0)
        return;
    add(&tuner->result[PLUS], &totals->pairings[0]);
    tuner->result[MINUS] = (SideResult){
        .wins = tuner->result[PLUS].losses,
        .draws = tuner->result[PLUS].draws,
        .losses = tuner->result[PLUS].wins,
    };
}

static void show(const RunnerProgress *progress, void *data)
{
    Tuner *tuner = data;
    TuningProgress shown = tuner->progress;

    shown.games += progress->done;
    shown.seconds = (double)(g_get_monotonic_time() - tuner->started) / G_USEC_PER_SEC;
    if (tuner->options->show != NULL)
        tuner->options->show(&shown, tuner->options->show_data);
}

static void warn_of_forfeits(Tuner *tuner, const Forfeits *forfeits, const Spec *spec)
{
    g_autofree char *text = forfeits_report(forfeits, spec);

    if (text == NULL || tuner->has_warned || tuner->options->warn == NULL)
        return;
    tuner->has_warned = true;
    tuner->options->warn(text, tuner->options->warn_data);
}

static bool play(Tuner *tuner, const Spsa *spsa)
{
    g_autofree SpecIteration *iteration = g_new(SpecIteration, 1);
    const RunnerOptions options = {
        .jobs = tuner->options->jobs,
        .stop = tuner->options->stop,
        .show = show,
        .show_data = tuner,
    };
    g_auto(RunnerResult) result = {0};
    bool good;

    spec_tuning_iteration(tuner->spec, spsa->trial.iteration, tuner->played[PLUS],
                          tuner->played[MINUS], iteration);
    good = runner_run(&iteration->spec, &options, &result, tuner->error);
    if (good) {
        tuner->is_stopped = result.end == RUNNER_STOPPED;
        tuner->progress.games += result.played;
        warn_of_forfeits(tuner, result.forfeits, &iteration->spec);
        sum_up(tuner, result.totals);
    }
    if (good && result.end == RUNNER_BROKEN)
        good = experiments_fail(tuner->error,
                                "a player has forfeited %" G_GUINT64_FORMAT
                                " games in a row: after a repair, --resume continues",
                                tuner->spec->max_forfeits);
    spec_iteration_clear(iteration);
    return good && !tuner->is_stopped;
}

static void append_iteration(const Tuner *tuner, const Spsa *spsa, GString *csv)
{
    const uint64_t iteration = spsa->trial.iteration;
    TableRow row;

    row_init(&row, &TABLE_ITERATIONS);
    row_count(&row, (int64_t)iteration + 1);
    row_count(&row, (int64_t)schedule_count(tuner->spec));
    for (int side = 0; side < SIDES; side++) {
        row_count(&row, tuner->result[side].wins);
        row_count(&row, tuner->result[side].draws);
        row_count(&row, tuner->result[side].losses);
    }
    row_real(&row, spsa_gain(&spsa->gains, iteration));
    row_real(&row, spsa_aside(&spsa->gains, iteration));
    table_append_cells(csv, &row);
}

static void append_parameters(const Tuner *tuner, const Spsa *spsa, GString *csv)
{
    for (int i = 0; i < spsa->count; i++) {
        const TuningParameter *parameter = tuning_parameter(&tuner->spec->tuning, i);
        TableRow row;
        row_init(&row, &TABLE_TUNING);
        row_count(&row, (int64_t)spsa->trial.iteration + 1);
        row_text(&row, parameter->name);
        row_count(&row, spsa->trial.direction[i]);
        row_count(&row, tuner->played[PLUS][i]);
        row_count(&row, tuner->played[MINUS][i]);
        row_real(&row, spsa->value[i]);
        row_real(&row, (spsa->value[i] - (double)parameter->start) / parameter->step);
        table_append_cells(csv, &row);
    }
}

/* The columns of iterations.csv with the results of side 0; those of side 1 stand behind them. */
enum { FIRST_RESULT_COLUMN = 2, RESULT_COLUMNS = 3 };

static bool read_count(const char *text, uint64_t most, int64_t *out_count)
{
    guint64 count;

    if (!g_ascii_string_to_unsigned(text, 10, 0, most, &count, NULL))
        return false;
    *out_count = (int64_t)count;
    return true;
}

/* Reads the results of an iteration that was played before. All else that its row says follows from
 * them, and has to be the same. */
static bool read_row(Tuner *tuner, const Spsa *spsa)
{
    const char *row = tuner->rows[spsa->trial.iteration];
    const uint64_t games = games_of_side(tuner->spec);
    g_auto(GStrv) cells = csv_split(row);
    g_autoptr(GString) again = g_string_new(NULL);
    bool good = g_strv_length(cells) == TABLE_ITERATIONS.column_count;

    for (int side = 0; good && side < SIDES; side++) {
        char **cell = &cells[FIRST_RESULT_COLUMN + side * RESULT_COLUMNS];
        SideResult *result = &tuner->result[side];
        good = read_count(cell[0], games, &result->wins) &&
               read_count(cell[1], games, &result->draws) &&
               read_count(cell[2], games, &result->losses) &&
               (uint64_t)(result->wins + result->draws + result->losses) == games;
    }
    if (good) {
        append_iteration(tuner, spsa, again);
        g_string_truncate(again, again->len - 1); /* the line's end */
        good = g_str_equal(again->str, row);
    }
    return good || experiments_fail(tuner->error,
                                    "%s/%s, line %" G_GUINT64_FORMAT
                                    ": '%s' was not written by this tuning; --force starts again",
                                    tuner->options->folder, TABLE_ITERATIONS.file,
                                    spsa->trial.iteration + 2, row);
}

/* Writes what is known so far; from now on rows are appended. */
static bool begin_files(Tuner *tuner)
{
    if (tuner->is_appending)
        return true;
    tuner->is_appending = true;
    if (!tuning_files_begin(tuner->files, tuner->iterations, tuner->tuning, tuner->error))
        return false;
    g_string_truncate(tuner->iterations, 0);
    g_string_truncate(tuner->tuning, 0);
    return true;
}

static bool measure(const Spsa *spsa, Random *random, double *out_half_difference, void *data)
{
    Tuner *tuner = data;
    const bool was_played = spsa->trial.iteration < tuner->row_count;

    choose_numbers(tuner, spsa, random);
    if (was_played ? !read_row(tuner, spsa) : !begin_files(tuner) || !play(tuner, spsa))
        return false;
    *out_half_difference = (score(&tuner->result[PLUS]) - score(&tuner->result[MINUS])) / 2;
    return true;
}

static bool tell(const Spsa *spsa, void *data)
{
    Tuner *tuner = data;

    append_iteration(tuner, spsa, tuner->iterations);
    append_parameters(tuner, spsa, tuner->tuning);
    tuner->progress.iteration++;
    if (!tuner->is_appending)
        return true;
    if (!tuning_files_append(tuner->files, tuner->iterations, tuner->tuning, tuner->error))
        return false;
    g_string_truncate(tuner->iterations, 0);
    g_string_truncate(tuner->tuning, 0);
    return true;
}

static SpsaGains gains_of(const Tuning *tuning)
{
    return (SpsaGains){
        .gain = tuning->gain,
        .stability = tuning->stability * (double)tuning->iterations,
        .alpha = tuning->alpha,
        .gamma = tuning->gamma,
    };
}

/* Owner: the caller. */
static SpsaParameter *parameters_of(const Tuning *tuning)
{
    SpsaParameter *parameters = g_new(SpsaParameter, (gsize)tuning_count(tuning));

    for (int i = 0; i < tuning_count(tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(tuning, i);
        parameters[i] = (SpsaParameter){(double)parameter->start, (double)parameter->low,
                                        (double)parameter->high, parameter->step};
    }
    return parameters;
}

/* parameters.csv as text. Owner: the caller. */
static char *write_parameters(const Tuning *tuning, const TuningResult *result)
{
    GString *csv = g_string_new(NULL);

    table_append_head(csv, &TABLE_PARAMETERS);
    for (int i = 0; i < tuning_count(tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(tuning, i);
        TableRow row;
        row_init(&row, &TABLE_PARAMETERS);
        row_text(&row, parameter->name);
        row_count(&row, parameter->start);
        row_count(&row, parameter->low);
        row_count(&row, parameter->high);
        row_real(&row, parameter->step);
        row_real(&row, result->value[i]);
        row_count(&row, result->tuned[i]);
        table_append_cells(csv, &row);
    }
    return g_string_free(csv, FALSE);
}

static bool write_openings(Tuner *tuner, TuningResult *result, GError **error)
{
    g_autofree char *text = spec_tuning_held_back(tuner->spec);

    if (text == NULL)
        return true;
    result->openings = g_build_filename(tuner->options->folder, TUNING_CHECK_OPENINGS, NULL);
    return tuning_files_were_finished(tuner->files) ||
           tuning_files_write(tuner->files, TUNING_CHECK_OPENINGS, text, error);
}

/* Writes what the last iteration leaves. A tuning that was finished before has all of it. */
static bool finish(Tuner *tuner, TuningResult *result, GError **error)
{
    g_autofree char *parameters = write_parameters(&tuner->spec->tuning, result);
    g_autoptr(Totals) none = totals_new(tuner->spec->contest, 0);
    const ProvenanceRun run = {
        .program = tuner->options->program,
        .jobs = tuner->options->jobs,
        .seconds = (double)(g_get_monotonic_time() - tuner->started) / G_USEC_PER_SEC,
        .totals = none,
        .more_games = tuner->spec->tuning.iterations * schedule_count(tuner->spec),
    };

    if (!write_openings(tuner, result, error))
        return false;
    return tuning_files_were_finished(tuner->files) ||
           (begin_files(tuner) &&
            tuning_files_write(tuner->files, TABLE_PARAMETERS.file, parameters, error) &&
            tuning_files_finish(tuner->files, &run, error));
}

static bool go_through(Tuner *tuner, Spsa *spsa, TuningResult *out_result, GError **error)
{
    static const SpsaTask task = {measure, tell};
    const Tuning *tuning = &tuner->spec->tuning;
    TuningResult result = {.is_done =
                               spsa_run(spsa, tuner->spec->seed, tuning->iterations, &task, tuner)};

    if (!result.is_done && !tuner->is_stopped)
        return false;
    tuner->progress.seconds = (double)(g_get_monotonic_time() - tuner->started) / G_USEC_PER_SEC;
    result.progress = tuner->progress;
    result.value = g_memdup2(spsa->value, sizeof *spsa->value * (gsize)spsa->count);
    result.tuned = g_new(int64_t, (gsize)spsa->count);
    for (int i = 0; i < spsa->count; i++)
        result.tuned[i] = (int64_t)floor(spsa->value[i] + 0.5);
    if (result.is_done && !finish(tuner, &result, error)) {
        tuning_result_clear(&result);
        return false;
    }
    *out_result = result;
    return true;
}

bool tuning_run(const Spec *spec, const TuningOptions *options, TuningResult *out_result,
                GError **error)
{
    const Tuning *tuning = &spec->tuning;
    const SpsaGains gains = gains_of(tuning);
    g_autofree SpsaParameter *parameters = parameters_of(tuning);
    g_autofree int64_t *plus = tuning_values(tuning, TUNING_START);
    g_autofree int64_t *minus = tuning_values(tuning, TUNING_START);
    g_auto(GStrv) rows = NULL;
    g_autoptr(TuningFiles) files =
        tuning_files_open(spec, options->folder, options->mode, options->program, &rows, error);
    g_autoptr(GString) iterations = g_string_new(NULL), values = g_string_new(NULL);
    Tuner tuner = {
        .spec = spec,
        .options = options,
        .files = files,
        .rows = rows,
        .started = g_get_monotonic_time(),
        .played = {plus, minus},
        .iterations = iterations,
        .tuning = values,
        .error = error,
    };
    Spsa *spsa;
    bool good;

    if (files == NULL)
        return false;
    tuner.row_count = MIN(g_strv_length(rows), tuning->iterations);
    tuner.progress.iterations = tuning->iterations;
    tuner.progress.iterations_before = tuner.row_count;
    table_append_head(iterations, &TABLE_ITERATIONS);
    table_append_head(values, &TABLE_TUNING);
    spsa = spsa_new(&gains, parameters, tuning_count(tuning));
    good = go_through(&tuner, spsa, out_result, error);
    spsa_free(spsa);
    return good;
}
