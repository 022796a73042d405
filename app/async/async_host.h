/* A game of asynchronous chess that clients play by the wall clock: who sits where, who listens,
 * and when instants are due. It knows nothing of sockets and reads no clock: whoever drives it says
 * what time it is, in microseconds since whenever.
 *
 * The game begins when both sides are taken. Its clock then goes @speed times as fast as the wall
 * clock; where the machine cannot keep up it waits, so that no instant is left out. A command is
 * stamped with the time of its arrival. A player that is gone keeps its pieces and its seat, to
 * which it comes back with its token; before the game begins it leaves the seat to others. When a
 * game is over, the next one may be set up with async_host_restart(). */
#pragma once

#include "app/async/async_message.h"
#include "app/async/line_limit.h"

/* Spectators may not make more, as players who come back must find a place. */
#define ASYNC_HOST_MAX_LISTENERS 200

typedef struct {
    AsyncRules rules; /* without a fault */
    uint64_t seed;    /* of the draws, and of players of ours; at most G_MAXINT64 */
    double speed;
    const char *player[COLOR_COUNT]; /* of ours, by name; NULL: the seat of a client */
    const SessionOutput *recording;  /* as long-lived as the host, as the names; NULL: none */
} AsyncHostOptions;

/* Somebody who listens; the host tells it lines. Neither function may join or leave. */
typedef struct {
    AsyncRole role; /* set when it joins */
    SessionOutput output;
    void (*dismiss)(const char *reason, void *data); /* it is not told any more and has to go */
    void *data;
} AsyncListener;

typedef struct AsyncHost AsyncHost;

/* Errors: PLAYER_ERROR. */
AsyncHost *async_host_new(const AsyncHostOptions *options, GError **error);
void async_host_free(AsyncHost *host);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncHost, async_host_free)

/* Sets up the next game, with @seed, when one is over: with all seats free but those of ours. What
 * is said to the recording from now on is of that game.
 *
 * Errors: PLAYER_ERROR. */
bool async_host_restart(AsyncHost *host, uint64_t seed, GError **error);

/* Whether a seat has @token. */
bool async_host_knows_token(const AsyncHost *host, const char *token);

/* What the client of @side may send, on whichever connection. */
LineLimit *async_host_limit(AsyncHost *host, Color side);

/* Gives @listener the role that @hello asks for and tells it welcome and state. Who had the seat of
 * its token is dismissed.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED.
 * Owner:  @listener must stay until it leaves. */
bool async_host_join(AsyncHost *host, const AsyncHello *hello, AsyncListener *listener,
                     int64_t now_us, GError **error);

/* Who has not joined, or was dismissed, leaves without consequences. */
void async_host_leave(AsyncHost *host, const AsyncListener *listener);

/* Carries out @command of @side, as it is played at @now_us.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, the game does not go on. */
bool async_host_command(AsyncHost *host, Color side, Square from, Square to, int64_t now_us,
                        GError **error);

/* Plays what is due by @now_us. */
void async_host_advance(AsyncHost *host, int64_t now_us);

/* When something is due next; INT64_MAX: nothing, as long as nobody joins. */
int64_t async_host_next_us(const AsyncHost *host);

/* The game as it stands. */
const AsyncWorld *async_host_world(const AsyncHost *host);

bool async_host_has_begun(const AsyncHost *host);
bool async_host_is_running(const AsyncHost *host);

/* Whether the game is over, or was ended: nobody joins any more. */
bool async_host_is_closed(const AsyncHost *host);

/* Ends a game that is not over, and dismisses all. */
void async_host_close(AsyncHost *host, const char *reason);
