/* Entries of a memory of positions as rows of a table: a header line, then a row an entry.
 *
 * Source: RFC 4180, except that line ends are \n. */
#pragma once

#include <stdio.h>

#include "players/memory/memory_entry.h"

/* The names of the columns, without a line end. */
extern const char MEMORY_CSV_HEADER[];

/* Appends the row of @entry with its line end. */
void memory_csv_append(GString *csv, const MemoryEntry *entry);

/* Reads a row, without its line end. The entry must be consistent (memory_entry_check()), and
 * numbers and texts must be written as memory_csv_append() writes them.
 *
 * Errors: MEMORY_ERROR_REFUSED, with what is wrong. */
bool memory_csv_parse(const char *line, MemoryEntry *out_entry, GError **error);

/* Reads a whole table from @file, which messages call @name, and calls @visit for each entry; it
 * ends the reading by returning false with an error.
 *
 * Errors: MEMORY_ERROR_REFUSED, "NAME:LINE: what is wrong"; those of @visit. */
typedef bool (*MemoryCsvVisit)(const MemoryEntry *entry, void *data, GError **error);
bool memory_csv_read(FILE *file, const char *name, MemoryCsvVisit visit, void *data,
                     GError **error);
