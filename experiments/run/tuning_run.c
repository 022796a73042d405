#include "experiments/run/tuning_run.h"

#include <math.h>
#include <string.h>

#include "experiments/numbers/spsa.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_tuning.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gsl_tools.h"

#define CHECKPOINT_US (2 * G_USEC_PER_SEC)

enum { PLUS, MINUS, SIDES };

/* A tuning at work. */
typedef struct {
    const Spec *spec;
    const RunnerOptions *options;
    Journal *journal; /* NULL: the tuning was finished before */
    RunPoint point;   /* the next job is the number of the next iteration */
    SpsaGains gains;
    SpsaParameter *parameter; /* as many as the tuning has */
    CsvTable *rows; /* iterations.csv, NULL before the first iteration; the first @row_count
                       iterations are in it */
    uint64_t row_count;
    RunnerProgress progress;
    gint64 started, next_checkpoint;
    double seconds_before;  /* of earlier sessions */
    int64_t *played[SIDES]; /* the whole numbers of the present iteration */
    StatisticsScore result[SIDES];
    bool is_stopped;
    bool is_interrupted; /* games of an iteration cannot be played */
    bool has_warned;
    GError **error;
} Tuner;

void tuning_result_clear(TuningResult *result)
{
    g_clear_pointer(&result->value, g_free);
    g_clear_pointer(&result->tuned, g_free);
    g_clear_pointer(&result->openings, g_free);
}

static double seconds_of(const Tuner *tuner)
{
    return (double)(g_get_monotonic_time() - tuner->started) / G_USEC_PER_SEC;
}

/* Opens the folder. The results of the iterations that were played before are read from their
 * table, of which the journal has checked each byte. */
static bool open_folder(Tuner *tuner)
{
    const RunnerOptions *options = tuner->options;

    if (!journal_open(tuner->spec, options->folder, options->mode, JOURNAL_WHOLE, options->program,
                      &tuner->journal, &tuner->point, tuner->error))
        return false;
    if (tuner->journal != NULL && journal_notice(tuner->journal) != NULL && options->warn != NULL)
        options->warn(journal_notice(tuner->journal), options->warn_data);
    tuner->row_count =
        tuner->journal == NULL ? tuner->spec->tuning.iterations : tuner->point.next_job - 1;
    tuner->seconds_before = tuner->point.seconds;
    if (tuner->row_count > 0)
        tuner->rows = csv_table_read(options->folder, TABLE_ITERATIONS.file, tuner->error);
    return tuner->row_count == 0 || tuner->rows != NULL;
}

/* A tuning that is not finished can be resumed. */
static void close_folder(Tuner *tuner)
{
    g_clear_pointer(&tuner->journal, journal_free);
    g_clear_pointer(&tuner->rows, csv_table_free);
    run_point_clear(&tuner->point);
}

/* Games cannot be played: keeps the iterations so far; without any the folder is free for the next
 * attempt. */
static void break_off(Tuner *tuner)
{
    tuner->point.seconds = tuner->seconds_before + seconds_of(tuner);
    if (tuner->point.next_job > 1) {
        journal_checkpoint(tuner->journal, &tuner->point, NULL);
        runner_note_resumable(tuner->error);
    } else {
        journal_discard(g_steal_pointer(&tuner->journal));
    }
}

static bool write_checkpoint(Tuner *tuner)
{
    tuner->point.seconds = tuner->seconds_before + seconds_of(tuner);
    tuner->next_checkpoint = g_get_monotonic_time() + CHECKPOINT_US;
    return journal_checkpoint(tuner->journal, &tuner->point, tuner->error);
}

/* Rounded so that the mean over @draw, even from 0 to below 1, is @value. */
static int64_t round_randomly(double value, double draw)
{
    return (int64_t)floor(value + draw);
}

static void choose_numbers(Tuner *tuner, Random *random)
{
    const gsl_rng rng = random_gsl(random);

    for (int i = 0; i < tuning_count(&tuner->spec->tuning); i++) {
        const double draw = gsl_rng_uniform(&rng);
        tuner->played[PLUS][i] = round_randomly(tuner->parameter[i].plus, draw);
        tuner->played[MINUS][i] = round_randomly(tuner->parameter[i].minus, draw);
    }
}

/* Wins as 1, losses as -1, a game. */
static double score(StatisticsScore result)
{
    return (double)(result.wins - result.losses) / (double)statistics_count(result);
}

/* Without opponents what one side wins the other loses. */
static void sum_up(Tuner *tuner, const Totals *totals)
{
    StatisticsScore *result = tuner->result;
    const int pairings = tuner->spec->named_count;

    if (pairings == 0) {
        result[PLUS] = totals->pairings[0].score;
        result[MINUS] = statistics_reverse(result[PLUS]);
        return;
    }
    for (int side = 0; side < SIDES; side++) {
        result[side] = (StatisticsScore){0};
        for (int i = 0; i < pairings; i++)
            result[side] =
                statistics_add(result[side], totals->pairings[side * pairings + i].score);
    }
}

static void show(const RunnerProgress *progress, void *data)
{
    Tuner *tuner = data;
    RunnerProgress shown = tuner->progress;

    shown.games += progress->done;
    shown.seconds = seconds_of(tuner);
    if (tuner->options->show != NULL)
        tuner->options->show(&shown, tuner->options->show_data);
}

static void warn_of_forfeits(Tuner *tuner, const Forfeits *forfeits, const Spec *spec)
{
    g_autofree char *text = forfeits_report(forfeits, spec);

    if (text == NULL || tuner->has_warned || tuner->options->warn == NULL)
        return;
    tuner->has_warned = true;
    text[strlen(text) - 1] = '\0'; /* the end of its last line */
    tuner->options->warn(text, tuner->options->warn_data);
}

static bool play(Tuner *tuner, uint64_t number)
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

    spec_tuning_iteration(tuner->spec, number, tuner->played[PLUS], tuner->played[MINUS],
                          iteration);
    good = runner_run(&iteration->spec, &options, &result, tuner->error);
    tuner->is_interrupted = !good;
    if (good) {
        tuner->is_stopped = result.end == RUNNER_STOPPED;
        tuner->progress.games += result.progress.games;
        warn_of_forfeits(tuner, result.forfeits, &iteration->spec);
        sum_up(tuner, result.totals);
    }
    if (good && result.end == RUNNER_DONE) {
        totals_merge(tuner->point.totals, result.totals);
        forfeits_merge(tuner->point.forfeits, result.forfeits);
    }
    if (good && result.end == RUNNER_BROKEN)
        good = experiments_fail(tuner->error,
                                "a player has reached max-forfeits = %" G_GUINT64_FORMAT
                                ": fix the program, then repeat the command with --resume",
                                tuner->spec->max_forfeits);
    spec_iteration_clear(iteration);
    return good && !tuner->is_stopped;
}

static void append_iteration(const Tuner *tuner, uint64_t iteration, GString *csv)
{
    g_autoptr(TableRows) rows = table_rows_new(&TABLE_ITERATIONS);

    row_count(rows, (int64_t)iteration + 1);
    row_count(rows, (int64_t)schedule_count(tuner->spec));
    for (int side = 0; side < SIDES; side++) {
        row_count(rows, tuner->result[side].wins);
        row_count(rows, tuner->result[side].draws);
        row_count(rows, tuner->result[side].losses);
    }
    row_real(rows, spsa_gain(&tuner->gains, iteration));
    row_real(rows, spsa_aside(&tuner->gains, iteration));
    table_append_rows(csv, rows, "");
}

static void append_parameters(const Tuner *tuner, uint64_t iteration, GString *csv)
{
    g_autoptr(TableRows) rows = table_rows_new(&TABLE_TUNING);

    for (int i = 0; i < tuning_count(&tuner->spec->tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(&tuner->spec->tuning, i);
        const SpsaParameter *now = &tuner->parameter[i];
        row_count(rows, (int64_t)iteration + 1);
        row_text(rows, parameter->name);
        row_count(rows, now->direction);
        row_count(rows, tuner->played[PLUS][i]);
        row_count(rows, tuner->played[MINUS][i]);
        row_real(rows, now->value);
        row_real(rows, (now->value - (double)parameter->start) / parameter->step);
    }
    table_append_rows(csv, rows, "");
}

/* Reads the results of an iteration that was played before. */
static bool read_results(Tuner *tuner, uint64_t iteration)
{
    static const char *const columns[SIDES][3] = {
        {"plus_wins", "plus_draws", "plus_losses"},
        {"minus_wins", "minus_draws", "minus_losses"},
    };
    const int row = (int)iteration + 1;

    for (int side = 0; side < SIDES; side++) {
        StatisticsScore *result = &tuner->result[side];
        int64_t *const numbers[] = {&result->wins, &result->draws, &result->losses};
        for (int i = 0; i < (int)G_N_ELEMENTS(numbers); i++)
            if (!csv_table_number(tuner->rows, row, columns[side][i], 0, MATCH_MOST, numbers[i],
                                  tuner->error))
                return false;
        if (statistics_count(*result) == 0)
            return csv_table_fail(tuner->rows, row, tuner->error, "%s, %s and %s are all 0",
                                  columns[side][0], columns[side][1], columns[side][2]);
    }
    return true;
}

static bool write_iteration(Tuner *tuner, uint64_t number)
{
    g_autoptr(GString) iteration = g_string_new(NULL), values = g_string_new(NULL);

    append_iteration(tuner, number, iteration);
    append_parameters(tuner, number, values);
    tuner->point.next_job++;
    return journal_append(tuner->journal, RECORDS_ITERATIONS, iteration, tuner->error) &&
           journal_append(tuner->journal, RECORDS_TUNING, values, tuner->error) &&
           (g_get_monotonic_time() < tuner->next_checkpoint || write_checkpoint(tuner));
}

/* Goes through all iterations; false if one of them fails or is stopped. */
static bool iterate(Tuner *tuner)
{
    const Tuning *tuning = &tuner->spec->tuning;
    const int count = tuning_count(tuning);

    for (uint64_t i = 0; i < tuning->iterations; i++) {
        const bool is_known = i < tuner->row_count;
        Random random = spsa_begin(&tuner->gains, tuner->parameter, count, tuner->spec->seed, i);
        choose_numbers(tuner, &random);
        if (is_known ? !read_results(tuner, i) : !play(tuner, i))
            return false;
        spsa_follow(&tuner->gains, tuner->parameter, count, i,
                    (score(tuner->result[PLUS]) - score(tuner->result[MINUS])) / 2);
        tuner->progress.done++;
        if (!is_known && !write_iteration(tuner, i))
            return false;
    }
    return true;
}

/* Owner: the caller. */
static SpsaParameter *parameters_of(const Tuning *tuning)
{
    SpsaParameter *parameters = g_new(SpsaParameter, (gsize)tuning_count(tuning));

    for (int i = 0; i < tuning_count(tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(tuning, i);
        parameters[i] = (SpsaParameter){(double)parameter->low, (double)parameter->high,
                                        parameter->step, (double)parameter->start};
    }
    return parameters;
}

/* parameters.csv as text. Owner: the caller. */
static char *write_parameters(const Tuning *tuning, const TuningResult *result)
{
    g_autoptr(TableRows) rows = table_rows_new(&TABLE_PARAMETERS);

    for (int i = 0; i < tuning_count(tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(tuning, i);
        row_text(rows, parameter->name);
        row_count(rows, parameter->start);
        row_count(rows, parameter->low);
        row_count(rows, parameter->high);
        row_real(rows, parameter->step);
        row_real(rows, result->value[i]);
        row_count(rows, result->tuned[i]);
    }
    return table_format(rows, TABLE_FORMAT_CSV);
}

/* Writes what the last iteration leaves. A tuning that was finished before has all of it. */
static bool finish(Tuner *tuner, TuningResult *result)
{
    g_autofree char *parameters = write_parameters(&tuner->spec->tuning, result);
    g_autofree char *openings = spec_tuning_held_back(tuner->spec);
    const ProvenanceRun run = {
        .program = tuner->options->program,
        .jobs = tuner->options->jobs,
        .seconds = tuner->seconds_before + seconds_of(tuner),
        .totals = tuner->point.totals,
        .forfeits = tuner->point.forfeits,
    };

    if (openings != NULL)
        result->openings = g_build_filename(tuner->options->folder, TUNING_CHECK_OPENINGS, NULL);
    return tuner->journal == NULL ||
           ((openings == NULL ||
             journal_put_file(tuner->journal, TUNING_CHECK_OPENINGS, openings, tuner->error)) &&
            journal_put_file(tuner->journal, TABLE_PARAMETERS.file, parameters, tuner->error) &&
            journal_finish(tuner->journal, &run, false, tuner->error));
}

static bool go_through(Tuner *tuner, TuningResult *out_result)
{
    const int count = tuning_count(&tuner->spec->tuning);
    TuningResult result = {.is_done = iterate(tuner)};

    if (!result.is_done && (!tuner->is_stopped || !write_checkpoint(tuner)))
        return false;
    tuner->progress.seconds = seconds_of(tuner);
    result.progress = tuner->progress;
    result.value = g_new(double, (gsize)count);
    result.tuned = g_new(int64_t, (gsize)count);
    for (int i = 0; i < count; i++) {
        result.value[i] = tuner->parameter[i].value;
        result.tuned[i] = (int64_t)floor(result.value[i] + 0.5);
    }
    if (result.is_done && !finish(tuner, &result)) {
        tuning_result_clear(&result);
        return false;
    }
    *out_result = result;
    return true;
}

bool tuning_run(const Spec *spec, const RunnerOptions *options, TuningResult *out_result,
                GError **error)
{
    const Tuning *tuning = &spec->tuning;
    g_autofree SpsaParameter *parameters = parameters_of(tuning);
    g_autofree int64_t *plus = tuning_values(tuning, TUNING_START);
    g_autofree int64_t *minus = tuning_values(tuning, TUNING_START);
    const gint64 now = g_get_monotonic_time();
    Tuner tuner = {
        .spec = spec,
        .options = options,
        .gains = tuning->gains,
        .parameter = parameters,
        .started = now,
        .next_checkpoint = now + CHECKPOINT_US,
        .played = {plus, minus},
        .progress = {.total = tuning->iterations},
        .error = error,
    };
    bool good = match_check_programs(spec, error) && open_folder(&tuner);

    tuner.gains.stability *= (double)tuning->iterations;
    tuner.progress.done_before = tuner.row_count;
    good = good && go_through(&tuner, out_result);
    if (tuner.is_interrupted)
        break_off(&tuner);
    close_folder(&tuner);
    return good;
}
