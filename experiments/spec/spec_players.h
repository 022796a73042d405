/* The players and pairings of a spec: the players that its text names, those of its sweep or grid,
 * and the pairings of its format. */
#pragma once

#include "experiments/spec/spec_reader.h"

/* Fills in sweep, grid, players and pairings.
 *
 * Errors: as spec_parse(). */
bool spec_players_read(const SpecReader *reader, GError **error);
