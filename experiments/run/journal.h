/* Writes a run to disk. Files grow in job order; every few seconds a checkpoint says how much of
 * them is good, and a run that was stopped goes on from there. Whenever the process or the machine
 * ends, nothing is counted twice, and only what came after the last checkpoint is lost.
 *
 * The order of writing: lock, checkpoint (of nothing), memory.csv, files that grow, checkpoints;
 * then compressed files if they are wanted, tables, datapackage.json and run.json, each written
 * beside its place and moved there; then the checkpoint, the files that were compressed and the
 * lock are removed.
 *
 * A shard, a part of the jobs, never gets tables and run.json: its checkpoint stays, and says when
 * the shard is finished. merge.h makes a run of all shards.
 *
 * What a checkpoint calls good is on the disk before the checkpoint is (fdatasync), and the
 * checkpoint before its name; the last but one stays. The checkpoint has the sums of the good part
 * of all files: if a file differs from its sum, the run goes on from the one before or, if that has
 * no games, resuming is refused. At each checkpoint the files must still be those that the run has
 * opened, without bytes from others. Symbolic links in the folder are replaced or refused, never
 * followed. */
#pragma once

#include "experiments/run/checkpoint.h"
#include "experiments/run/provenance.h"
#include "experiments/run/records.h"

typedef enum {
    JOURNAL_BEGIN,  /* in a folder that is missing or empty */
    JOURNAL_RESUME, /* or goes on with what it holds */
    JOURNAL_FORCE   /* or throws away the run that it holds */
} JournalMode;

typedef struct Journal Journal;

#define JOURNAL_WHOLE ((Shard){1, 1}) /* all jobs */

/* Opens the folder @path for the part @shard of a run of @spec, which is borrowed, as is @program.
 *
 * *@out_point is the point from which to go on. *@out_journal is NULL if the run is finished
 * already; the totals then have only wins, losses and draws. A folder that is refused is left as it
 * was.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, the folder holds a run and @mode is JOURNAL_BEGIN;
 *         EXPERIMENTS_ERROR_FAILED, it holds something else or another run than this, is locked,
 *         damaged, or cannot be written; a file of it is missing or has changed.
 * Owner:  the caller; also of totals and forfeits, which run_point_clear() frees. */
bool journal_open(const Spec *spec, const char *path, JournalMode mode, Shard shard,
                  const ProvenanceProgram *program, Journal **out_journal, RunPoint *out_point,
                  GError **error);

/* Throws away all that the run has written, and the folder if it was made for the run. Frees
 * @journal. */
void journal_discard(Journal *journal);

/* Closes the folder; a run that is not finished can be resumed. */
void journal_free(Journal *journal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Journal, journal_free)

/* The folder. Owner: @journal. */
const char *journal_path(const Journal *journal);

/* A sentence on the games that a resumed run plays again; NULL: none. Owner: @journal. */
const char *journal_notice(const Journal *journal);

/* Appends @text to @file. Errors: EXPERIMENTS_ERROR_FAILED; the journal can then only be freed. The
 * same holds for the other functions. */
bool journal_append(Journal *journal, RecordsFile file, const GString *text, GError **error);

/* Notes that memory.csv is in the folder; it is one of the run's files from now on. */
bool journal_note_memory(Journal *journal, GError **error);

/* Passes what was appended to the system. */
bool journal_flush(Journal *journal, GError **error);

/* Writes all before @point to the disk; a resumed run will go on from there. Errors: also if the
 * files are no longer this run's: one of them, or the lock, was removed, replaced or changed. */
bool journal_checkpoint(Journal *journal, const RunPoint *point, GError **error);

/* The same in two steps: a checkpoint that can be put in its place later, when more games follow
 * it. Owner: the caller, of the prepared point. */
GBytes *journal_prepare_point(Journal *journal, const RunPoint *point, GError **error);
bool journal_put_point(Journal *journal, GBytes *prepared, GError **error);

/* Writes the file @name of the finished run, whole or not at all; before journal_finish(). */
bool journal_put_file(Journal *journal, const char *name, const char *text, GError **error);

/* Writes tables, datapackage.json and run.json after the last game, and ends the run; not for a
 * shard. With @gzip the files that have grown are compressed. */
bool journal_finish(Journal *journal, const ProvenanceRun *run, bool gzip, GError **error);
