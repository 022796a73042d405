/* What has happened in an instant of asynchronous chess, for clients that keep a world up to date,
 * and what each role in a game may be told; and the errors of this room. */
#pragma once

#include "board/async_game.h"

/* What can go wrong between those that play asynchronous chess over a socket, and with recordings
 * of it. */
typedef enum {
    ASYNC_ERROR_FAILED /* a line says something wrong or at a wrong time, or cannot be passed on */
} AsyncError;

#define ASYNC_ERROR (async_error_quark())
GQuark async_error_quark(void);

/* Sets @error to ASYNC_ERROR_FAILED with a sentence. Always false. */
bool async_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* What a client is, or wants to be, in a game. */
typedef enum {
    ASYNC_ROLE_WHITE = COLOR_WHITE,
    ASYNC_ROLE_BLACK = COLOR_BLACK,
    ASYNC_ROLE_SPECTATOR,
    ASYNC_ROLE_COUNT,
    ASYNC_ROLE_ANY = ASYNC_ROLE_COUNT /* wanted: any side that is free */
} AsyncRole;

/* "white", "black", "spectator", "any". */
extern const char *const ASYNC_ROLE_NAME[ASYNC_ROLE_COUNT + 1];

/* All that has happened in an instant: from the world before it, it gives the world after it. */
typedef struct {
    AsyncSettled settled;
    Square entered_to[SQUARE_COUNT]; /* for each of settled.entered */
    AsyncWorld now;                  /* its time and end, and only the pieces that have changed */
} AsyncEvent;

/* @world as @role sees it: a side as in async_world.h; a spectator sees no path that one of the
 * sides does not see, so that a second connection tells a player nothing new. */
AsyncWorld async_role_view(const AsyncWorld *world, const AsyncRules *rules, AsyncRole role);

/* The event that leads from @before to @after, one instant later; false if nothing has happened. */
bool async_event_of(const AsyncWorld *before, const AsyncWorld *after, const AsyncSettled *settled,
                    AsyncEvent *out_event);

/* @event as @role sees it. */
AsyncEvent async_event_view(const AsyncEvent *event, const AsyncRules *rules, AsyncRole role);
