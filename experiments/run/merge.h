/* Puts the shards of a run together: the folder is, byte for byte, that of a run that was not
 * divided, except for run.json. */
#pragma once

#include "experiments/run/runner.h"

/* Merges the shards in @paths, NULL-terminated: each is the folder of a shard, or holds folders of
 * shards. Of @options folder, mode, gzip, program and warn count, and the others are not set;
 * JOURNAL_RESUME is not a mode of merging.
 *
 * A sequential test ends with the game at which an undivided run would have ended: the part with
 * that game is played again up to there.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, the folder holds a run, and it is not to be thrown away;
 *         EXPERIMENTS_ERROR_FAILED, a folder is no shard, is at work, unfinished or of another run;
 *         a shard is missing or there twice, a file of it is missing or has changed, it was played
 *         with another memory, or its checkpoint has numbers that no run stores; as journal_open()
 *         and journal_append(). After an error the shards and the folder are as they were.
 * Owner:  the caller, of *@out_spec; runner_result_clear() frees what @out_result holds: totals and
 *         forfeits. */
bool merge_shards(const char *const *paths, const RunnerOptions *options, Spec **out_spec,
                  RunnerResult *out_result, GError **error);
