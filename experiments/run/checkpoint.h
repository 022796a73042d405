/* How far a run has come, as one file: enough to cut its files back to that point and go on. */
#pragma once

#include "experiments/run/forfeits.h"
#include "experiments/run/provenance.h"
#include "experiments/run/records.h"
#include "experiments/tools/file_sum.h"

/* The beginning of the file. */
#define CHECKPOINT_MAGIC "agentchess checkpoint 11 "

/* How far the games have come. */
typedef struct {
    uint64_t next_job;
    double seconds; /* spent so far */
    uint64_t kept;  /* games of @totals that an earlier run has played: their jobs are left out */
    Totals *totals;
    Forfeits *forfeits;
} RunPoint;

/* Before the first game of @shard. Owner: the caller, run_point_clear(). */
RunPoint run_point_begin(const Spec *spec, Shard shard);
void run_point_clear(RunPoint *point);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunPoint, run_point_clear)

typedef struct {
    char *path;     /* the folder that it was read from; NULL: none */
    char *identity; /* of the spec */
    char *resolved; /* the spec as text */
    char *program;  /* name, version and commit of the program that plays it */
    Shard shard;    /* which part of the jobs the run plays */
    RunPoint point;
    GPtrArray *files; /* of SummedFile: how much of each file is good, from its beginning */
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

/* The checkpoint in the file @name of the folder @path. Errors: also G_FILE_ERROR. */
Checkpoint *checkpoint_read(const char *path, const char *name, GError **error);

/* Checks that a run of @spec can have stored @checkpoint, which was read from a folder: its numbers
 * are possible and agree with each other.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool checkpoint_check(const Checkpoint *checkpoint, const Spec *spec, GError **error);

/* The checkpoint of the unfinished run, or of the shard, in the folder @path. Owner: the caller.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is damaged or too large; G_FILE_ERROR. */
Checkpoint *resume_read_checkpoint(const char *path, GError **error);

/* The resolved spec of the run in the folder @path, finished or not. Owner: the caller.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it holds none. */
char *resume_read_spec(const char *path, GError **error);
