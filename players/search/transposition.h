/* The findings of a search about positions, kept in case other moves lead to them again.
 *
 * Source: D. J. Slate and L. R. Atkin, Chess 4.5, in Chess Skill in Man and Machine, 1977. */
#pragma once

#include <stddef.h>

#include "players/memory/memory_entry.h"

typedef struct {
    uint64_t key;
    Move move; /* the best one, or MOVE_NONE */
    int16_t score;
    int8_t depth; /* in half moves, 0 or more */
    uint8_t bound;
    uint16_t age; /* of the search that it is from */
} TranspositionEntry;

typedef struct TranspositionTable TranspositionTable;

/* A table of at most @mebibytes, at least 1. */
TranspositionTable *transposition_table_new(size_t mebibytes);
void transposition_table_free(TranspositionTable *table);

/* Begins a search. Entries of earlier searches are replaced first; if @forgets, they are never
 * found again. */
void transposition_table_begin(TranspositionTable *table, bool forgets);

/* The entry of the position with @key, or NULL. */
const TranspositionEntry *transposition_table_find(const TranspositionTable *table, uint64_t key);

/* Lets the processor fetch what transposition_table_find() will look at. */
void transposition_table_prefetch(const TranspositionTable *table, uint64_t key);

/* Notes @entry, whose age is set here. */
void transposition_table_note(TranspositionTable *table, TranspositionEntry entry);
