#include "experiments/report/results.h"

#include <math.h>

#include "experiments/run/integrity.h"
#include "experiments/run/suite.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

static bool has_file(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    return g_file_test(path, G_FILE_TEST_EXISTS);
}

void results_run_free(ResultsRun *run)
{
    g_free(run->folder);
    g_clear_pointer(&run->spec, spec_free);
    g_clear_pointer(&run->totals, totals_free);
    g_clear_pointer(&run->forfeits, forfeits_free);
    g_free(run);
}

void results_suite_free(ResultsSuite *suite)
{
    g_free(suite->folder);
    g_free(suite->file);
    g_free(suite->player);
    g_free(suite);
}

void results_free(Results *results)
{
    g_ptr_array_unref(results->runs);
    g_ptr_array_unref(results->suites);
    g_free(results);
}

/* What a folder says of its run: run.json or, of an unfinished one, the last checkpoint. */
typedef struct {
    Provenance *finished;
    Checkpoint *unfinished;
} Source;

static void source_clear(Source *source)
{
    g_clear_pointer(&source->finished, provenance_free);
    g_clear_pointer(&source->unfinished, checkpoint_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Source, source_clear)

/* Owner: the caller. */
static GPtrArray *list_files(const char *folder, const Source *source, GError **error)
{
    return source->unfinished != NULL ? g_ptr_array_ref(source->unfinished->files)
                                      : integrity_list_finished(folder, source->finished, error);
}

static bool has_games(const char *folder, const ResultsRun *run, GError **error)
{
    return totals_games(run->totals) > 0 ||
           experiments_fail(error,
                            "the run in '%s' has no finished games yet: repeat its command with "
                            "--resume",
                            folder);
}

/* The run in @folder by its @source, whose totals are taken over. Owner: the caller. */
static ResultsRun *run_of(const char *folder, Source *source, GError **error)
{
    Provenance *finished = source->finished;
    Checkpoint *unfinished = source->unfinished;
    Totals **totals;
    Forfeits **forfeits;
    g_autofree char *path =
        g_build_filename(folder, finished != NULL ? FOLDER_RUN : FOLDER_CHECKPOINT, NULL);
    g_autoptr(ResultsRun) run = g_new0(ResultsRun, 1);

    run->folder = g_strdup(folder);
    run->is_unfinished = unfinished != NULL;
    run->spec = spec_parse(finished != NULL ? finished->resolved : unfinished->resolved, path, NULL,
                           "", NULL, error);
    if (run->spec == NULL)
        return NULL;
    if (run->spec->format == SPEC_TUNE)
        return experiments_fail(error,
                                "'%s' contains a tuning, which has no pairings to report; "
                                "if [tune] sets check-games, report '%s/check'",
                                folder, folder);
    if (unfinished != NULL && !checkpoint_check(unfinished, run->spec, error))
        return NULL;
    if (finished != NULL &&
        (!totals_fit(finished->totals, run->spec) ||
         (finished->forfeits != NULL && finished->forfeits->count != run->spec->player_count)))
        return experiments_fail(error, "the results in '%s' do not match the spec", path);
    totals = finished != NULL ? &finished->totals : &unfinished->point.totals;
    forfeits = finished != NULL ? &finished->forfeits : &unfinished->point.forfeits;
    run->totals = g_steal_pointer(totals);
    run->forfeits = g_steal_pointer(forfeits);
    if (run->is_unfinished && !has_games(folder, run, error))
        return NULL;
    totals_note_spec(run->totals, run->spec);
    return g_steal_pointer(&run);
}

bool results_each_game(const ResultsRun *run, CsvTableTake take, gpointer data, GError **error)
{
    return csv_table_each(run->folder, RECORDS_FILE_NAMES[RECORDS_GAMES], results_rows(run), take,
                          data, error);
}

int64_t results_rows(const ResultsRun *run)
{
    return run->is_unfinished ? totals_games(run->totals) : G_MAXINT64;
}

void results_add_notes(const ResultsRun *run, GPtrArray *notes)
{
    g_autofree char *before = g_strdup_printf("'%s': ", run->folder);

    if (run->is_unfinished)
        g_ptr_array_add(notes, g_strdup_printf("%sunfinished, %" G_GINT64_FORMAT
                                               " of %" G_GUINT64_FORMAT " games",
                                               before, totals_games(run->totals),
                                               schedule_games(run->spec)));
    if (run->forfeits != NULL)
        forfeits_add_notes(run->forfeits, run->spec, before, notes);
}

char *results_note_difference(const ResultsRun *first, const ResultsRun *second)
{
    g_autofree char *difference =
        spec_text_difference(first->spec->resolved, first->folder, second->spec->resolved,
                             second->folder, SPEC_TEXT_GAMES);

    return difference == NULL
               ? NULL
               : g_strdup_printf("not all games were played under the same conditions: %s",
                                 difference);
}

bool results_lack(const ResultsRun *run, const char *what, const char *needed, GError **error)
{
    return experiments_fail(error, "%s requires %s, but '%s' contains none", what, needed,
                            run->folder);
}

bool results_lack_file(const char *folder, const char *file, GError **error)
{
    return experiments_fail(error,
                            "the run in '%s' did not record %s: set the key of this file in "
                            "[record] to on, and play the run again",
                            folder, file);
}

static bool refuse_shard(const char *folder, const Shard *shard, GError **error)
{
    return experiments_fail(error,
                            "'%s' contains shard %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT
                            " of a run: merge the shards",
                            folder, shard->number, shard->count);
}

static bool read_source(const char *folder, Source *out_source, GError **error)
{
    FolderState state;

    if (!folder_check(folder, error) || !folder_inspect(folder, &state, error))
        return false;
    if (state == FOLDER_UNFINISHED) {
        out_source->unfinished = resume_read_checkpoint(folder, error);
        return out_source->unfinished != NULL &&
               (out_source->unfinished->shard.count == 1 ||
                refuse_shard(folder, &out_source->unfinished->shard, error));
    }
    if (!has_file(folder, FOLDER_RUN))
        return experiments_fail(error, "'%s' contains no run", folder);
    out_source->finished = provenance_read(folder, error);
    return out_source->finished != NULL;
}

ResultsRun *results_run_read(const char *folder, const char *what, GError **error)
{
    g_auto(Source) source = {NULL};
    g_autoptr(ResultsRun) run =
        read_source(folder, &source, error) ? run_of(folder, &source, error) : NULL;
    g_autoptr(GPtrArray) files = NULL;

    if (run == NULL || (what != NULL && !run->spec->contest->tally->by_pairing &&
                        !results_lack(run, what, "two-player games", error)))
        return NULL;
    files = list_files(folder, &source, error);
    return files != NULL && integrity_check(folder, files, error) ? g_steal_pointer(&run) : NULL;
}

static bool check_file(const char *folder, const Source *source, const char *file, GError **error)
{
    g_autoptr(GPtrArray) files = list_files(folder, source, error);
    const SummedFile *found = files != NULL ? summed_files_find(files, file) : NULL;

    if (found != NULL)
        return integrity_read(folder, found, NULL, error);
    if (files != NULL && source->unfinished != NULL)
        return experiments_fail(error,
                                "the run in '%s' is unfinished, and writes %s when it ends: repeat "
                                "its command with --resume",
                                folder, file);
    return files != NULL && results_lack_file(folder, file, error);
}

ResultsRun *results_run_read_file(const char *folder, const char *file, GError **error)
{
    g_auto(Source) source = {NULL};
    g_autoptr(ResultsRun) run =
        read_source(folder, &source, error) ? run_of(folder, &source, error) : NULL;

    return run != NULL && (file == NULL || check_file(folder, &source, file, error))
               ? g_steal_pointer(&run)
               : NULL;
}

/* Whether the row goes on with the file and player of @suite, line after line; else it begins other
 * answers. */
static bool goes_on(const ResultsSuite *suite, const CsvTable *table, int row, int64_t line,
                    int64_t last_line)
{
    return suite != NULL && line > last_line &&
           g_str_equal(csv_table_text(table, row, "file"), suite->file) &&
           g_str_equal(csv_table_text(table, row, "player"), suite->player);
}

static ResultsSuite *add_suite(Results *results, const char *folder, const CsvTable *table, int row)
{
    ResultsSuite *suite = g_new0(ResultsSuite, 1);

    suite->folder = g_strdup(folder);
    suite->file = g_strdup(csv_table_text(table, row, "file"));
    suite->player = g_strdup(csv_table_text(table, row, "player"));
    g_ptr_array_add(results->suites, suite);
    return suite;
}

/* A share that is known counts as so many decisions: it is written with six decimals. */
#define EXACT_DECISIONS 1000000

static bool read_suites(Results *results, const char *folder, GError **error)
{
    g_autoptr(CsvTable) table = csv_table_read(folder, SUITE_FILE, error);
    ResultsSuite *suite = NULL;
    int64_t last_line = 0;

    for (int row = 1; table != NULL && row <= csv_table_last(table); row++) {
        int64_t line, draws;
        double share;
        if (!csv_table_number(table, row, "line", 1, G_MAXINT32, &line, error) ||
            !csv_table_number(table, row, "draws", 0, G_MAXINT32, &draws, error) ||
            !csv_table_real(table, row, "share", 1, "a share from 0 to 1", &share, error))
            return false;
        if (!goes_on(suite, table, row, line, last_line))
            suite = add_suite(results, folder, table, row);
        if (draws == 0)
            draws = EXACT_DECISIONS;
        suite->positions++;
        suite->decisions += draws;
        suite->solved += llround(share * (double)draws);
        last_line = line;
    }
    return table != NULL;
}

static bool read_folder(Results *results, const char *folder, const char *what, GError **error)
{
    const bool has_suites = has_file(folder, SUITE_FILE);
    ResultsRun *run;

    if (!has_suites || has_file(folder, FOLDER_RUN)) {
        run = results_run_read(folder, what, error);
        if (run == NULL)
            return false;
        g_ptr_array_add(results->runs, run);
    }
    return !has_suites || read_suites(results, folder, error);
}

Results *results_read(char **folders, const char *what, GError **error)
{
    g_autoptr(Results) results = g_new(Results, 1);

    results->runs = g_ptr_array_new_with_free_func((GDestroyNotify)results_run_free);
    results->suites = g_ptr_array_new_with_free_func((GDestroyNotify)results_suite_free);
    for (; *folders != NULL; folders++)
        if (!read_folder(results, *folders, what, error))
            return NULL;
    return g_steal_pointer(&results);
}
