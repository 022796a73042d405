/* What a player of asynchronous chess is told when it is called, and what it answers. It is called
 * at times that it asks for, and decides for its whole side.
 *
 * Reasoning costs time: what is decided on the world of time t takes effect when the player says,
 * and who thinks says later. Nobody reads a clock.
 *
 * Source: Asynchronous Chess, as in board/async_world.h; calls at times asked for are our reading
 *         of "players may move any piece at anytime". */
#pragma once

#include "agents/random.h"
#include "board/async_game.h"
#include "board/async_view.h"

typedef struct {
    const AsyncWorld *world; /* as the side sees it */
    const AsyncRules *rules;
    Color side;
    bool begins; /* the first call of a game: what is remembered is of another one */
    const AsyncAnswered *answered; /* the answers to its commands since the last call, in order */
    int answered_count;
} AsyncCall;

/* More commands than pieces can be of use only to who plans for later. */
#define ASYNC_REPLY_MAX 64

typedef struct {
    int count;
    AsyncCommand commands[ASYNC_REPLY_MAX];
    int64_t wake_ms; /* when it wants to be called next: now or before is the next millisecond,
                        ASYNC_NEVER not any more */
} AsyncReply;

/* Adds the command that the piece on @from goes to @to, at @time_ms; one too many is dropped. */
static inline void async_reply_add(AsyncReply *reply, Square from, Square to, int64_t time_ms)
{
    if (reply->count < ASYNC_REPLY_MAX)
        reply->commands[reply->count++] =
            (AsyncCommand){.time_ms = time_ms, .from = from, .to = to};
}
