/* Puts the shards of a run together: the folder is, byte for byte, that of a run that was not
 * divided, except for run.json. */
#pragma once

#include "experiments/run/journal.h"

typedef struct {
    const char *folder; /* for the run */
    bool force;         /* throw away the run that the folder holds */
    bool gzip;          /* compress the files that grow with the games */
    const ProvenanceProgram *program;
    PositionMemoryWarn warn; /* as for a runner */
    void *warn_data;
} MergeOptions;

typedef struct {
    Spec *spec;
    Totals *totals;
    Forfeits *forfeits;
} MergeResult;

void merge_result_clear(MergeResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MergeResult, merge_result_clear)

/* Merges the shards in @paths, NULL-terminated: each is the folder of a shard, or holds folders of
 * shards.
 *
 * A sequential test ends with the game at which an undivided run would have ended: the part with
 * that game is played again up to there.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, the folder holds a run, and it is not to be thrown away;
 *         EXPERIMENTS_ERROR_FAILED, a folder is no shard, is at work, unfinished or of another run;
 *         a shard is missing or there twice, a file of it is missing or has changed, or it was
 *         played with another memory; as journal_open() and journal_append(). After an error the
 *         shards and the folder are as they were.
 * Owner:  merge_result_clear() frees what @out_result holds. */
bool merge_shards(const char *const *paths, const MergeOptions *options, MergeResult *out_result,
                  GError **error);
