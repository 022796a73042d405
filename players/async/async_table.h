/* A table of asynchronous chess: a game, and players that are called when their time comes. */
#pragma once

#include "players/player.h"

typedef struct {
    AsyncGame *game;
    Player *player[COLOR_COUNT]; /* of a kind that plays asynchronous chess; NULL: its side is never
                                    called */
    Random *random;              /* what players draw from, White first where both are called */
    bool called[COLOR_COUNT];    /* whether each side has been called in this game */
} AsyncTable;

/* Plays the next instant of a game that goes on. All players that are called see the same world;
 * then they give commands. */
void async_table_advance(AsyncTable *table);
