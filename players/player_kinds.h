/* All kinds of players. The comment at the head of the file of a kind, or of its header, describes
 * it. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_MASTER;
extern const PlayerKind PLAYER_KIND_ASYNC_PATIENT;
extern const PlayerKind PLAYER_KIND_ASYNC_PIECES;
extern const PlayerKind PLAYER_KIND_ASYNC_RANDOM;
extern const PlayerKind PLAYER_KIND_ENGINE;
extern const PlayerKind PLAYER_KIND_GREEDY;
extern const PlayerKind PLAYER_KIND_HOMEOSTATIC;
extern const PlayerKind PLAYER_KIND_LEVEL;
extern const PlayerKind PLAYER_KIND_MARCH;
extern const PlayerKind PLAYER_KIND_MAXN;
extern const PlayerKind PLAYER_KIND_MCTS;
extern const PlayerKind PLAYER_KIND_PARANOID;
extern const PlayerKind PLAYER_KIND_PROCESS;
extern const PlayerKind PLAYER_KIND_RANDOM;
extern const PlayerKind PLAYER_KIND_SEARCH;
extern const PlayerKind PLAYER_KIND_TEAM;
