/* Plays all games of an experiment on several threads, and takes the results in job order: any
 * number of threads gives the same bytes and the same sums. */
#pragma once

#include "experiments/run/journal.h"

/* The progress of a run. Units: seconds of this session. */
typedef struct {
    uint64_t done, total; /* games, of the shard; of a tuning iterations */
    uint64_t done_before; /* of @done, those of earlier sessions */
    uint64_t games;       /* played in this session */
    double seconds;
    int pairing;           /* of the game last taken in */
    StatisticsScore score; /* of the first player of that pairing; 0 in games of three */
} RunnerProgress;

/* Games of an earlier run that are not played again. */
typedef struct {
    const uint64_t *games; /* of each pairing, how many: its first ones */
    uint64_t count;        /* of all pairings */
    RunPoint point;        /* their totals, forfeits and seconds */
} RunnerKept;

typedef struct {
    int jobs;           /* threads, at least 1 */
    const char *folder; /* NULL: nothing is written */
    JournalMode mode;
    Shard shard;      /* JOURNAL_WHOLE, or the part to play */
    RunnerKept *kept; /* NULL: none; else the run ends with a checkpoint, as a shard does, and has
                         the results of all games; its point is taken over */
    const ProvenanceProgram *program; /* only for a folder */
    bool gzip; /* compress the files that grow with the games, at the end; not of a shard */

    /* Called with a sentence on games that are played again after resuming, and on each failure of
     * a memory of positions; by any thread; or NULL. */
    PositionMemoryWarn warn;
    void *warn_data;

    int patience_ms;   /* how long a memory of positions that is away is waited for; 0: a minute */
    int checkpoint_ms; /* between two checkpoints; 0: two seconds */

    /* While the games run, the thread that called runner_run() iterates the default main context; a
     * source of it may set *stop: then the run ends after the games that are being played. If *stop
     * is set before, no game is played. */
    const bool *stop;

    /* Called there, unless NULL, before the first game of a run that is not resumed; by then its
     * folder is ready. */
    void (*begin)(void *data);

    /* Called there several times a second, unless NULL. */
    void (*show)(const RunnerProgress *progress, void *data);
    void *show_data; /* of both */
} RunnerOptions;

typedef enum {
    RUNNER_DONE,
    RUNNER_WAS_DONE, /* the folder holds the whole run already; totals: without curves and events */
    RUNNER_STOPPED,  /* by *stop; the totals are those of the games so far */
    RUNNER_BROKEN    /* all but the games of players that only forfeit; it can be resumed */
} RunnerEnd;

typedef struct {
    RunnerEnd end;
    Totals *totals;
    Forfeits *forfeits;
    bool *broken;            /* for each player: it did nothing but forfeit, and was left out */
    uint64_t *missing;       /* of each pairing: games that were left out */
    RunnerProgress progress; /* at the end */
    bool has_memory;         /* players used memories of positions */
    MemoryTally memory;      /* the counts of questions and findings of this session */
} RunnerResult;

void runner_result_clear(RunnerResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunnerResult, runner_result_clear)

/* Ends the run of @journal, all games of which are before @point: what the games have found goes
 * into the store of a frozen memory, then the run is finished. @run has program, jobs and titles,
 * and gets the rest. */
bool runner_finish(Journal *journal, RunMemory *memory, const RunPoint *point, ProvenanceRun *run,
                   bool gzip, GError **error);

/* Adds to the sentence of @error that the run stops and can be resumed. */
void runner_note_resumable(GError **error);

/* Runs @spec. If this system cannot do what a game needs (start a program or a thread), the run is
 * interrupted, and no game has a result for that reason; before its first game it leaves no files.
 *
 * Errors: as journal_open() and journal_append(); PLAYER_ERROR; MEMORY_ERROR; G_THREAD_ERROR;
 *         EXPERIMENTS_ERROR_FAILED. What was written can be resumed.
 * Owner:  runner_result_clear() frees what @out_result holds. */
bool runner_run(const Spec *spec, const RunnerOptions *options, RunnerResult *out_result,
                GError **error);
