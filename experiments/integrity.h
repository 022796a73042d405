/* Whether the files of a run are still what the run wrote. What they were is known, while a run is
 * unfinished, from its checkpoint; of a finished one from datapackage.json, whose own sum is in
 * run.json, which is sealed. */
#pragma once

#include "experiments/checkpoint.h"
#include "experiments/provenance.h"

/* The files of which @checkpoint tells. Owner: the caller, of an array of SummedFile. */
GPtrArray *integrity_list_unfinished(const Checkpoint *checkpoint);

/* The files of the finished run in @folder, of which @provenance was read.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, datapackage.json is missing, or not the one that was written.
 * Owner:  the caller, of an array of SummedFile. */
GPtrArray *integrity_list_finished(const char *folder, const Provenance *provenance,
                                   GError **error);

/* Whether @files has one called @name. */
bool integrity_has(const GPtrArray *files, const char *name);

/* Reads @file of @folder, in @out_summer: more can be added. What a finished run has written may
 * have been compressed since.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is missing or has changed: a sentence with what to do. */
bool integrity_read(const char *folder, const SummedFile *file, FileSummer *out_summer,
                    GError **error);

/* The same of all @files, up to the first that is at fault. */
bool integrity_check(const char *folder, const GPtrArray *files, GError **error);

/* The same of all files of the finished run in @folder. Errors: also integrity_list_finished(). */
bool integrity_check_finished(const char *folder, const Provenance *provenance, GError **error);
