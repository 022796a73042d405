/* The player `process`: a program of its own, in any language, that plays any game. It reads a line
 * for each move it is to make and answers with a line; README.md is its protocol. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_PROCESS;
