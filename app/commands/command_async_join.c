#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "app/async/async_event.h"
#include "app/async/async_guest.h"
#include "app/async/async_message.h"
#include "app/commands/commands.h"

static const AsyncRole ROLES[] = {ASYNC_ROLE_WHITE, ASYNC_ROLE_BLACK, ASYNC_ROLE_ANY};
static const char *const ROLE_NAMES[] = {"white", "black", "any", NULL};

#define CONNECT_SECONDS 10
#define RECEIVE_SIZE 16384

/* A connection to the server, in lines. */
typedef struct {
    GSocketConnection *stream;
    GSocket *socket;
    GString *heard; /* what was heard, from the first line not yet taken */
    size_t taken;   /* how many bytes of it belong to lines already taken */
    bool is_deaf;   /* nothing more can be sent; what the server has sent before may still come */
} Connection;

static Connection *connection_new(const char *host, uint16_t port, GError **error)
{
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GError) fault = NULL;
    GSocketConnection *stream;
    Connection *connection;

    g_socket_client_set_timeout(client, CONNECT_SECONDS);
    g_socket_client_set_enable_proxy(client, FALSE);
    stream = g_socket_client_connect_to_host(client, host, port, NULL, &fault);
    if (stream == NULL) {
        async_fail(error, "cannot connect to %s, port %u: %s", host, port, fault->message);
        return NULL;
    }
    connection = g_new0(Connection, 1);
    connection->stream = stream;
    connection->socket = g_socket_connection_get_socket(stream);
    connection->heard = g_string_new(NULL);
    g_socket_set_timeout(connection->socket, 0); /* that was for connecting */
    return connection;
}

static void connection_free(Connection *connection)
{
    g_object_unref(connection->stream);
    g_string_free(connection->heard, TRUE);
    g_free(connection);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Connection, connection_free)

/* What cannot be sent is dropped. */
static void connection_send(Connection *connection, const char *line)
{
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

/* The length so far of the line whose end has not come. */
static size_t length_under_way(const Connection *connection)
{
    const char *end = strrchr(connection->heard->str, '\n');

    return end != NULL ? strlen(end + 1) : connection->heard->len;
}

/* Receives what has come, or waits for it. */
static bool connection_receive(Connection *connection, GError **error)
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

/* The next line that was received as a whole, NULL if there is none; it is valid until more is
 * received. */
static const char *connection_next_line(Connection *connection)
{
    char *line = connection->heard->str + connection->taken;
    char *end = strchr(line, '\n');

    if (end == NULL)
        return NULL;
    *end = '\0';
    connection->taken += (size_t)(end - line) + 1;
    return line;
}

/* The connection, and the guest on it. */
typedef struct {
    Connection *connection;
    AsyncGuest *guest;
} Visit;

static void send_line(const char *line, void *data)
{
    connection_send(((Visit *)data)->connection, line);
}

/* Waits for more from the server, until it is time to act. */
static bool receive(Visit *visit, GError **error)
{
    const int64_t next_us = async_guest_next_us(visit->guest);
    const int64_t wait_us = next_us == INT64_MAX ? -1 : MAX(0, next_us - g_get_monotonic_time());
    g_autoptr(GError) fault = NULL;

    if (g_socket_condition_timed_wait(visit->connection->socket, G_IO_IN, wait_us, NULL, &fault))
        return connection_receive(visit->connection, error);
    return g_error_matches(fault, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ||
           async_fail(error, "the server has closed the connection: %s", fault->message);
}

static void print_welcome(const AsyncWelcome *welcome)
{
    printf("playing %s, token %s\n", ASYNC_ROLE_NAME[welcome->role], welcome->token);
    fflush(stdout);
}

/* Hears the lines that have come. */
static bool hear(Visit *visit, GError **error)
{
    const bool was_welcome = async_guest_welcome(visit->guest) != NULL;
    const char *line;

    while ((line = connection_next_line(visit->connection)) != NULL)
        if (!async_guest_hear(visit->guest, line, g_get_monotonic_time(), error))
            return false;
    if (!was_welcome && async_guest_welcome(visit->guest) != NULL)
        print_welcome(async_guest_welcome(visit->guest));
    return true;
}

static bool play(Visit *visit, GError **error)
{
    while (async_guest_bye(visit->guest) == NULL) {
        if (!receive(visit, error) || !hear(visit, error))
            return false;
        async_guest_act(visit->guest, g_get_monotonic_time());
    }
    return true;
}

static int say_end(const AsyncGuest *guest)
{
    g_autofree char *result = async_end_sentence(async_guest_world(guest));

    if (async_guest_world(guest)->end == ASYNC_GOES_ON)
        return command_fail_text(STATUS_FAILURE, "the server says bye: %s", async_guest_bye(guest));
    puts(result);
    return STATUS_OK;
}

static int visit_server(Visit *visit, const char *token)
{
    g_autoptr(GError) error = NULL;

    async_guest_say_hello(visit->guest, token);
    return play(visit, &error) ? say_end(visit->guest) : command_fail(STATUS_FAILURE, error);
}

static bool check_token(const char *token, GError **error)
{
    if (token == NULL || (token[0] != '\0' && strlen(token) < ASYNC_TOKEN_SIZE))
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--token is '%s', which must have 1 to %d bytes", token, ASYNC_TOKEN_SIZE - 1);
    return false;
}

static bool check_player(const AsyncGuestOptions *options, GError **error)
{
    g_autoptr(AsyncGuest) guest = async_guest_new(options, error);

    return guest != NULL;
}

/* Plays a game on a connection of its own. */
static int play_game(const char *host, uint16_t port, const AsyncGuestOptions *options,
                     const char *token)
{
    Visit visit = {NULL};
    AsyncGuestOptions seated = *options;
    g_autoptr(AsyncGuest) guest = NULL;
    g_autoptr(Connection) connection = NULL;
    g_autoptr(GError) error = NULL;

    seated.server = (SessionOutput){send_line, &visit};
    guest = async_guest_new(&seated, &error);
    connection = guest != NULL ? connection_new(host, port, &error) : NULL;
    visit = (Visit){connection, guest};
    return connection != NULL ? visit_server(&visit, token) : command_fail(STATUS_FAILURE, error);
}

static int run(int argc, char **argv)
{
    const char *host = "127.0.0.1", *token = NULL;
    AsyncGuestOptions options = {.player = "async-random", .seed = 1, .role = ASYNC_ROLE_ANY};
    uint64_t port = 0, games = 1;
    int color = G_N_ELEMENTS(ROLES) - 1;
    const Option entries[] = {
        {"port", 0, "N", "The port of the server", .number = &port, .min = 1, .max = UINT16_MAX},
        {"host", 0, "HOST", "The server's name or address (127.0.0.1)", .text = &host},
        {"player", 'p', "PLAYER", "The player (async-random)", .text = &options.player},
        {"colour", 0, NULL, "The side that it takes (any)", .choice = &color,
         .choices = ROLE_NAMES},
        {"token", 0, "TOKEN", "Return to the seat of this token", .text = &token},
        {"seed", 0, "N", "Seed of the player's draws (1), one more for each later game",
         .number = &options.seed, .max = G_MAXINT64},
        {"games", 0, "N", "Number of games, each with its own seat (1)", .number = &games, .min = 1,
         .max = G_MAXINT32},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_ASYNC_JOIN, entries, &argc, &argv, 0, 0, &status))
        return status;
    options.role = ROLES[color];
    if (!check_token(token, &error) || !check_player(&options, &error))
        return command_fail(STATUS_USAGE, error);
    if (port == 0)
        return command_fail_text(STATUS_USAGE, "--port N is missing");
    status = STATUS_OK;
    for (uint64_t game = 0; game < games && status == STATUS_OK; game++) {
        status = play_game(host, (uint16_t)port, &options, game == 0 ? token : NULL);
        options.seed = (options.seed + 1) & G_MAXINT64;
    }
    return status;
}

const Command COMMAND_ASYNC_JOIN = {
    .name = "async-join",
    .summary = "Play asynchronous chess on a server",
    .run = run,
};
