/* How fast memories of positions are. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Prints how many findings are written, and how many questions are answered, in a second by a file
 * of SQLite that is made for it and removed again. @states are positions of chess, of GameState. */
void bench_memory_file(const GArray *states);

/* Whether there is a memory at @where.
 *
 * Errors: MEMORY_ERROR. */
bool bench_memory_check(const char *where, GError **error);

/* Prints how many questions the memory at @where, which is there, answers in a second; nothing is
 * written there.
 *
 * Errors: MEMORY_ERROR. */
bool bench_memory_at(const char *where, const GArray *states, GError **error);
