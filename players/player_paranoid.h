/* The player `paranoid`: looks ahead to a fixed depth and takes both others to be allied against it
 * (Sturtevant and Korf 2000). Moves that are worth the same to it are drawn. See three_search.h. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_PARANOID;
