/* Puts the shards of a run together: the folder is, byte for byte, that of a run that was never
 * parted, but for run.json. */
#pragma once

#include "experiments/journal.h"

typedef struct {
    const char *folder; /* for the run */
    bool force;         /* throw away the run it holds */
    bool gzip;          /* compress the files that grow with the games */
    const ProvenanceProgram *program;
    PositionMemoryWarn warn; /* as of a runner */
    void *warn_data;
} MergeOptions;

typedef struct {
    Spec *spec;
    Totals *totals;
} MergeResult;

void merge_result_clear(MergeResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MergeResult, merge_result_clear)

/* Merges the shards in @paths, NULL-terminated: each is the folder of a shard, or holds folders of
 * shards.
 *
 * A sequential test ends with the game at which a run that was not parted would have ended: the
 * part in which it lies is played again up to there.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, the folder holds a run, and it is not to be thrown away;
 *         EXPERIMENTS_ERROR_FAILED, a folder is no shard, is at work, unfinished or of another run;
 *         a shard is missing or there twice, a file of it is missing or has changed, or it was
 *         played with another memory; as journal_open() and journal_append(). What is there stays
 *         as it is, and what was written of the run is removed.
 * Owner:  merge_result_clear() frees what @out_result holds. */
bool merge_shards(const char *const *paths, const MergeOptions *options, MergeResult *out_result,
                  GError **error);
