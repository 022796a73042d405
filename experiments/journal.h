/* A run on its way to disk. Files grow in job order; about every second a checkpoint says how much
 * of them is good, and a run that was stopped goes on from there. Nothing is counted twice and
 * nothing is lost but what came after the last checkpoint, whenever the process ends.
 *
 * In order:  lock, checkpoint (of nothing), memory.csv, files that grow, checkpoints; compressed
 * files if they are wanted, tables, datapackage.json and run.json, each written beside its place
 * and put there; checkpoint, files that were compressed and lock removed.
 *
 * A shard, a part of the jobs, never gets tables and run.json: its checkpoint stays, and says when
 * it is finished. merge.h makes a run of all shards.
 *
 * The end of the machine is another matter: nothing forces the disk. The checkpoint has the sums of
 * all files as far as they are good; should a file not be what they say, resuming refuses. At each
 * checkpoint the files must still be those that the run has opened, with nothing of others in them.
 */
#pragma once

#include "experiments/checkpoint.h"
#include "experiments/provenance.h"
#include "experiments/records.h"

typedef enum {
    JOURNAL_BEGIN,  /* in a folder that is missing or empty */
    JOURNAL_RESUME, /* or go on with what it holds */
    JOURNAL_FORCE   /* or throw away the run it holds */
} JournalMode;

typedef struct Journal Journal;

/* How far the games have come. */
typedef struct {
    uint64_t next_job;
    double seconds;
    Totals *totals;
} JournalPoint;

#define JOURNAL_WHOLE ((Shard){1, 1}) /* all jobs */

/* Opens the folder @path for the part @shard of a run of @spec, which is borrowed, as is @program.
 *
 * *@out_point is where to go on from. *@out_journal is NULL if the run is finished already; the
 * totals have then only wins, losses and draws. A folder that is refused is left as it was.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, the folder holds a run and @mode is JOURNAL_BEGIN;
 *         EXPERIMENTS_ERROR_FAILED, it holds something else or another run than this, is locked,
 *         damaged, or cannot be written; a file of it is missing or has changed.
 * Owner:  the caller; also of the totals. */
bool journal_open(const Spec *spec, const char *path, JournalMode mode, Shard shard,
                  const ProvenanceProgram *program, Journal **out_journal, JournalPoint *out_point,
                  GError **error);

/* Throws away all that the run has written, and the folder if it was made for it. Frees @journal.
 */
void journal_discard(Journal *journal);

/* Closes the folder; a run that is not finished can be resumed. */
void journal_free(Journal *journal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Journal, journal_free)

/* The folder. Owner: @journal. */
const char *journal_path(const Journal *journal);

/* Whether the spec wants @file. */
bool journal_wants(const Journal *journal, RecordsFile file);

/* Appends @text to @file. Errors: EXPERIMENTS_ERROR_FAILED; the journal is then only good to be
 * freed. The same holds for the other functions. */
bool journal_append(Journal *journal, RecordsFile file, const GString *text, GError **error);

/* memory.csv is in the folder, and is one of the run's files from now on. */
bool journal_note_memory(Journal *journal, GError **error);

/* All before @point is on its way to disk. Errors: also when the files are not this run's any more:
 * somebody has removed, replaced or changed one of them, or the lock. */
bool journal_checkpoint(Journal *journal, const JournalPoint *point, GError **error);

/* The last game is in: writes tables, datapackage.json and run.json, and ends the run; not for a
 * shard. With @gzip the files that have grown are compressed. */
bool journal_finish(Journal *journal, const ProvenanceRun *run, bool gzip, GError **error);

/* The checkpoint of the unfinished run, or of the shard, in the folder @path. Owner: the caller.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is damaged; G_FILE_ERROR. */
Checkpoint *journal_read_checkpoint(const char *path, GError **error);

/* The resolved spec of the run in the folder @path, finished or not. Owner: the caller.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it holds none. */
char *journal_read_spec(const char *path, GError **error);
