/* A table of asynchronous chess: a game, and players that are called when their time comes. */
#pragma once

#include "players/player.h"

typedef struct {
    AsyncGame *game;
    Player *player[COLOR_COUNT]; /* of a kind that plays asynchronous chess; NULL: its side is never
                                    called */
    Random *random;              /* what players draw from, White first where both are called */
    GArray *answered[COLOR_COUNT]; /* AsyncAnswered: the answers to each side since its last call */
    bool called[COLOR_COUNT];      /* whether each side has been called in this game */
} AsyncTable;

AsyncTable *async_table_new(void);
void async_table_free(AsyncTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncTable, async_table_free)

/* Begins @game at the table; the game before is forgotten.
 *
 * Owner: all arguments are borrowed until the next game begins. */
void async_table_begin(AsyncTable *table, AsyncGame *game, Player *const player[COLOR_COUNT],
                       Random *random);

/* Plays the next instant of a game that goes on. All players that are called see the same world;
 * then they give commands. */
void async_table_advance(AsyncTable *table);
