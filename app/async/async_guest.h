/* One of our players in a game on a server of asynchronous chess, as a state machine that is fed
 * the lines of the server. It reads no clock: the caller says what time it is, in microseconds
 * since any moment.
 *
 * It keeps the world up to date from what it hears, calls the player when its time has come on the
 * game's clock, and sends each command when it is to take effect. */
#pragma once

#include "app/async/async_message.h"

typedef struct {
    const char *player;
    uint64_t seed;        /* of the player */
    AsyncRole role;       /* wanted; no spectator */
    SessionOutput server; /* the output for lines to the server */
} AsyncGuestOptions;

typedef struct AsyncGuest AsyncGuest;

/* Errors: PLAYER_ERROR. */
AsyncGuest *async_guest_new(const AsyncGuestOptions *options, GError **error);
void async_guest_free(AsyncGuest *guest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncGuest, async_guest_free)

/* Says hello, which must come first; @token is that of the seat to come back to, or NULL. */
void async_guest_say_hello(AsyncGuest *guest, const char *token);

/* Hears @line at @now_us.
 *
 * Errors: ASYNC_ERROR_FAILED, the server complains, or has sent what it must not send; the
 *         game cannot go on then. */
bool async_guest_hear(AsyncGuest *guest, const char *line, int64_t now_us, GError **error);

/* Does what is due by @now_us. */
void async_guest_act(AsyncGuest *guest, int64_t now_us);

/* When something is due next; INT64_MAX: nothing is due until something is heard. */
int64_t async_guest_next_us(const AsyncGuest *guest);

/* The server's welcome, or NULL. */
const AsyncWelcome *async_guest_welcome(const AsyncGuest *guest);

/* The world as it is known. */
const AsyncWorld *async_guest_world(const AsyncGuest *guest);

/* Why the server has said bye; NULL: it has not. */
const char *async_guest_bye(const AsyncGuest *guest);
