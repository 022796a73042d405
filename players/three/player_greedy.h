/* The player `greedy`: the move that gains most at once, by the score of the rules: what it takes
 * (a king, a queen, a rook, ...), and 8 for a pawn that becomes a queen. It takes a king whenever
 * it can, and does not see what it will lose. It chooses at random among equal moves. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_GREEDY;
