#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "app/async/async_connection.h"
#include "app/async/async_event.h"
#include "app/async/async_guest.h"
#include "app/commands/commands.h"

static const AsyncRole ROLES[] = {ASYNC_ROLE_WHITE, ASYNC_ROLE_BLACK, ASYNC_ROLE_ANY};
static const char *const ROLE_NAMES[] = {"white", "black", "any", NULL};

/* The connection, and the guest on it. */
typedef struct {
    AsyncConnection *connection;
    AsyncGuest *guest;
} Visit;

static void send_line(const char *line, void *data)
{
    const SessionOutput server = async_connection_output(((Visit *)data)->connection);

    server.say(line, server.data);
}

/* Waits for more from the server, until it is time to act. */
static bool receive(Visit *visit, GError **error)
{
    const int64_t next_us = async_guest_next_us(visit->guest);
    const int64_t wait_us = next_us == INT64_MAX ? -1 : MAX(0, next_us - g_get_monotonic_time());
    g_autoptr(GError) fault = NULL;

    if (g_socket_condition_timed_wait(async_connection_socket(visit->connection), G_IO_IN, wait_us,
                                      NULL, &fault))
        return async_connection_receive(visit->connection, error);
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

    while ((line = async_connection_next_line(visit->connection)) != NULL)
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
    g_autoptr(AsyncConnection) connection = NULL;
    g_autoptr(GError) error = NULL;

    seated.server = (SessionOutput){send_line, &visit};
    guest = async_guest_new(&seated, &error);
    connection = guest != NULL ? async_connection_new(host, port, &error) : NULL;
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
