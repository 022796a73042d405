/* Bare kings in all draws of runs, by their games.csv: pairings.csv counts only those of draws by
 * the fifty-move rule. */
#pragma once

#include "experiments/report/results.h"

/* What is known of runs, each of which is read once. */
typedef struct PublishedBared PublishedBared;

PublishedBared *published_bared_new(void);
void published_bared_free(PublishedBared *bared);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PublishedBared, published_bared_free)

/* The draws of a pairing in which one was first left with a bare king. */
typedef struct {
    bool known; /* false: the run has no games.csv */
    int64_t players, opponents;
} PublishedBaredCount;

/* Those of pairing number @pairing, from 0, of @run.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, games.csv is damaged. */
bool published_bared_of(PublishedBared *bared, const ResultsRun *run, int pairing,
                        PublishedBaredCount *out_count, GError **error);
