/* Runs that grow: the run in a folder goes on as one of a larger experiment, with more games,
 * players or values of factors. Only what is new is played; at the end the files are, byte for
 * byte, those of the larger run played at once, except for run.json, which has a history.
 *
 * Until then the folder holds the earlier run, unchanged. In its folder "growth" is a run of the
 * new games alone, which can be stopped and resumed. When it has all of them, the games of both are
 * put in their order into the folder "grown", a whole run; its files then take the places of those
 * of the earlier run. */
#pragma once

#include "experiments/run/runner.h"

/* As runner_run(), but with JOURNAL_RESUME the folder may hold a run of a part of @spec.
 *
 * Errors: also EXPERIMENTS_ERROR_FAILED: another key than games, players or values of factors
 *         differs; the earlier run is a shard, or of another program; it has grown only partly into
 *         another experiment. */
bool growth_run(const Spec *spec, const RunnerOptions *options, RunnerResult *out_result,
                GError **error);
