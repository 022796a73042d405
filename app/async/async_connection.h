/* A connection to a server of asynchronous chess, in lines. */
#pragma once

#include <gio/gio.h>
#include <stdint.h>

#include "app/sessions/session.h"

typedef struct AsyncConnection AsyncConnection;

/* Connects to @port of the machine @host.
 *
 * Errors: ASYNC_ERROR_FAILED. */
AsyncConnection *async_connection_new(const char *host, uint16_t port, GError **error);
void async_connection_free(AsyncConnection *connection);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncConnection, async_connection_free)

/* The output for lines to the server; what cannot be sent is dropped.
 *
 * Owner: it is valid as long as @connection. */
SessionOutput async_connection_output(AsyncConnection *connection);

/* The socket, to wait on. */
GSocket *async_connection_socket(const AsyncConnection *connection);

/* Receives what has come, or waits for it.
 *
 * Errors: ASYNC_ERROR_FAILED, the server has closed the connection, or sends something that is no
 * line. */
bool async_connection_receive(AsyncConnection *connection, GError **error);

/* The next line that was received as a whole, NULL if there is none; it is valid until more is
 * received. */
const char *async_connection_next_line(AsyncConnection *connection);
