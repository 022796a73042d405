/* Games without turns: their names and their sides. There is one, asynchronous chess; async_world.h
 * and async_game.h play it. */
#pragma once

#include <stddef.h>

#include "board/position.h"

typedef struct {
    const char *name;    /* "async" */
    const char *summary; /* one line for people */
    const char *side_name[COLOR_COUNT];
} TimedGame;

extern const TimedGame ASYNC_CHESS;

/* All games without turns, in the order in which they are listed. */
extern const TimedGame *const TIMED_GAMES[];
extern const size_t TIMED_GAME_COUNT;
