/* What has happened in an instant of asynchronous chess, for who keeps a world by being told, and
 * what each in a game may be told. */
#pragma once

#include "board/async_game.h"

/* What a client is, or wants to be, in a game. */
typedef enum {
    ASYNC_ROLE_WHITE = COLOR_WHITE,
    ASYNC_ROLE_BLACK = COLOR_BLACK,
    ASYNC_ROLE_SPECTATOR,
    ASYNC_ROLE_COUNT,
    ASYNC_ROLE_ANY = ASYNC_ROLE_COUNT /* wanted: whichever side is free */
} AsyncRole;

/* "white", "black", "spectator", "any". */
extern const char *const ASYNC_ROLE_NAME[ASYNC_ROLE_COUNT + 1];

/* What has happened in an instant, in full: who knew the world before it knows it after it. */
typedef struct {
    AsyncSettled settled;
    Square entered_to[SQUARE_COUNT]; /* for each of settled.entered */
    AsyncWorld
        now; /* its time and its end; of the pieces only those about which something is new */
} AsyncEvent;

/* @world as @role sees it: a side as in async_view.h, a spectator no path that either side does not
 * see, so that nobody learns from a second connection. */
AsyncWorld async_role_view(const AsyncWorld *world, const AsyncRules *rules, AsyncRole role);

/* What has happened between two worlds with one instant between them; false if nothing has. */
bool async_event_of(const AsyncWorld *before, const AsyncWorld *after, const AsyncSettled *settled,
                    AsyncEvent *out_event);

/* @event as @role sees it. */
AsyncEvent async_event_view(const AsyncEvent *event, const AsyncRules *rules, AsyncRole role);

/* Makes of the world before @event, as one role sees it, the world after it. What does not fit
 * leaves @world as it was.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool async_event_apply(const AsyncEvent *event, AsyncWorld *world, GError **error);
