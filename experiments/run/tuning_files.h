/* The folder of a tuning. It holds tuning.ini from the beginning, its spec in full and the program
 * that plays it; iterations.csv and tuning.csv, which grow an iteration at a time; in the end
 * parameters.csv, datapackage.json and run.json.
 *
 * iterations.csv alone says how far the tuning has come: all else follows from it and the spec. */
#pragma once

#include "experiments/run/journal.h"
#include "experiments/run/provenance.h"

#define TUNING_SPEC "tuning.ini"

typedef struct TuningFiles TuningFiles;

/* Opens @folder for the tuning @spec; @mode as for a run. *@out_rows are the iterations that were
 * played before, the rows of iterations.csv without its head; what a kill left of a row is none.
 *
 * Errors: as journal_open().
 * Owner:  the caller, also of the rows; @spec and @program are borrowed. */
TuningFiles *tuning_files_open(const Spec *spec, const char *folder, JournalMode mode,
                               const ProvenanceProgram *program, char ***out_rows, GError **error);

/* Closes the folder; a tuning that is not finished can be resumed. */
void tuning_files_close(TuningFiles *files);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TuningFiles, tuning_files_close)

/* Whether run.json was there when the folder was opened. */
bool tuning_files_were_finished(const TuningFiles *files);

/* Makes @iterations and @tuning all that the growing files hold. To be called once, before anything
 * is appended.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, as for all that follow. */
bool tuning_files_begin(TuningFiles *files, const GString *iterations, const GString *tuning,
                        GError **error);

/* Appends the rows of one iteration. */
bool tuning_files_append(TuningFiles *files, const GString *iteration, const GString *tuning,
                         GError **error);

/* Writes @text as the file @name, whole or not at all. */
bool tuning_files_write(TuningFiles *files, const char *name, const char *text, GError **error);

/* Describes all files that were written, and ends the tuning. */
bool tuning_files_finish(TuningFiles *files, const ProvenanceRun *run, GError **error);
