/* Games with turns as a match plays them: ply by ply, with clocks if the spec has them. */
#pragma once

#include "experiments/play/match.h"

extern const ContestPlay PLAY_IN_TURNS;

/* The game under way at a table of games with turns; NULL at another table. */
const GameLine *match_line(const Match *match);
