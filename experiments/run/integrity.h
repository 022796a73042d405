/* Contents of a run's folder, and whether its files are still as the run wrote them. The sums of an
 * unfinished run are in its checkpoint, those of a finished run in datapackage.json; the sum of
 * that file is in run.json, which is sealed. */
#pragma once

#include "experiments/run/checkpoint.h"
#include "experiments/run/provenance.h"
#include "experiments/tools/folder.h"

/* The files of the finished run in @folder, whose run.json is @provenance.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, datapackage.json is missing or was changed, or the totals were.
 * Owner:  the caller, of an array of SummedFile. */
GPtrArray *integrity_list_finished(const char *folder, const Provenance *provenance,
                                   GError **error);

/* Reads @file of @folder and checks it; more can be added to @out_summer, unless it is NULL. A file
 * of a finished run may have been compressed since.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is missing or has changed: a sentence with what to do. */
bool integrity_read(const char *folder, const SummedFile *file, FileSummer *out_summer,
                    GError **error);

/* The same for all @files, up to the first fault. */
bool integrity_check(const char *folder, const GPtrArray *files, GError **error);

/* The same for all files of the finished run in @folder. Errors: also integrity_list_finished(). */
bool integrity_check_finished(const char *folder, const Provenance *provenance, GError **error);

typedef enum {
    FOLDER_MISSING,
    FOLDER_EMPTY, /* or what a run left that was killed before it had begun */
    FOLDER_UNFINISHED,
    FOLDER_FINISHED,
    FOLDER_FOREIGN /* files, but no run */
} FolderState;

/* The state of the run in the folder @path. A checkpoint counts more than a run.json: it stays
 * until the very end, and a run that starts again writes it first.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no folder or cannot be read. */
bool folder_inspect(const char *path, FolderState *out_state, GError **error);
