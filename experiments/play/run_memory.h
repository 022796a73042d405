/* The memory of positions in a run, as [experiment] memory says.
 *
 * Frozen: what the memory had when the run began stands in memory.csv in its folder, and is all
 * that the games know, on any number of threads, however often the run is stopped and resumed. What
 * they find stands in findings.csv, in the order of the games, and goes into the store when the run
 * has ended; done twice it does no more than once.
 *
 * Live: the games ask the store and tell it. */
#pragma once

#include <stdio.h>

#include "experiments/spec/spec.h"
#include "players/memory/memories.h"

typedef struct RunMemory RunMemory;

/* That of a run of @spec, which is borrowed; nothing is opened yet. What a store that was reached
 * does not take later waits in a file beside @folder, that of the run, or where the process works
 * if that is NULL (players/memory/memory_spool.h). @warn, or NULL, is told what is
 * wrong with a store while the run goes on. Owner: the caller. */
RunMemory *run_memory_new(const Spec *spec, const char *folder, PositionMemoryWarn warn,
                          void *warn_data);
void run_memory_free(RunMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RunMemory, run_memory_free)

/* Whether the run can have the memories that its players name, before anything is written: a store
 * that can never work is refused. What is frozen must be had now, unless @folder has it already.
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

/* Closes the memories of the games, which have ended, and says what became of all questions and
 * findings of this session; NULL: the run has no memory. To be called behind run_memory_store(). */
const MemoryTally *run_memory_finish(RunMemory *memory);

/* SHA-256 of memory.csv, once it was read; NULL: nothing is frozen in a folder. */
const char *run_memory_sha256(const RunMemory *memory);

/* The memories of one table at which games are played; NULL: players are to have none. Owner: the
 * caller; to be freed before @memory. */
typedef struct {
    Memories *all;            /* for the players */
    PositionMemory *collects; /* what the games find; NULL: they tell the store */
    Memories *own;            /* @all, if it is the table's */
    RunMemory *of;
} RunMemoryTable;

RunMemoryTable run_memory_table(RunMemory *memory);
void run_memory_table_clear(RunMemoryTable *table);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunMemoryTable, run_memory_table_clear)

/* Puts what findings.csv in @folder says into the frozen memory's store, all or nothing. If that is
 * not to be had, a warning says so, and the findings wait in a file.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, there is no such file. */
bool run_memory_store(RunMemory *memory, const char *folder, GError **error);

/* The same of @findings, which are in no folder. */
void run_memory_store_file(RunMemory *memory, FILE *findings);
