/* The memory of positions in a run, as [experiment] memory says.
 *
 * Frozen: memory.csv in the run's folder holds what the memory had when the run began. That is all
 * that the games know, on any number of threads, however often the run is stopped and resumed.
 * findings.csv holds what they find, in the order of the games; it goes into the store when the run
 * has ended. Storing it twice has the same effect as storing it once.
 *
 * Live: the games ask the store. What the games find that a run keeps is in the store before the
 * checkpoint of these games is on the disk; storing it twice, after a kill in between, has the same
 * effect as storing it once.
 *
 * A store that is away is waited for with patience; then the run ends, and can be resumed. */
#pragma once

#include <stdio.h>

#include "experiments/spec/spec.h"
#include "players/memory/position_memory.h"

typedef struct RunMemory RunMemory;

/* The findings of a game, and the memory of the run that stores them. */
typedef struct {
    int memory;
    MemoryEntry entry;
} RunFinding;

/* 0 or NULL stands for the default. */
typedef struct {
    PositionMemoryWarn warn; /* is told what is wrong with the store while the run goes on */
    void *warn_data;
    const bool *stop; /* ends waiting for a store; NULL: nothing does */
    int patience_ms;  /* how long a store that is away is waited for; a minute */
} RunMemoryOptions;

/* The memory of a run of @spec, which is borrowed; nothing is opened yet. @options, which may be
 * NULL, is copied. Owner: the caller. */
RunMemory *run_memory_new(const Spec *spec, const RunMemoryOptions *options);
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
    Memories *all;         /* for the players */
    GPtrArray *collectors; /* of PositionMemory, in @all: they collect what the games find */
} RunMemoryTable;

RunMemoryTable run_memory_table(RunMemory *memory);
void run_memory_table_clear(RunMemoryTable *table);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunMemoryTable, run_memory_table_clear)

/* Moves what the games at @table have found since the last call to @findings, an array of
 * RunFinding. */
void run_memory_table_take(RunMemoryTable *table, GArray *findings);

/* Hands over what a game that the run keeps has found, an array of RunFinding. Live, the second one
 * writes all that was handed over, waiting for the store if it is away; frozen, what is handed over
 * counts if it was frozen without a folder.
 *
 * Errors: MEMORY_ERROR. */
void run_memory_keep(RunMemory *memory, const GArray *findings);
bool run_memory_write(RunMemory *memory, GError **error);

/* Live: drops what could not be written: its games will be played again. */
void run_memory_forget(RunMemory *memory);

/* Frozen: puts the findings of findings.csv in @folder into the store, all or nothing, waiting for
 * the store if it is away; NULL: those that run_memory_keep() was given.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, there is no such file; MEMORY_ERROR. */
bool run_memory_store(RunMemory *memory, const char *folder, GError **error);

/* Within a transaction puts the table in @file, which messages call @name, into @store; @found_at,
 * unless 0, is the time of all entries. @out_kept is how many of the entries were new to it or
 * deeper.
 *
 * Errors: as memory_csv_read(), memory_store_put(). */
bool run_memory_import(MemoryStore *store, FILE *file, const char *name, int64_t found_at,
                       uint64_t *out_read, uint64_t *out_kept, GError **error);
