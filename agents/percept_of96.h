/* What the parts of the percept of three-player chess ask of each other. */
#pragma once

#include "agents/percept.h"

#define NO_CASTLED_ROOK (-1)

/* The agent that castling with @move moves beside the king, or NO_CASTLED_ROOK. */
int percept_of96_castled_rook(const PerceptOf96 *of96, Move move);

/* As PerceptBoard.threatened_after(), on the board after @action, without exchanges. */
int percept_of96_threatened_after(const Percept *percept, int action, int bearable,
                                  Threatened out_threatened[static PERCEPT_MAX_AGENTS]);
