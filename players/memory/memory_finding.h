/* What is known about a position, as an entry of a store and as players use it. */
#pragma once

#include "players/memory/position_memory.h"

/* What @entry, whose position is @state, says; false: its move is not legal there. Others may have
 * written anything into the store: numbers are brought into their ranges, the player becomes a text
 * that every store can keep. */
bool memory_finding_of_entry(const MemoryEntry *entry, const Game *game, const GameState *state,
                             PositionFinding *out_finding);

/* Fills in all of @entry but the position. */
void memory_finding_to_entry(const PositionFinding *finding, const Game *game, MemoryEntry *entry);
