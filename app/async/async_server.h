/* The server of asynchronous chess: sockets for the clients of one game after the other
 * (session_async.h), and the wall clock (async_host.h). app/async-server.md is the protocol.
 *
 * Nobody can hold up the game or make the server grow: what waits to be sent to a client is
 * bounded, and who does not read it is cut off; so is who connects and says no hello. */
#pragma once

#include <gio/gio.h>

#include "app/async/async_host.h"

#define ASYNC_SERVER_MAX_CLIENTS 256
#define ASYNC_SERVER_MAX_WAITING (256 * 1024) /* bytes that wait to be sent to one client */
#define ASYNC_SERVER_HELLO_SECONDS 10         /* for a client to say hello */
#define ASYNC_SERVER_BYE_SECONDS 2            /* for a client to hear bye and close */

typedef struct {
    const char *address;  /* numeric, to listen at: "127.0.0.1" */
    uint16_t port;        /* 0: any that is free */
    int lines_per_second; /* that a client may send */
    AsyncHostOptions host;
    /* Asked when a game is over, which is on the host: whether there is another one, and its seed.
     * NULL: there is none. */
    bool (*next_game)(const AsyncHost *host, uint64_t *out_seed, void *data);
    void *data;
} AsyncServerOptions;

typedef struct AsyncServer AsyncServer;

/* Listens.
 *
 * Errors: PLAYER_ERROR, G_OPTION_ERROR_BAD_VALUE for an address; EXPERIMENTS_ERROR_FAILED, it
 * cannot listen there. */
AsyncServer *async_server_new(const AsyncServerOptions *options, GError **error);
void async_server_free(AsyncServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncServer, async_server_free)

/* "127.0.0.1:1234". Owner: the caller. */
char *async_server_address(const AsyncServer *server);

/* Serves until the last game is over or async_server_stop(); then says bye to all. */
void async_server_run(AsyncServer *server);

/* Ends the game and the serving, as soon as the default main context is iterated. */
void async_server_stop(AsyncServer *server, const char *reason);

const AsyncHost *async_server_host(const AsyncServer *server);
