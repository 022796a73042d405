/* A game of asynchronous chess that clients play by the wall clock: the seats, the listeners, and
 * when instants are due. It knows nothing of sockets and reads no clock: the caller says what time
 * it is, in microseconds since any moment.
 *
 * The game begins when both sides are taken. Its clock then goes @speed times as fast as the wall
 * clock; if the machine cannot keep up, the clock waits, so that no instant is left out. A command
 * is stamped with the time of its arrival. A player that is gone keeps its pieces and its seat, and
 * can come back with its token; before the game begins a player that leaves gives up its seat. When
 * a game is over, the next one may be set up with async_host_restart(). */
#pragma once

#include "app/async/async_message.h"

/* Spectators are refused beyond this number, as players that come back must find a place. */
#define ASYNC_HOST_MAX_LISTENERS 200

typedef struct {
    AsyncRules rules; /* without a fault */
    uint64_t seed;    /* of the random draws and of our players; at most G_MAXINT64 */
    double speed;
    const char *player[COLOR_COUNT]; /* the name of one of our players; NULL: the seat of a
                                        client */
    const SessionOutput *recording;  /* must live as long as the host, like the names; NULL: none */
} AsyncHostOptions;

/* A listener, to which the host sends lines. Neither function may join or leave. */
typedef struct {
    AsyncRole role; /* set when it joins */
    SessionOutput output;
    void (*dismiss)(const char *reason, void *data); /* it gets no more lines and has to leave */
    void *data;
} AsyncListener;

/* How many lines a client may send: so many a second, and at once as many as in
 * LINE_LIMIT_BURST_SECONDS.
 *
 * Source: the token bucket, J. S. Turner, New directions in communications, IEEE Communications
 *         Magazine 24, 1986. */
#define LINE_LIMIT_BURST_SECONDS 2

typedef struct {
    bool has_begun;
    double left;   /* lines that may be sent at once, at the time @at_us */
    int64_t at_us; /* the time of the last request */
} LineLimit;

/* Whether one more line may be sent at @now_us. A new limit is all zeros. */
static inline bool line_limit_allows(LineLimit *limit, int lines_per_second, int64_t now_us)
{
    const double most = (double)lines_per_second * LINE_LIMIT_BURST_SECONDS;
    const double gained = limit->has_begun
                              ? (double)(now_us - limit->at_us) * lines_per_second / G_USEC_PER_SEC
                              : most;
    const double left = MIN(limit->left + gained, most);

    *limit = (LineLimit){true, left >= 1 ? left - 1 : left, now_us};
    return left >= 1;
}

typedef struct AsyncHost AsyncHost;

/* Errors: PLAYER_ERROR. */
AsyncHost *async_host_new(const AsyncHostOptions *options, GError **error);
void async_host_free(AsyncHost *host);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncHost, async_host_free)

/* Sets up the next game, with @seed, when one is over: all seats are free except those of our
 * players. From now on the recording gets the lines of that game.
 *
 * Errors: PLAYER_ERROR. */
bool async_host_restart(AsyncHost *host, uint64_t seed, GError **error);

/* How many lines the client of @side may send, over all its connections. */
LineLimit *async_host_limit(AsyncHost *host, Color side);

/* Gives @listener the role that @hello asks for and sends it welcome and state. A listener that has
 * the seat of the same token is dismissed.
 *
 * Errors: ASYNC_ERROR_FAILED.
 * Owner:  @listener must stay until it leaves. */
bool async_host_join(AsyncHost *host, const AsyncHello *hello, AsyncListener *listener,
                     int64_t now_us, GError **error);

/* Takes @listener out of the game. Nothing happens if it has not joined or was dismissed. */
void async_host_leave(AsyncHost *host, const AsyncListener *listener);

/* Carries out a command of @side that arrives at @now_us.
 *
 * Errors: ASYNC_ERROR_FAILED, the game has not begun or is over. */
bool async_host_command(AsyncHost *host, Color side, Square from, Square to, int64_t now_us,
                        GError **error);

/* Plays what is due by @now_us. */
void async_host_advance(AsyncHost *host, int64_t now_us);

/* When something is due next; INT64_MAX: nothing is due until a client joins. */
int64_t async_host_next_us(const AsyncHost *host);

/* The game as it stands. */
const AsyncWorld *async_host_world(const AsyncHost *host);

bool async_host_has_begun(const AsyncHost *host);
bool async_host_is_running(const AsyncHost *host);

/* Whether the game is over or was ended: no client can join any more. */
bool async_host_is_closed(const AsyncHost *host);

/* Ends a game that is not over, and dismisses all. */
void async_host_close(AsyncHost *host, const char *reason);
