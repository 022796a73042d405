#include "experiments/run/tuning.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "experiments/numbers/spsa.h"
#include "experiments/run/datapackage.h"
#include "experiments/run/integrity.h"
#include "experiments/run/runner.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"

/* In FOLDER_TUNING, before the spec in full. */
#define PROGRAM_LINE "# program "
#define IDENTITY_LINE "# identity "

enum { PLUS, MINUS, SIDES };

/* What the games of a side ended with. */
typedef struct {
    int64_t wins, draws, losses;
} SideResult;

/* A table that grows with the iterations. */
typedef struct {
    const Table *table;
    GString *text; /* what the file holds before it is opened, then rows to come */
    int fd;        /* -1: not open */
} GrowingTable;

/* In the order of writing: the row that counts comes last. */
enum { VALUES, ITERATIONS, GROWING };

/* A tuning at work. */
typedef struct {
    const Spec *spec;
    const TuningOptions *options;
    int lock;    /* of the folder; -1: not taken */
    char **rows; /* the iterations played before: the rows of iterations.csv without its head */
    uint64_t row_count;
    bool was_finished; /* run.json was there before */
    TuningProgress progress;
    gint64 started;
    int64_t *played[SIDES]; /* the whole numbers of the present iteration */
    SideResult result[SIDES];
    GrowingTable growing[GROWING];
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

/* What datapackage.json describes of a tuning; TUNING_CHECK_OPENINGS only if there are any. */
static const char *const DESCRIBED[] = {
    "tuning.csv",
    "iterations.csv",
    "parameters.csv",
    TUNING_CHECK_OPENINGS,
};

static bool has(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Writes the file @name, whole or not at all. */
static bool write_file(const Tuner *tuner, const char *name, const char *text)
{
    return folder_put(tuner->options->folder, name, text, strlen(text), tuner->error);
}

/* Whether a tuning may begin, go on or start again in @folder. */
static bool check_state(const char *folder, JournalMode mode, GError **error)
{
    FolderState state;

    if (!folder_inspect(folder, &state, error))
        return false;
    if (!has(folder, FOLDER_TUNING))
        return state == FOLDER_MISSING || state == FOLDER_EMPTY ||
               experiments_fail(error,
                                "%s contains files, but no tuning: choose an empty or a new folder",
                                folder);
    if (mode != JOURNAL_BEGIN)
        return true;
    if (folder_is_locked(folder))
        return experiments_fail(error, "another tuning is using %s", folder);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                "%s contains %s tuning: --resume %s, --force starts again", folder,
                state == FOLDER_FINISHED ? "a finished" : "an unfinished",
                state == FOLDER_FINISHED ? "shows it" : "continues it");
    return false;
}

/* The rest of the line of @text that begins with @head, or "". Owner: the caller. */
static char *get_line(const char *text, const char *head)
{
    const char *line = strstr(text, head);

    return line != NULL ? g_strndup(line + strlen(head), strcspn(line + strlen(head), "\n"))
                        : g_strdup("");
}

/* The tuning in the folder must be the same as this one, by the same program. */
static bool check_same(const Tuner *tuner)
{
    const char *folder = tuner->options->folder;
    g_autofree char *path = g_build_filename(folder, FOLDER_TUNING, NULL);
    g_autofree char *here = resume_name_program(tuner->options->program);
    g_autofree char *text = text_file_read(path, NULL, tuner->error);
    g_autofree char *identity = text != NULL ? get_line(text, IDENTITY_LINE) : NULL;
    g_autofree char *there = text != NULL ? get_line(text, PROGRAM_LINE) : NULL;

    return text != NULL &&
           resume_check_identity(tuner->spec, folder, identity, text, tuner->error) &&
           resume_check_program(folder, there, here, tuner->error);
}

static bool write_spec(const Tuner *tuner)
{
    g_autofree char *name = resume_name_program(tuner->options->program);
    g_autofree char *text = g_strdup_printf(PROGRAM_LINE "%s\n" IDENTITY_LINE "%s\n\n%s", name,
                                            tuner->spec->identity, tuner->spec->resolved);

    return write_file(tuner, FOLDER_TUNING, text);
}

/* The whole lines of iterations.csv but its head; what a kill left of a row is none. Owner: the
 * caller. */
static char **read_rows(const Tuner *tuner)
{
    const char *folder = tuner->options->folder;
    g_autofree char *path = g_build_filename(folder, TABLE_ITERATIONS.file, NULL);
    g_autoptr(GStrvBuilder) rows = g_strv_builder_new();
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (!has(folder, TABLE_ITERATIONS.file))
        return g_strv_builder_end(rows);
    text = text_file_read(path, NULL, tuner->error);
    if (text == NULL)
        return NULL;
    lines = g_strsplit(text, "\n", -1);
    for (int i = 1; lines[0] != NULL && lines[i] != NULL && lines[i + 1] != NULL; i++)
        g_strv_builder_add(rows, lines[i]);
    return g_strv_builder_end(rows);
}

static void remove_file(const char *folder, const char *name)
{
    folder_remove_ending(folder, name, FOLDER_NEW);
    folder_remove(folder, name);
}

/* The spec is removed last: until then the folder is one of ours. */
static void remove_files(const char *folder)
{
    remove_file(folder, FOLDER_RUN);
    remove_file(folder, FOLDER_DATAPACKAGE);
    for (size_t i = 0; i < G_N_ELEMENTS(DESCRIBED); i++)
        remove_file(folder, DESCRIBED[i]);
    remove_file(folder, FOLDER_TUNING);
}

static bool open_folder(Tuner *tuner)
{
    const char *folder = tuner->options->folder;
    const JournalMode mode = tuner->options->mode;

    if (!check_state(folder, mode, tuner->error))
        return false;
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return folder_fail("make the folder", folder, "", tuner->error);
    tuner->lock = folder_lock(folder, tuner->error);
    if (tuner->lock < 0 || /* another tuning may just have begun */
        !check_state(folder, mode, tuner->error))
        return false;
    if (mode == JOURNAL_FORCE)
        remove_files(folder);
    if (has(folder, FOLDER_TUNING) ? !check_same(tuner) : !write_spec(tuner))
        return false;
    tuner->was_finished = has(folder, FOLDER_RUN);
    tuner->rows = read_rows(tuner);
    return tuner->rows != NULL;
}

static void close_files(Tuner *tuner)
{
    for (int i = 0; i < GROWING; i++) {
        if (tuner->growing[i].fd >= 0)
            close(tuner->growing[i].fd);
        tuner->growing[i].fd = -1;
    }
}

/* A tuning that is not finished can be resumed. */
static void close_folder(Tuner *tuner)
{
    close_files(tuner);
    if (tuner->lock >= 0)
        folder_unlock(tuner->options->folder, tuner->lock);
    g_strfreev(tuner->rows);
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
    for (int i = 0; i < GROWING; i++) {
        GrowingTable *growing = &tuner->growing[i];
        const char *name = growing->table->file;
        g_autofree char *path = g_build_filename(tuner->options->folder, name, NULL);
        if (growing->fd >= 0)
            continue;
        if (!write_file(tuner, name, growing->text->str))
            return false;
        growing->fd = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
        if (growing->fd < 0)
            return folder_fail("write", tuner->options->folder, name, tuner->error);
        g_string_truncate(growing->text, 0);
    }
    return true;
}

static bool append_rows(const Tuner *tuner, const GrowingTable *growing)
{
    const char *folder = tuner->options->folder, *name = growing->table->file;

    if (!folder_is_still_there(growing->fd, folder, name))
        return experiments_fail(tuner->error, "%s/%s was removed or replaced during the tuning",
                                folder, name);
    if (!folder_write(growing->fd, growing->text->str, growing->text->len))
        return folder_fail("write", folder, name, tuner->error);
    g_string_truncate(growing->text, 0);
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

    append_iteration(tuner, spsa, tuner->growing[ITERATIONS].text);
    append_parameters(tuner, spsa, tuner->growing[VALUES].text);
    tuner->progress.iteration++;
    for (int i = 0; i < GROWING; i++)
        if (tuner->growing[i].fd >= 0 && !append_rows(tuner, &tuner->growing[i]))
            return false;
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

static bool write_openings(Tuner *tuner, TuningResult *result)
{
    g_autofree char *text = spec_tuning_held_back(tuner->spec);

    if (text == NULL)
        return true;
    result->openings = g_build_filename(tuner->options->folder, TUNING_CHECK_OPENINGS, NULL);
    return tuner->was_finished || write_file(tuner, TUNING_CHECK_OPENINGS, text);
}

/* The sums of all files that were written. Owner: the caller; NULL after an error. */
static GPtrArray *sum_files(const Tuner *tuner)
{
    g_autoptr(GPtrArray) sums = g_ptr_array_new_with_free_func((GDestroyNotify)summed_file_free);

    for (size_t i = 0; i < G_N_ELEMENTS(DESCRIBED); i++) {
        FileSum sum;
        if (!has(tuner->options->folder, DESCRIBED[i]))
            continue;
        if (!file_sum_read(tuner->options->folder, DESCRIBED[i], &sum, tuner->error))
            return NULL;
        g_ptr_array_add(sums, summed_file_new(DESCRIBED[i], &sum, false));
    }
    return g_steal_pointer(&sums);
}

/* Writes datapackage.json and run.json, which ends the tuning. */
static bool write_descriptions(const Tuner *tuner)
{
    g_autoptr(GPtrArray) sums = sum_files(tuner);
    g_autoptr(Totals) none = totals_new(tuner->spec->contest, 0);
    ProvenanceRun run = {
        .program = tuner->options->program,
        .jobs = tuner->options->jobs,
        .seconds = (double)(g_get_monotonic_time() - tuner->started) / G_USEC_PER_SEC,
        .totals = none,
        .more_games = tuner->spec->tuning.iterations * schedule_count(tuner->spec),
    };
    g_autofree char *package = NULL, *provenance = NULL;
    FileSum sum;

    if (sums == NULL)
        return false;
    package = datapackage_write(tuner->spec, sums);
    sum = file_sum_of(package, strlen(package));
    run.package_sha256 = sum.sha256;
    provenance = provenance_write(tuner->spec, &run);
    return write_file(tuner, FOLDER_DATAPACKAGE, package) &&
           write_file(tuner, FOLDER_RUN, provenance);
}

/* Writes what the last iteration leaves. A tuning that was finished before has all of it. */
static bool finish(Tuner *tuner, TuningResult *result)
{
    g_autofree char *parameters = write_parameters(&tuner->spec->tuning, result);

    if (!write_openings(tuner, result))
        return false;
    if (tuner->was_finished)
        return true;
    if (!begin_files(tuner))
        return false;
    close_files(tuner);
    return write_file(tuner, TABLE_PARAMETERS.file, parameters) && write_descriptions(tuner);
}

static bool go_through(Tuner *tuner, Spsa *spsa, TuningResult *out_result)
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
    if (result.is_done && !finish(tuner, &result)) {
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
    g_autoptr(GString) iterations = g_string_new(NULL), values = g_string_new(NULL);
    Tuner tuner = {
        .spec = spec,
        .options = options,
        .lock = -1,
        .started = g_get_monotonic_time(),
        .played = {plus, minus},
        .growing = {[VALUES] = {&TABLE_TUNING, values, -1},
                    [ITERATIONS] = {&TABLE_ITERATIONS, iterations, -1}},
        .error = error,
    };
    bool good = open_folder(&tuner);

    if (good) {
        Spsa *spsa = spsa_new(&gains, parameters, tuning_count(tuning));
        tuner.row_count = MIN(g_strv_length(tuner.rows), tuning->iterations);
        tuner.progress.iterations = tuning->iterations;
        tuner.progress.iterations_before = tuner.row_count;
        for (int i = 0; i < GROWING; i++)
            table_append_head(tuner.growing[i].text, tuner.growing[i].table);
        good = go_through(&tuner, spsa, out_result);
        spsa_free(spsa);
    }
    close_folder(&tuner);
    return good;
}
