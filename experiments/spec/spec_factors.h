/* Reading an experiment with factors. */
#pragma once

#include "experiments/spec/spec_text.h"

/* Experiments with factors: reads [factors], if there are any; the text of a cell,
 * without factors; and when all cells were read takes their players and pairings together. With a
 * hero the other players are the same in all cells if their texts are; else each cell has players
 * of its own.
 *
 * Errors: as spec_parse().
 * Owner:  the caller. */
bool spec_factors_read(const SpecReader *reader);
GPtrArray *spec_factors_cell(const SpecReader *reader, int cell);
bool spec_players_of_cells(const SpecReader *reader);
