/* How likely a player is to decide on each move: known exactly, or drawn many times in one
 * position. */
#pragma once

#include "players/player.h"

typedef struct {
    Move move;
    int times;    /* of the draws; 0 if nothing was drawn */
    double share; /* from 0 to 1 */
} Decision;

typedef struct {
    const Game *game;
    int draws;   /* 0: the shares are exact */
    int without; /* draws in which it resigned or claimed a draw */
    int count;   /* moves that may be decided on, or were at least once, sorted by their text in
                    coordinates */
    Decision decision[GAME_MAX_MOVES];
} Decisions;

/* Lets @player answer @call @draws times; draw number n, from 1, has the generator of job n of an
 * experiment with @seed, whatever that of @call is.
 *
 * Errors: PLAYER_ERROR_FAILED. */
bool decisions_draw(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                    Decisions *out_decisions, GError **error);

/* The exact shares of a player that knows them; else the same as decisions_draw(). */
bool decisions_find(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                    Decisions *out_decisions, GError **error);
