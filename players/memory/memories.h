/* The memories of positions that players name: each is opened once, when the first one asks for it,
 * however many players and threads use it. */
#pragma once

#include "players/memory/position_memory.h"

typedef struct Memories Memories;

/* None yet; each will be opened as @options say, which may be NULL.
 *
 * Owner: the caller; may be used by any number of threads at once. Players that use it must be
 * freed before. */
Memories *memories_new(const PositionMemoryOptions *options);
void memories_free(Memories *memories);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Memories, memories_free)

/* From now on @memory, of which @memories becomes the owner, is the one at @where; before it is
 * asked for. */
void memories_put(Memories *memories, const char *where, PositionMemory *memory);

/* The memory at @where.
 *
 * Errors: as position_memory_open(). Owner: @memories. */
PositionMemory *memories_get(Memories *memories, const char *where, GError **error);
