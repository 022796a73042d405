/* The memories of positions that players name: each is opened once, when the first player asks for
 * it, however many players and threads use it. */
#pragma once

#include "players/memory/position_memory.h"

typedef struct Memories Memories;

/* No memories yet; each will be opened as @options say, which may be NULL.
 *
 * Owner: the caller; may be used by any number of threads at once. Players that use it must be
 * freed first. */
Memories *memories_new(const PositionMemoryOptions *options);
void memories_free(Memories *memories);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Memories, memories_free)

/* Makes @memory the one at @where; to be called before that one is asked for. @memories becomes the
 * owner of @memory. */
void memories_put(Memories *memories, const char *where, PositionMemory *memory);

/* How many memories have been opened. */
int memories_count(Memories *memories);

/* Writes what waits in each, as position_memory_write_idle() does. */
void memories_write_idle(Memories *memories);

/* Closes all of them, as position_memory_close() does, and adds up their counts. */
PositionMemoryCounts memories_close(Memories *memories);

/* The memory at @where.
 *
 * Errors: as position_memory_open(). Owner: @memories. */
PositionMemory *memories_get(Memories *memories, const char *where, GError **error);
