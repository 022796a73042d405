/* What a player of asynchronous chess is told when it is called, and what it answers. It is called
 * at times that it asks for, and decides for its whole side.
 *
 * Reasoning costs time: what is decided on the world of time t takes effect when the player says,
 * and a player that thinks names a later time. No clock is read.
 *
 * Source: Asynchronous Chess, as in board/async_world.h; that players are called at times they ask
 *         for is our reading of "players may move any piece at anytime". */
#pragma once

#include "agents/random.h"
#include "board/async_game.h"
#include "board/async_world.h"

typedef struct {
    const AsyncWorld *world; /* as the side sees it */
    const AsyncRules *rules;
    Color side;
    bool begins; /* the first call of a game: what the player remembers is of an earlier one */
    const AsyncAnswered *answered; /* the answers to its commands since the last call, in order */
    int answered_count;
} AsyncCall;

/* More commands than pieces: a player may plan for later. */
#define ASYNC_REPLY_MAX 64

typedef struct {
    int count;
    AsyncCommand commands[ASYNC_REPLY_MAX];
    int64_t wake_ms; /* when it wants to be called next; now or earlier: in the next millisecond;
                        ASYNC_NEVER: not again */
} AsyncReply;

/* Adds the command that the piece on @from goes to @to, at @time_ms; dropped if @reply is full. */
static inline void async_reply_add(AsyncReply *reply, Square from, Square to, int64_t time_ms)
{
    if (reply->count < ASYNC_REPLY_MAX)
        reply->commands[reply->count++] =
            (AsyncCommand){.time_ms = time_ms, .from = from, .to = to};
}
