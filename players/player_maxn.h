/* The player `maxn`: max^n to a fixed depth: every side is taken to choose what is best for itself
 * (Luckhardt and Irani 1986). Moves that are worth the same to it are drawn. See three_search.h. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_MAXN;
