/* The reason of a decision, in a sentence or two: what the acting piece does, and the fact that
 * decided. It is made of what agents and master said on the way, and of the board. */
#pragma once

#include <glib.h>

#include "agents/message.h"

#define REASON_MAX 120 /* no sentence is longer */

typedef struct {
    char sentence[2 * REASON_MAX];
    char second[2 * REASON_MAX]; /* the best that was not done, or what else matters; "": nothing */
} Reason;

/* Finds why @move is decided on in @state of @game by agents that have sent @messages, of Message,
 * the decision last. False: there is no decision among them. */
bool reason_find(const GPtrArray *messages, const Game *game, const GameState *state, Move move,
                 Reason *out_reason);
