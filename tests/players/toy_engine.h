/* Players that are our toy engine, which misbehaves on request (toy_engine.c). */
#pragma once

#include "players/player.h"

/* The player "engine:toy,depth=1", the toy engine speaking @protocol ("uci" or "xboard") with
 * @fault ("" for none). It may be silent for @answer_ms milliseconds. */
typedef struct {
    Engines *engines;
    Player *player;
} ToyPlayer;

ToyPlayer toy_player_new(const char *protocol, const char *fault, const char *answer_ms);
void toy_player_clear(ToyPlayer *toy);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ToyPlayer, toy_player_clear)

/* From now on "toy_engine" is a command, as in "process:toy_engine plain". */
void toy_engine_add_to_path(void);

/* The engine "toy" alone. Owner: the caller. */
Engines *toy_engines(const char *protocol, const char *fault, const char *answer_ms);
