#include "app/async/async_server.h"

#include <gio/gnetworking.h>
#include <string.h>
#include <unistd.h>

#include "app/async/async_host.h"
#include "app/terminal/command.h"

/* The kernel's buffer for what waits to be sent to a client; the kernel doubles it. */
#define SEND_BUFFER (64 * 1024)

#define RECEIVE_SIZE 4096

/* A client that has vanished without a word is noticed after KEEP_IDLE + KEEP_COUNT * KEEP_INTERVAL
 * seconds: the kernel asks it whether it is there. */
#define KEEP_IDLE 60
#define KEEP_INTERVAL 15
#define KEEP_COUNT 4

/* Clients that may wait to be accepted. */
#define BACKLOG 128

typedef struct {
    AsyncServer *server;
    GSocketConnection *connection;
    GSocket *socket;
    AsyncSession *session;
    GSource *readable, *writable; /* writable: NULL unless something waits that cannot be sent */
    GByteArray *waiting;          /* to be sent */
    int64_t deadline_us;          /* when it is cut off; INT64_MAX: never */
    bool is_leaving;              /* the session has ended, the rest is still sent */
    bool is_shut;                 /* all is sent; waiting for the client to close */
    bool is_broken;               /* to be cut off at the end of this step */
} Client;

/* Lets @callback follow @condition of the socket of @client. Owner: unwatch_socket(). */
static GSource *watch_socket(Client *client, GIOCondition condition, GSocketSourceFunc callback)
{
    GSource *source = g_socket_create_source(client->socket, condition, NULL);

    g_source_set_callback(source, G_SOURCE_FUNC(callback), client, NULL);
    g_source_attach(source, NULL);
    return source;
}

static void unwatch_socket(GSource *source)
{
    g_source_destroy(source);
    g_source_unref(source);
}

static void client_free(void *data)
{
    Client *client = data;

    async_session_free(client->session);
    unwatch_socket(client->readable);
    g_clear_pointer(&client->writable, unwatch_socket);
    g_io_stream_close(G_IO_STREAM(client->connection), NULL, NULL);
    g_object_unref(client->connection);
    g_byte_array_unref(client->waiting);
    g_free(client);
}

static void send_line(const char *line, void *data)
{
    Client *client = data;

    if (client->is_broken)
        return;
    g_byte_array_append(client->waiting, (const guint8 *)line, (guint)strlen(line));
    g_byte_array_append(client->waiting, (const guint8 *)"\n", 1);
    client->is_broken = client->waiting->len > ASYNC_SERVER_MAX_WAITING;
}

static gboolean on_writable(GSocket *socket, GIOCondition condition, void *data);

static void watch_writable(Client *client, bool is_wanted)
{
    if (!is_wanted)
        g_clear_pointer(&client->writable, unwatch_socket);
    else if (client->writable == NULL)
        client->writable = watch_socket(client, G_IO_OUT, on_writable);
}

/* Sends what waits, as far as the client takes it. */
static void send_waiting(Client *client)
{
    GByteArray *waiting = client->waiting;
    gsize sent = 0;

    while (sent < waiting->len) {
        g_autoptr(GError) error = NULL;
        const gssize more = g_socket_send(client->socket, (const char *)waiting->data + sent,
                                          waiting->len - sent, NULL, &error);
        if (more > 0) {
            sent += (gsize)more;
            continue;
        }
        client->is_broken = !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
        break;
    }
    g_byte_array_remove_range(waiting, 0, (guint)sent);
    watch_writable(client, !client->is_broken && waiting->len > 0);
}

/* Sends the rest to a client whose session has ended, then waits for it to close: if we closed
 * first, unread input could destroy what we have sent. */
static void follow_session(Client *client, int64_t now_us)
{
    if (client->session->has_ended && !client->is_leaving) {
        client->is_leaving = true;
        client->deadline_us = now_us + ASYNC_SERVER_BYE_SECONDS * G_USEC_PER_SEC;
    } else if (client->session->has_joined && !client->is_leaving) {
        client->deadline_us = INT64_MAX;
    }
    if (client->is_leaving && client->waiting->len == 0 && !client->is_shut) {
        client->is_shut = true;
        g_socket_shutdown(client->socket, FALSE, TRUE, NULL);
    }
}

/* GSocketService would try again at once, and for ever, to accept a client for whom there is no
 * descriptor. So clients are accepted only while there is one; the others wait in the backlog. */
static void follow_descriptors(AsyncServer *server)
{
    const int spare = dup(STDERR_FILENO);

    if (spare >= 0) {
        close(spare);
        if (!g_socket_service_is_active(server->service))
            g_socket_service_start(server->service);
        return;
    }
    g_socket_service_stop(server->service);
    if (!server->has_warned)
        command_print_note(
            "%u clients are connected, and there is no file descriptor for another: new "
            "clients wait until one leaves",
            server->clients->len);
    server->has_warned = true;
}

static int64_t settle_clients(AsyncServer *server, int64_t now_us)
{
    int64_t next_us = INT64_MAX;

    for (guint i = server->clients->len; i-- > 0;) {
        Client *client = server->clients->pdata[i];
        if (client->deadline_us <= now_us && !client->is_leaving)
            async_session_dismiss(client->session, "the first message must be 'hello'");
        if (!client->is_broken && client->waiting->len > 0 && client->writable == NULL)
            send_waiting(client);
        follow_session(client, now_us);
        if (client->is_broken || client->deadline_us <= now_us)
            g_ptr_array_remove_index_fast(server->clients, i);
        else
            next_us = MIN(next_us, client->deadline_us);
    }
    return next_us;
}

/* When a game is over, sets up the next one, or notes that there is none. */
static void follow_games(AsyncServer *server)
{
    const AsyncServerOptions *options = &server->options;
    uint64_t seed = 0;

    if (!server->host->is_closed || server->has_ended)
        return;
    server->has_ended = options->next_game == NULL ||
                        !options->next_game(server->host, &seed, options->data) ||
                        !async_host_restart(server->host, seed, NULL);
}

/* Follows every event: the game advances to the present time, pending messages are sent, and
 * clients that must leave are removed. */
static void serve_events(AsyncServer *server)
{
    const int64_t now_us = g_get_monotonic_time();
    int64_t clients_us;

    async_host_advance(server->host, now_us);
    follow_games(server);
    clients_us = settle_clients(server, now_us);
    if (server->has_ended && server->clients->len == 0)
        g_main_loop_quit(server->loop);
    follow_descriptors(server);
    g_source_set_ready_time(server->timer, MIN(clients_us, async_host_next_us(server->host)));
}

static gboolean on_timer(void *data)
{
    serve_events(data);
    return G_SOURCE_CONTINUE;
}

static gboolean on_writable(G_GNUC_UNUSED GSocket *socket, G_GNUC_UNUSED GIOCondition condition,
                            void *data)
{
    Client *client = data;

    send_waiting(client);
    serve_events(client->server);
    return G_SOURCE_CONTINUE;
}

static gboolean on_readable(GSocket *socket, G_GNUC_UNUSED GIOCondition condition, void *data)
{
    Client *client = data;
    char bytes[RECEIVE_SIZE];
    g_autoptr(GError) error = NULL;
    const gssize length = g_socket_receive(socket, bytes, sizeof bytes, NULL, &error);

    if (length > 0)
        async_session_receive(client->session, bytes, (size_t)length, g_get_monotonic_time());
    else
        client->is_broken |= !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
    serve_events(client->server);
    return G_SOURCE_CONTINUE;
}

/* Some clients have always not joined the game, or are leaving, when there are so many. */
G_STATIC_ASSERT(ASYNC_HOST_MAX_LISTENERS + COLOR_COUNT < ASYNC_SERVER_MAX_CLIENTS);

/* Makes room for one more client by closing the one that would be closed first, so that silent
 * clients keep no player out. */
static void make_room(GPtrArray *clients)
{
    guint first = 0;

    if (clients->len < ASYNC_SERVER_MAX_CLIENTS)
        return;
    for (guint i = 1; i < clients->len; i++)
        if (((const Client *)clients->pdata[i])->deadline_us <
            ((const Client *)clients->pdata[first])->deadline_us)
            first = i;
    g_ptr_array_remove_index_fast(clients, first);
}

static gboolean on_incoming(G_GNUC_UNUSED GSocketService *service, GSocketConnection *connection,
                            G_GNUC_UNUSED GObject *source, void *data)
{
    AsyncServer *server = data;
    GSocket *socket = g_socket_connection_get_socket(connection);
    Client *client = g_new0(Client, 1);
    const SessionOutput output = {send_line, client};

    g_socket_set_blocking(socket, FALSE);
    g_socket_set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
    g_socket_set_keepalive(socket, TRUE);
    g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, KEEP_IDLE, NULL);
    g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, KEEP_INTERVAL, NULL);
    g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, KEEP_COUNT, NULL);
    g_socket_set_option(socket, SOL_SOCKET, SO_SNDBUF, SEND_BUFFER, NULL);
    client->server = server;
    client->connection = g_object_ref(connection);
    client->socket = socket;
    client->session = async_session_new(server->host, &output, server->options.lines_per_second);
    client->waiting = g_byte_array_new();
    client->deadline_us = g_get_monotonic_time() + ASYNC_SERVER_HELLO_SECONDS * G_USEC_PER_SEC;
    client->readable = watch_socket(client, G_IO_IN, on_readable);
    if (server->has_ended)
        async_session_dismiss(client->session, "the game is over");
    make_room(server->clients);
    g_ptr_array_add(server->clients, client);
    serve_events(server);
    return TRUE;
}

/* A source that is ready when its time has come, and then has none until serve_events() sets it. */
static gboolean dispatch_timer(GSource *source, GSourceFunc callback, void *data)
{
    g_source_set_ready_time(source, -1);
    return callback(data);
}

static GSourceFuncs timer_functions = {.dispatch = dispatch_timer};

static bool listen_at(AsyncServer *server, GError **error)
{
    const AsyncServerOptions *options = &server->options;
    g_autoptr(GSocketAddress) wanted =
        g_inet_socket_address_new_from_string(options->address, options->port);
    g_autoptr(GSocketAddress) found = NULL;
    g_autoptr(GError) fault = NULL;

    if (wanted == NULL)
        return experiments_fail_usage(error, "--bind is '%s', not an IP address", options->address);
    if (!g_socket_listener_add_address(G_SOCKET_LISTENER(server->service), wanted,
                                       G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, &found,
                                       &fault))
        return experiments_fail(error, "cannot listen on %s:%u: %s", options->address,
                                options->port, fault->message);
    server->address = g_socket_connectable_to_string(G_SOCKET_CONNECTABLE(found));
    return true;
}

AsyncServer *async_server_new(const AsyncServerOptions *options, GError **error)
{
    g_autoptr(AsyncServer) server = g_new0(AsyncServer, 1);

    server->options = *options;
    server->service = g_socket_service_new();
    g_socket_listener_set_backlog(G_SOCKET_LISTENER(server->service), BACKLOG);
    server->clients = g_ptr_array_new_with_free_func(client_free);
    server->loop = g_main_loop_new(NULL, FALSE);
    server->timer = g_source_new(&timer_functions, sizeof(GSource));
    g_source_set_callback(server->timer, on_timer, server, NULL);
    g_source_attach(server->timer, NULL);
    server->host = async_host_new(&options->host, error);
    if (server->host == NULL || !listen_at(server, error))
        return NULL;
    g_signal_connect(server->service, "incoming", G_CALLBACK(on_incoming), server);
    return g_steal_pointer(&server);
}

void async_server_free(AsyncServer *server)
{
    g_socket_service_stop(server->service);
    g_socket_listener_close(G_SOCKET_LISTENER(server->service));
    g_object_unref(server->service);
    g_ptr_array_unref(server->clients);
    g_clear_pointer(&server->host, async_host_free);
    unwatch_socket(server->timer);
    g_main_loop_unref(server->loop);
    g_free(server->address);
    g_free(server);
}

void async_server_run(AsyncServer *server)
{
    g_source_set_ready_time(server->timer, 0);
    g_main_loop_run(server->loop);
}

void async_server_stop(AsyncServer *server, const char *reason)
{
    async_host_close(server->host, reason);
    server->has_ended = true;
    g_source_set_ready_time(server->timer, 0);
}
