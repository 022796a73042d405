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
#include "players/async/async_table.h"

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

typedef struct AsyncSession AsyncSession;

/* How many lines a client may send; all zeros: of a new one. */
typedef struct {
    double sent; /* lines that count at the time @at_us: those sent, less those that have passed */
    int64_t at_us; /* of the last line */
} LineLimit;

typedef struct {
    bool is_taken;
    char name[ASYNC_NAME_SIZE];
    char token[ASYNC_TOKEN_SIZE];
    AsyncSession *session; /* NULL: it is gone, or our player has the seat */
    LineLimit limit;
} AsyncSeat;

/* Only to look at; async_host_...() change it. */
typedef struct {
    AsyncHostOptions options; /* with the seed of the present game */
    Random random;            /* of our players */
    AsyncTable table;         /* its players are ours; NULL: a client's seat */
    AsyncSeat seat[COLOR_COUNT];
    GPtrArray *listeners; /* AsyncSession: of the seats and spectators */
    bool has_begun;
    bool is_closed;           /* the game is over or was ended: no client can join any more */
    int64_t base_ms, base_us; /* the same moment on the game's clock and on the wall clock */
} AsyncHost;

/* Errors: PLAYER_ERROR. */
AsyncHost *async_host_new(const AsyncHostOptions *options, GError **error);
void async_host_free(AsyncHost *host);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncHost, async_host_free)

/* Sets up the next game, with @seed, when one is over: all seats are free except those of our
 * players. From now on the recording gets the lines of that game.
 *
 * Errors: PLAYER_ERROR. */
bool async_host_restart(AsyncHost *host, uint64_t seed, GError **error);

/* Plays what is due by @now_us. */
void async_host_advance(AsyncHost *host, int64_t now_us);

/* When something is due next; INT64_MAX: nothing is due until a client joins. */
int64_t async_host_next_us(const AsyncHost *host);

bool async_host_is_running(const AsyncHost *host);

/* Ends a game that is not over, and dismisses all. */
void async_host_close(AsyncHost *host, const char *reason);

/* A client of a game of asynchronous chess, as a state machine that is fed the bytes it sends.
 *
 * The client says hello first; then a player sends commands and hears answers. A wrong line gets an
 * error that says what is wrong, and the conversation goes on. The conversation ends, with a bye
 * that says why, when the client says bye, sends a line that is too long, makes
 * ASYNC_SESSION_MAX_ERRORS errors, or sends more lines than it may; and
 * when the host dismisses it. */
#define ASYNC_SESSION_MAX_ERRORS 20

/* A client may send so many lines a second, and at once as many as in this time. */
#define LINE_LIMIT_BURST_SECONDS 2

/* Only to look at, too. */
struct AsyncSession {
    AsyncHost *host;
    AsyncRole role; /* a spectator until it joins */
    SessionOutput output;
    bool has_joined; /* it has a role in the game */
    bool has_ended;  /* nothing more is said or heard */
    int errors;
    int lines_per_second;
    LineLimit limit;                         /* while the client has no side */
    char line[ASYNC_LINE_MAX_TO_SERVER + 1]; /* what has come so far of the line */
    size_t length;
};

/* A client of @host. It may send @lines_per_second, at least one; a player may send so
 * many over all its connections together.
 *
 * Owner: @host must stay as long as the session; @replies->data too. */
AsyncSession *async_session_new(AsyncHost *host, const SessionOutput *replies,
                                int lines_per_second);

/* The client is gone. */
void async_session_free(AsyncSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncSession, async_session_free)

/* Hears @length bytes of the client at @now_us. */
void async_session_receive(AsyncSession *session, const char *bytes, size_t length, int64_t now_us);

/* Ends the conversation with a bye that says @reason, unless it has ended. */
void async_session_dismiss(AsyncSession *session, const char *reason);
