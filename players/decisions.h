/* How often a player decides on each move: its choice is drawn many times in one position. */
#pragma once

#include "players/player.h"

typedef struct {
    Move move;
    int times;
} Decision;

typedef struct {
    const Game *game;
    int draws;
    int without; /* draws in which it resigned or claimed a draw */
    int count;   /* moves decided on at least once, sorted by their text in coordinates */
    Decision decision[GAME_MAX_MOVES];
} Decisions;

/* Lets @player answer @call @draws times; draw number n, from 1, has the generator of job n of an
 * experiment with @seed, whatever that of @call is.
 *
 * Errors: PLAYER_ERROR_FAILED. */
bool decisions_draw(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                    Decisions *out_decisions, GError **error);

/* "e2e4:0.514 g1f3:0.486", the share of each move, and "none:0.100" if some draws made no move.
 * Owner: the caller. */
char *decisions_format(const Decisions *decisions);
