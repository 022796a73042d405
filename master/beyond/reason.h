/* The reason of a decision, in a sentence or two: what the acting piece does, and the fact that
 * decided. It is made of what agents and master said on the way, or of the line that a search
 * expects, and of the board. */
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

/* The line that a search has decided on, in chess or antichess. */
typedef struct {
    const Move *move;
    int length;        /* 1 or more */
    int mate;          /* moves to the mate, or in antichess to the end of the game; negative if the
                          side to move loses; 0: none is found */
    const char *worth; /* to the first side, "0.12"; read only if there is no mate */
} ReasonLine;

/* The reason of the first move of @line in @state of @game: the mate, or what is captured in the
 * line; second the line itself. */
Reason reason_of_line(const ReasonLine *line, const Game *game, const GameState *state);
