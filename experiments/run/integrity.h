/* Whether the files of a run are still as the run wrote them. The sums of an unfinished run are in
 * its checkpoint, those of a finished run in datapackage.json; the sum of that file is in run.json,
 * which is sealed. */
#pragma once

#include "experiments/run/checkpoint.h"
#include "experiments/run/provenance.h"

/* The files in @checkpoint. Owner: the caller, of an array of SummedFile. */
GPtrArray *integrity_list_unfinished(const Checkpoint *checkpoint);

/* The files of the finished run in @folder, whose run.json is @provenance.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, datapackage.json is missing or was changed.
 * Owner:  the caller, of an array of SummedFile. */
GPtrArray *integrity_list_finished(const char *folder, const Provenance *provenance,
                                   GError **error);

/* Whether @files has a file called @name. */
bool integrity_has(const GPtrArray *files, const char *name);

/* Reads @file of @folder and checks it; more can be added to @out_summer. A file of a finished run
 * may have been compressed since.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is missing or has changed: a sentence with what to do. */
bool integrity_read(const char *folder, const SummedFile *file, FileSummer *out_summer,
                    GError **error);

/* The same for all @files, up to the first fault. */
bool integrity_check(const char *folder, const GPtrArray *files, GError **error);

/* The same for all files of the finished run in @folder. Errors: also integrity_list_finished(). */
bool integrity_check_finished(const char *folder, const Provenance *provenance, GError **error);
