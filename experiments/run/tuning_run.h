/* Tunes the numbers of a player by SPSA (numbers/spsa.h): in each iteration its parameters are
 * perturbed, and the two sides play each other, or both the same opponents, from the same
 * openings, with both colours and with the same chance. A side plays with whole numbers, to which
 * its values are rounded up or down at random, with one random number per parameter for both sides:
 * on average they are those values.
 *
 * The games of an iteration are played on several threads. What is written depends on the spec
 * alone, not on their number, nor on how often the tuning was stopped or killed and resumed: then
 * the games of the iteration under way are played again.
 *
 * The folder is that of a run (journal.h) whose jobs are iterations: iterations.csv and tuning.csv
 * grow, parameters.csv is written at the end. All values follow from iterations.csv and the spec.
 */
#pragma once

#include "experiments/run/runner.h"

typedef struct {
    bool is_done; /* else it was stopped */
    RunnerProgress progress;
    double *value;  /* of each parameter; and */
    int64_t *tuned; /* the nearest whole numbers */
    char *openings; /* the file with the openings held back; NULL: there are none */
} TuningResult;

void tuning_result_clear(TuningResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TuningResult, tuning_result_clear)

/* Tunes as @spec, of format tune, says. When it is stopped, the iteration under way is given up.
 * options->warn is also told of games that players forfeit, the first time in this session. Shard,
 * gzip and begin are not used.
 *
 * Errors: as journal_open(); PLAYER_ERROR; EXPERIMENTS_ERROR_FAILED, a player does nothing but
 *         forfeit. What was written can be resumed.
 * Owner:  tuning_result_clear() frees what @out_result holds. */
bool tuning_run(const Spec *spec, const RunnerOptions *options, TuningResult *out_result,
                GError **error);

/* The folder of the check in that of a tuning. */
#define TUNING_CHECK_FOLDER "check"
