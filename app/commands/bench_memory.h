/* How fast memories of positions are. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Prints how many findings a file of SQLite stores in a second, and how many questions it answers.
 * The file is made for this and removed again. @states are positions of chess, of GameState. */
void bench_memory_file(const GArray *states);

/* Whether there is a memory at @where.
 *
 * Errors: MEMORY_ERROR. */
bool bench_memory_check(const char *where, GError **error);

/* Prints how many questions the memory at @where, which must exist, answers in a second; nothing is
 * written there.
 *
 * Errors: MEMORY_ERROR. */
bool bench_memory_at(const char *where, const GArray *states, GError **error);
