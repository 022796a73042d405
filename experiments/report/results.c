#include "experiments/report/results.h"

#include <math.h>

#include "experiments/run/integrity.h"
#include "experiments/run/suite.h"
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

/* The run in @folder by its @provenance, whose totals are taken over. Owner: the caller. */
static ResultsRun *run_of(const char *folder, Provenance *provenance, GError **error)
{
    g_autofree char *source = g_build_filename(folder, FOLDER_RUN, NULL);
    g_autoptr(ResultsRun) run = g_new0(ResultsRun, 1);

    run->folder = g_strdup(folder);
    run->spec = spec_parse(provenance->resolved, source, NULL, "", NULL, error);
    if (run->spec == NULL)
        return NULL;
    if (run->spec->format == SPEC_TUNE)
        return experiments_fail(error,
                                "'%s' contains a tuning, which has no pairings to report; "
                                "if [tune] sets check-games, report '%s/check'",
                                folder, folder);
    if (!totals_fit(provenance->totals, run->spec) ||
        (provenance->forfeits != NULL && provenance->forfeits->count != run->spec->player_count))
        return experiments_fail(error, "the results in '%s' do not match the spec", source);
    run->totals = g_steal_pointer(&provenance->totals);
    run->forfeits = g_steal_pointer(&provenance->forfeits);
    totals_note_spec(run->totals, run->spec);
    return g_steal_pointer(&run);
}

void results_note_failures(const ResultsRun *run, GPtrArray *notes)
{
    g_autofree char *before = g_strdup_printf("'%s': ", run->folder);

    if (run->forfeits != NULL)
        forfeits_add_notes(run->forfeits, run->spec, before, notes);
}

char *results_note_difference(const ResultsRun *first, const ResultsRun *second)
{
    g_autofree char *difference = spec_text_difference(
        first->spec->resolved, first->folder, second->spec->resolved, second->folder, true);

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

/* Says why no run can be read in @folder, and what to do. Always NULL. */
static void *refuse_folder(const char *folder, GError **error)
{
    FolderState state;

    if (!folder_check(folder, error) || !folder_inspect(folder, &state, error))
        return NULL;
    if (state == FOLDER_UNFINISHED)
        return experiments_fail(error,
                                "the run in '%s' is unfinished: repeat its command with --resume, "
                                "or merge its shards",
                                folder);
    return experiments_fail(error, "'%s' contains no finished run", folder);
}

static Provenance *read_provenance(const char *folder, GError **error)
{
    return has_file(folder, FOLDER_RUN) ? provenance_read(folder, error)
                                        : refuse_folder(folder, error);
}

ResultsRun *results_run_read(const char *folder, const char *what, GError **error)
{
    g_autoptr(Provenance) provenance = read_provenance(folder, error);
    g_autoptr(ResultsRun) run = provenance != NULL ? run_of(folder, provenance, error) : NULL;

    if (run != NULL && what != NULL && !run->spec->contest->tally->by_pairing &&
        !results_lack(run, what, "two-player games", error))
        return NULL;
    return run != NULL && integrity_check_finished(folder, provenance, error)
               ? g_steal_pointer(&run)
               : NULL;
}

static bool check_file(const char *folder, const Provenance *provenance, const char *file,
                       GError **error)
{
    g_autoptr(GPtrArray) files = integrity_list_finished(folder, provenance, error);
    const SummedFile *found = files != NULL ? summed_files_find(files, file) : NULL;

    if (found != NULL)
        return integrity_read(folder, found, NULL, error);
    return files != NULL && results_lack_file(folder, file, error);
}

ResultsRun *results_run_read_file(const char *folder, const char *file, GError **error)
{
    g_autoptr(Provenance) provenance = read_provenance(folder, error);
    g_autoptr(ResultsRun) run = provenance != NULL ? run_of(folder, provenance, error) : NULL;

    if (run == NULL || (file != NULL && !check_file(folder, provenance, file, error)))
        return NULL;
    return g_steal_pointer(&run);
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
    const bool has_run = has_file(folder, FOLDER_RUN), has_suites = has_file(folder, SUITE_FILE);
    ResultsRun *run;

    if (!has_run && !has_suites)
        return refuse_folder(folder, error);
    if (has_run) {
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
