/* The players `maxn` and `paranoid` of three-player chess: both look ahead to a fixed depth, see
 * three_search.h. Equal moves are chosen among at random.
 *
 * For max^n every side chooses what is best for itself (Luckhardt and Irani 1986); the paranoid
 * player takes both others to be allied against it (Sturtevant and Korf 2000). */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_MAXN;
extern const PlayerKind PLAYER_KIND_PARANOID;
