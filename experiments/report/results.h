/* Reads back what our folders hold: runs, and results of test suites. */
#pragma once

#include "experiments/run/provenance.h"
#include "experiments/spec/spec.h"
#include "experiments/tally/totals.h"
#include "experiments/tools/csv_table.h"

/* A run, or as much of one as its last checkpoint has. */
typedef struct {
    char *folder;
    Spec *spec;
    Totals *totals;     /* without curves and events */
    Forfeits *forfeits; /* NULL: no player has failed */
    bool is_unfinished;
} ResultsRun;

/* The answers of a player to a suite. */
typedef struct {
    char *folder;
    char *file;   /* "WAC.epd" */
    char *player; /* the player as it was named: "level:7" */
    int64_t positions;
    int64_t decisions, solved; /* decisions in all positions, and how many of them solve; an exact
                                  share counts as 10^6 */
} ResultsSuite;

void results_suite_free(ResultsSuite *suite);

typedef struct {
    GPtrArray *runs;   /* of ResultsRun */
    GPtrArray *suites; /* of ResultsSuite */
} Results;

/* Reads the run in @folder, which must be of two-player games for @what, "--by"; NULL: of
 * any games.
 *
 * Errors: G_FILE_ERROR, G_JSON_PARSER_ERROR; EXPERIMENTS_ERROR_FAILED, for example, it has no game
 *         yet, or is a shard.
 * Owner:  the caller. */
ResultsRun *results_run_read(const char *folder, const char *what, GError **error);

/* The same for a run of any game, but only run.json, or the checkpoint, and, unless it is NULL,
 * @file are read. Errors: also EXPERIMENTS_ERROR_FAILED, the run has not recorded @file, or not
 * yet. */
ResultsRun *results_run_read_file(const char *folder, const char *file, GError **error);

/* How many rows of games.csv count at most: an unfinished run may have written more than its last
 * checkpoint has. */
int64_t results_rows(const ResultsRun *run);

/* Calls @take with each game of games.csv that counts. Errors: as csv_table_each(). */
bool results_each_game(const ResultsRun *run, CsvTableTake take, gpointer data, GError **error);

/* Adds to @notes how much there is of @run, if it is unfinished, and which players have failed. */
void results_add_notes(const ResultsRun *run, GPtrArray *notes);

/* The note that runs differ in a condition of their games; NULL: they do not. Owner: the caller. */
char *results_note_difference(const ResultsRun *first, const ResultsRun *second);

/* Sets @error: @run has no @needed, "factors", which @what, "--by", requires. Always false. */
bool results_lack(const ResultsRun *run, const char *what, const char *needed, GError **error);

/* Sets @error: the run in @folder has not recorded @file. Always false. */
bool results_lack_file(const char *folder, const char *file, GError **error);

void results_run_free(ResultsRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ResultsRun, results_run_free)

/* Reads all of @folders, which end with NULL, in their order; each has a run, suites.csv or both.
 * Runs are as for results_run_read().
 *
 * Errors: as results_run_read().
 * Owner:  the caller. */
Results *results_read(char **folders, const char *what, GError **error);
void results_free(Results *results);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Results, results_free)
