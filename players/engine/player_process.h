/* The player `process`: a program of its own, in any language, that plays any game. It reads a line
 * for each move that it has to make and answers with a line; players/README.md describes the
 * protocol. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_PROCESS;
