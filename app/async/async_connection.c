#include "app/async/async_connection.h"

#include <string.h>

#include "app/async/async_event.h"
#include "app/async/async_message.h"

#define CONNECT_SECONDS 10
#define RECEIVE_SIZE 16384

struct AsyncConnection {
    GSocketConnection *stream;
    GSocket *socket;
    GString *heard; /* what was heard, from the first line not yet taken */
    size_t taken;   /* how many bytes of it belong to lines already taken */
    bool is_deaf;   /* nothing more can be sent; what the server has sent before may still come */
};

AsyncConnection *async_connection_new(const char *host, uint16_t port, GError **error)
{
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GError) fault = NULL;
    GSocketConnection *stream;
    AsyncConnection *connection;

    g_socket_client_set_timeout(client, CONNECT_SECONDS);
    g_socket_client_set_enable_proxy(client, FALSE);
    stream = g_socket_client_connect_to_host(client, host, port, NULL, &fault);
    if (stream == NULL) {
        async_fail(error, "cannot connect to %s, port %u: %s", host, port, fault->message);
        return NULL;
    }
    connection = g_new0(AsyncConnection, 1);
    connection->stream = stream;
    connection->socket = g_socket_connection_get_socket(stream);
    connection->heard = g_string_new(NULL);
    g_socket_set_timeout(connection->socket, 0); /* that was for connecting */
    return connection;
}

void async_connection_free(AsyncConnection *connection)
{
    g_object_unref(connection->stream);
    g_string_free(connection->heard, TRUE);
    g_free(connection);
}

static void send_line(const char *line, void *data)
{
    AsyncConnection *connection = data;
    g_autofree char *bytes = g_strconcat(line, "\n", NULL);
    const size_t length = strlen(bytes);
    size_t sent = 0;

    while (sent < length && !connection->is_deaf) {
        const gssize more =
            g_socket_send(connection->socket, bytes + sent, length - sent, NULL, NULL);
        connection->is_deaf = more <= 0;
        sent += (size_t)MAX(more, 0);
    }
}

SessionOutput async_connection_output(AsyncConnection *connection)
{
    return (SessionOutput){send_line, connection};
}

GSocket *async_connection_socket(const AsyncConnection *connection)
{
    return connection->socket;
}

/* The length so far of the line whose end has not come. */
static size_t length_under_way(const AsyncConnection *connection)
{
    const char *end = strrchr(connection->heard->str, '\n');

    return end != NULL ? strlen(end + 1) : connection->heard->len;
}

bool async_connection_receive(AsyncConnection *connection, GError **error)
{
    g_autoptr(GError) fault = NULL;
    char bytes[RECEIVE_SIZE];
    const gssize length = g_socket_receive(connection->socket, bytes, sizeof bytes, NULL, &fault);

    if (length <= 0)
        return async_fail(error, "the server has closed the connection%s%s",
                          fault != NULL ? ": " : "", fault != NULL ? fault->message : "");
    if (memchr(bytes, '\0', (size_t)length) != NULL)
        return async_fail(error, "the server's line has a NUL character");
    g_string_erase(connection->heard, 0, (gssize)connection->taken);
    connection->taken = 0;
    g_string_append_len(connection->heard, bytes, length);
    return length_under_way(connection) <= ASYNC_LINE_MAX_TO_CLIENT ||
           async_fail(error, "the server's line is too long");
}

const char *async_connection_next_line(AsyncConnection *connection)
{
    char *line = connection->heard->str + connection->taken;
    char *end = strchr(line, '\n');

    if (end == NULL)
        return NULL;
    *end = '\0';
    connection->taken += (size_t)(end - line) + 1;
    return line;
}
