/* How far a run has come, as one file: enough to cut its files back to that point and go on. */
#pragma once

#include "experiments/run/forfeits.h"
#include "experiments/run/records.h"
#include "experiments/tools/file_sum.h"

/* What the file begins with. */
#define CHECKPOINT_MAGIC "agentchess checkpoint 7 "

typedef struct {
    char *identity; /* of the spec */
    char *resolved; /* the spec as text */
    char *program;  /* name, version and commit of the program that plays it */
    Shard shard;    /* which part of the jobs the run plays */
    uint64_t next_job;
    double seconds;                   /* spent so far */
    FileSum good[RECORDS_FILE_COUNT]; /* how much of each file is good, from its beginning */
    FileSum memory;                   /* that of memory.csv; no bytes: there is none yet */
    Totals *totals;
    Forfeits *forfeits;
} Checkpoint;

void checkpoint_free(Checkpoint *checkpoint);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Checkpoint, checkpoint_free)

/* @checkpoint as bytes: a line with a checksum, then a GVariant. Owner: the caller. */
GBytes *checkpoint_store(const Checkpoint *checkpoint);

/* The checkpoint that @bytes hold.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, they are no checkpoint, or damaged.
 * Owner:  the caller. */
Checkpoint *checkpoint_load(GBytes *bytes, GError **error);
