/* The server of asynchronous chess: sockets for the clients of one game after the other
 * and the wall clock (async_host.h). app/async-server.md is the protocol.
 *
 * No client can hold up the game or make the server grow: what waits to be sent to a client is
 * bounded, and a client that does not read it is disconnected; so is one that connects and says no
 * hello. */
#pragma once

#include <gio/gio.h>

#include "app/async/async_host.h"

#define ASYNC_SERVER_MAX_CLIENTS 256
#define ASYNC_SERVER_MAX_WAITING (256 * 1024) /* bytes that wait to be sent to one client */
#define ASYNC_SERVER_HELLO_SECONDS 10         /* in which a client must say hello */
#define ASYNC_SERVER_BYE_SECONDS 2            /* in which a client must hear bye and close */

typedef struct {
    const char *address;  /* the numeric address to listen on: "127.0.0.1" */
    uint16_t port;        /* 0: any free port */
    int lines_per_second; /* how many a client may send */
    AsyncHostOptions host;
    /* Called when the game of @host is over: whether another game follows, and its seed. NULL: none
     * follows. */
    bool (*next_game)(const AsyncHost *host, uint64_t *out_seed, void *data);
    void *data;
} AsyncServerOptions;

/* Only to look at. */
typedef struct {
    AsyncServerOptions options;
    AsyncHost *host;
    GSocketService *service;
    char *address;      /* "127.0.0.1:1234" */
    GPtrArray *clients; /* owned */
    GSource *timer;
    GMainLoop *loop;
    bool has_ended;  /* no other game follows */
    bool has_warned; /* that there are no descriptors */
} AsyncServer;

/* A server that listens.
 *
 * Errors: PLAYER_ERROR, EXPERIMENTS_ERROR_USAGE for an address; EXPERIMENTS_ERROR_FAILED, it
 * cannot listen there. */
AsyncServer *async_server_new(const AsyncServerOptions *options, GError **error);
void async_server_free(AsyncServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncServer, async_server_free)

/* Serves until the last game is over or async_server_stop() is called; then says bye to all
 * clients. */
void async_server_run(AsyncServer *server);

/* Ends the game and the serving, as soon as the default main context is iterated. */
void async_server_stop(AsyncServer *server, const char *reason);
