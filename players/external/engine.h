/* A chess program in a process of its own, asked for moves. It is started when it is first needed,
 * kept from game to game, and started again after it has failed.
 *
 * Whatever the program does, the caller gets an answer: moves are read in coordinates and in SAN
 * and must be legal, a claim of a draw must be right, silence ends at a deadline, and lines that
 * are not understood are ignored.
 *
 * Programs that are no chess engines and play any game are asked in the same way
 * (engine_plain.c).
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

/* Tells the program to quit, and kills it if it does not. */
void engine_free(Engine *engine);

/* Starts the program, if it is not running, and waits until it is ready. If that fails, the next
 * choice is a failure. To be called before a clock runs. */
void engine_get_ready(Engine *engine);

/* The engine's answer to @call. The game must be chess unless the engine speaks
 * ENGINE_PROTOCOL_PLAIN; that one also receives a number drawn at random and the clocks. */
Choice engine_choose(Engine *engine, const PlayerCall *call);

/* Its answer if it receives only the position and not the game before, so that there is no draw to
 * claim. */
Choice engine_choose_afresh(Engine *engine, const PlayerCall *call);

/* Whether program and directory of @settings, which belong to @player, are on this machine.
 *
 * Errors: PLAYER_ERROR_MISSING. */
bool engine_find_program(const EngineSettings *settings, const Player *player, GError **error);

/* The name that the program reports; NULL before its start or if it reports none. */
const char *engine_title(const Engine *engine);
