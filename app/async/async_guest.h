/* A player of ours in a game on a server of asynchronous chess, as a state machine that is fed with
 * the lines of the server. It reads no clock: whoever drives it says what time it is, in
 * microseconds since whenever.
 *
 * It keeps the world by what it hears, calls the player when its time has come on the game's clock,
 * and sends each command when it is to take effect. */
#pragma once

#include "app/async/async_message.h"

typedef struct {
    const char *player;
    uint64_t seed;        /* of the player */
    AsyncRole role;       /* wanted; no spectator */
    SessionOutput server; /* where lines to the server are said */
} AsyncGuestOptions;

typedef struct AsyncGuest AsyncGuest;

/* Errors: PLAYER_ERROR. */
AsyncGuest *async_guest_new(const AsyncGuestOptions *options, GError **error);
void async_guest_free(AsyncGuest *guest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncGuest, async_guest_free)

/* Says hello, which comes first; @token is of the seat to come back to, or NULL. */
void async_guest_say_hello(AsyncGuest *guest, const char *token);

/* Hears @line at @now_us.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, with what the server complains of, or says that it may not;
 *         there is no going on then. */
bool async_guest_hear(AsyncGuest *guest, const char *line, int64_t now_us, GError **error);

/* Does what is due by @now_us. */
void async_guest_act(AsyncGuest *guest, int64_t now_us);

/* When something is due next; INT64_MAX: nothing, as long as nothing is heard. */
int64_t async_guest_next_us(const AsyncGuest *guest);

/* What the server has welcomed it as, or NULL. */
const AsyncWelcome *async_guest_welcome(const AsyncGuest *guest);

/* The world as it is known. */
const AsyncWorld *async_guest_world(const AsyncGuest *guest);

/* Why the server has said bye; NULL: it has not. */
const char *async_guest_bye(const AsyncGuest *guest);
