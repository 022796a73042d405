/* A chess program in a process of its own, asked for moves. It is started when it is first needed,
 * kept from game to game, and started anew after it has failed.
 *
 * Whatever it does, an answer comes: moves are read in coordinates and in SAN and must be legal,
 * a claim of a draw must be right, silence ends at a deadline, and lines that are not understood
 * are passed over.
 *
 * Sources: UCI protocol (Meyer-Kahlen, April 2006); T. Mann and H. G. Muller, Chess Engine
 * Communication Protocol, version 2, http://www.gnu.org/software/xboard/engine-intf.html */
#pragma once

#include "players/engine_settings.h"
#include "players/player.h"

typedef struct {
    EngineLimitKind kind;
    uint64_t amount;
} EngineLimit;

typedef struct Engine Engine;

/* @settings must live as long as the engine; nothing is started yet. Owner: the caller. */
Engine *engine_new(const EngineSettings *settings, EngineLimit limit);

/* Lets the program quit, and ends it if it does not. */
void engine_free(Engine *engine);

/* What the engine does in the last state of @line, a game of chess that is not over. */
Choice engine_choose(Engine *engine, const GameLine *line);

/* What the program calls itself; NULL before it was started, or if it does not say. */
const char *engine_title(const Engine *engine);
