/* The memory of positions in a run, as [experiment] memory says.
 *
 * Frozen: memory.csv in the run's folder holds what the memory had when the run began. That is all
 * that the games know, on any number of threads, however often the run is stopped and resumed.
 * findings.csv holds what they find, in the order of the games; it goes into the store when the run
 * has ended. Storing it twice has the same effect as storing it once.
 *
 * Live: the games ask the store and write into it. */
#pragma once

#include <stdio.h>

#include "experiments/spec/spec.h"
#include "players/memory/memories.h"

typedef struct RunMemory RunMemory;

/* The memory of a run of @spec, which is borrowed; nothing is opened yet. If the store fails later,
 * findings wait in a file beside @folder, the folder of the run, or in the working directory if
 * @folder is NULL (players/memory/memory_spool.h). @warn, or NULL, is told what is wrong with the
 * store while the run goes on. Owner: the caller. */
RunMemory *run_memory_new(const Spec *spec, const char *folder, PositionMemoryWarn warn,
                          void *warn_data);
void run_memory_free(RunMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RunMemory, run_memory_free)

/* Whether the memories that the players name can be used; to be called before anything is written.
 * A store that can never work is refused. A store to be frozen must be readable now, unless @folder
 * has its memory.csv already.
 *
 * Errors: MEMORY_ERROR. */
bool run_memory_check(RunMemory *memory, const char *folder, GError **error);

/* Reads what was frozen from the folder of a run.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is missing; MEMORY_ERROR_REFUSED, it is damaged. */
bool run_memory_read(RunMemory *memory, const char *folder, GError **error);

/* Freezes what the store has now, into @folder; NULL: only for this process.
 *
 * Errors: MEMORY_ERROR; EXPERIMENTS_ERROR_FAILED, it cannot be written. */
bool run_memory_freeze(RunMemory *memory, const char *folder, GError **error);

/* Closes the memories of the games, which have ended, and returns the counts of questions and
 * findings of this session; NULL: the run has no memory. To be called after run_memory_store(). */
const MemoryTally *run_memory_finish(RunMemory *memory);

/* SHA-256 of memory.csv, once it has been read; NULL: no folder has a frozen memory. */
const char *run_memory_sha256(const RunMemory *memory);

/* The memories of one table at which games are played; NULL: players are to have none. Owner: the
 * caller; to be freed before @memory. */
typedef struct {
    Memories *all;            /* for the players */
    PositionMemory *collects; /* collects what the games find; NULL: it goes to the store */
    Memories *own;            /* the same as @all if the table owns it */
    RunMemory *of;
} RunMemoryTable;

RunMemoryTable run_memory_table(RunMemory *memory);
void run_memory_table_clear(RunMemoryTable *table);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunMemoryTable, run_memory_table_clear)

/* Puts the findings of findings.csv in @folder into the frozen memory's store, all or nothing. If
 * the store cannot be reached, a warning says so, and the findings wait in a file.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, there is no such file. */
bool run_memory_store(RunMemory *memory, const char *folder, GError **error);

/* The same for @findings, which are in no folder. */
void run_memory_store_file(RunMemory *memory, FILE *findings);
