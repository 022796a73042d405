#include "app/async/async_follow.h"

#include <string.h>

#include "app/async/async_connection.h"
#include "app/async/async_error.h"
#include "app/async/async_message.h"
#include "app/terminal/command.h"

/* A recording that is read line by line. */
typedef struct {
    const char *path;
    const char *rest, *end; /* of its text */
    int line;               /* the number of the one that was read last */
    AsyncGameHead head;
    AsyncWorld world;
    bool has_ended, is_cut_short;
    char reason[ASYNC_SENTENCE_SIZE]; /* of that */
    GError **error;
} Reader;

static bool fail(const Reader *reader, const char *what)
{
    return async_fail(reader->error, "%s, line %d: %s", reader->path, reader->line, what);
}

/* Reads the next line, of which there must be one. */
static bool read_message(Reader *reader, AsyncMessage *out_message)
{
    const char *end = memchr(reader->rest, '\n', (size_t)(reader->end - reader->rest));
    g_autofree char *line = NULL;

    reader->line++;
    if (end == NULL)
        return fail(reader, "it breaks off");
    line = g_strndup(reader->rest, (size_t)(end - reader->rest));
    if (reader->rest + strlen(line) != end)
        return fail(reader, "it has a NUL character");
    reader->rest = end + 1;
    if (async_message_parse(line, out_message, reader->error))
        return true;
    g_prefix_error(reader->error, "%s, line %d: ", reader->path, reader->line);
    return false;
}

static bool read_head(Reader *reader)
{
    AsyncMessage message;

    if (!read_message(reader, &message))
        return false;
    if (message.kind != ASYNC_MESSAGE_GAME)
        return fail(reader, "it is not the game with which a recording begins");
    reader->head = message.game;
    reader->world = message.game.start;
    return true;
}

/* What in @event contradicts the paths in @before, all of which are seen; NULL if nothing does. */
static const char *misfit_of(const AsyncEvent *event, const AsyncWorld *before)
{
    for (Bitboard rest = event->settled.entered; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        if (!bitboard_has(before->under_way, from) || before->due_ms[from] != event->now.now_ms ||
            async_world_next_space(before, from) != event->entered_to[from])
            return "a piece has entered a space to which it was not on its way then";
    }
    return NULL;
}

static bool take_event(Reader *reader, const AsyncEvent *event)
{
    AsyncWorld world = reader->world;
    const char *fault;

    if (!async_event_apply(event, &world, reader->error)) {
        g_prefix_error(reader->error, "%s, line %d: ", reader->path, reader->line);
        return false;
    }
    fault = misfit_of(event, &reader->world);
    if (fault == NULL)
        fault = async_world_fault(&world);
    if (fault != NULL)
        return fail(reader, fault);
    reader->world = world;
    reader->has_ended = world.end != ASYNC_GOES_ON;
    return true;
}

static bool take_message(Reader *reader, const AsyncMessage *message)
{
    if (reader->has_ended)
        return fail(reader, "it comes after the end of the game");
    switch (message->kind) {
    case ASYNC_MESSAGE_ANSWER:
    case ASYNC_MESSAGE_REFUSED:
        return true;
    case ASYNC_MESSAGE_EVENT:
        return take_event(reader, &message->event);
    case ASYNC_MESSAGE_BYE:
        reader->has_ended = reader->is_cut_short = true;
        g_strlcpy(reader->reason, message->sentence, sizeof reader->reason);
        return true;
    default:
        return fail(reader, "no such message comes after the first line");
    }
}

/* Reads as far as the next event. Returns false if there is none: the game has ended, or something
 * is wrong. */
static bool read_event(Reader *reader)
{
    AsyncMessage message;

    while (reader->rest < reader->end) {
        if (!read_message(reader, &message) || !take_message(reader, &message))
            return false;
        if (message.kind == ASYNC_MESSAGE_EVENT)
            return true;
    }
    if (!reader->has_ended) {
        reader->line++;
        fail(reader, "it is missing: the game is not over");
    }
    return false;
}

/* Shows the game from @from_ms on. An error in a line is found when all before it has been
 * shown. */
static void show_game(Reader *reader, AsyncStage *stage, int64_t from_ms)
{
    g_autofree char *title = g_strdup_printf("White: %s, Black: %s", reader->head.name[COLOR_WHITE],
                                             reader->head.name[COLOR_BLACK]);
    bool has_begun = false, has_more = true;

    while (has_more) {
        AsyncWorld before = reader->world;
        has_more = read_event(reader);
        if (has_more) /* until then nothing happened */
            before.now_ms = MAX(before.now_ms, from_ms);
        if (!has_begun && (!has_more || reader->world.now_ms > from_ms)) {
            has_begun = true;
            if (!async_stage_show(stage, title, &before))
                return;
        }
        if (has_begun && has_more && !async_stage_show(stage, title, &reader->world))
            return;
    }
}

/* Closes @stage and returns the exit status. */
static int leave(AsyncStage *stage, const GError *error)
{
    const int status = async_stage_is_interrupted(stage) ? STATUS_INTERRUPTED : STATUS_OK;

    async_stage_close(stage);
    return error != NULL ? command_fail(STATUS_FAILURE, error) : status;
}

int async_follow_recording(const char *path, int64_t from_ms, const AsyncStageOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    Reader reader = {.path = path, .error = &error};
    AsyncStage *stage;
    size_t length;
    int status;

    if (!g_file_get_contents(path, &text, &length, &error))
        return command_fail(STATUS_FAILURE, error);
    reader.rest = text;
    reader.end = text + length;
    if (!read_head(&reader))
        return command_fail(STATUS_FAILURE, error);
    stage = async_stage_open(options);
    show_game(&reader, stage, from_ms);
    status = leave(stage, error);
    if (status == STATUS_OK && reader.is_cut_short)
        command_fail_text(status, "%s: the game was cut short: %s", path, reader.reason);
    return status;
}

/* A spectator of the game on a server. */
typedef struct {
    AsyncConnection *connection;
    AsyncStage *stage;
    const char *address;
    AsyncState state; /* as it is known */
    bool is_welcome, has_state;
    bool is_over; /* nothing more is to be shown */
    GError **error;
} Spectator;

static void say_hello(const Spectator *spectator)
{
    const SessionOutput server = async_connection_output(spectator->connection);
    const AsyncMessage hello = {
        .kind = ASYNC_MESSAGE_HELLO,
        .hello =
            {
                .version = ASYNC_PROTOCOL_VERSION,
                .name = "agentchess show",
                .role = ASYNC_ROLE_SPECTATOR,
            },
    };

    async_message_say(&hello, &server);
}

static void show_state(Spectator *spectator)
{
    const AsyncState *state = &spectator->state;
    const bool is_waiting = !state->is_running && state->world.end == ASYNC_GOES_ON;
    g_autofree char *title =
        g_strdup_printf("%s%s", spectator->address, is_waiting ? ", which waits for players" : "");

    if (!async_stage_show(spectator->stage, title, &state->world) ||
        state->world.end != ASYNC_GOES_ON)
        spectator->is_over = true;
}

static bool hear_state(Spectator *spectator, const AsyncState *state)
{
    if (!spectator->is_welcome)
        return async_fail(spectator->error, "the server has sent no welcome");
    spectator->state = *state;
    spectator->has_state = true;
    show_state(spectator);
    return true;
}

static bool hear_event(Spectator *spectator, const AsyncEvent *event)
{
    if (!spectator->has_state)
        return async_fail(spectator->error, "the server says no state");
    if (!async_event_apply(event, &spectator->state.world, spectator->error))
        return false;
    show_state(spectator);
    return true;
}

static bool hear_message(Spectator *spectator, const AsyncMessage *message)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_WELCOME:
        spectator->is_welcome = true;
        return true;
    case ASYNC_MESSAGE_STATE:
        return hear_state(spectator, &message->state);
    case ASYNC_MESSAGE_EVENT:
        return hear_event(spectator, &message->event);
    case ASYNC_MESSAGE_ERROR:
        return async_fail(spectator->error, "the server says: %s", message->sentence);
    case ASYNC_MESSAGE_BYE:
        return async_fail(spectator->error, "the server says bye: %s", message->sentence);
    default:
        return async_fail(spectator->error, "the server has sent what spectators do not get");
    }
}

/* Hears the lines that have come. */
static bool hear(Spectator *spectator)
{
    const char *line;

    while (!spectator->is_over &&
           (line = async_connection_next_line(spectator->connection)) != NULL) {
        AsyncMessage message;
        if (!async_message_parse(line, &message, spectator->error)) {
            g_prefix_error(spectator->error, "the server's line cannot be read: ");
            return false;
        }
        if (!hear_message(spectator, &message))
            return false;
    }
    return true;
}

static void watch(Spectator *spectator)
{
    GSocket *socket = async_connection_socket(spectator->connection);

    say_hello(spectator);
    while (!spectator->is_over)
        if (!async_stage_wait_for(spectator->stage, socket) ||
            !async_connection_receive(spectator->connection, spectator->error) || !hear(spectator))
            return;
}

static bool parse_address(const char *address, char **out_host, uint16_t *out_port)
{
    g_autoptr(GSocketConnectable) parsed = g_network_address_parse(address, 0, NULL);

    if (parsed == NULL || g_network_address_get_port(G_NETWORK_ADDRESS(parsed)) == 0 ||
        *g_network_address_get_hostname(G_NETWORK_ADDRESS(parsed)) == '\0')
        return false;
    *out_host = g_strdup(g_network_address_get_hostname(G_NETWORK_ADDRESS(parsed)));
    *out_port = g_network_address_get_port(G_NETWORK_ADDRESS(parsed));
    return true;
}

int async_follow_server(const char *address, const AsyncStageOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(AsyncConnection) connection = NULL;
    g_autofree char *host = NULL;
    Spectator spectator = {.address = address, .error = &error};
    uint16_t port = 0;

    if (!parse_address(address, &host, &port))
        return command_fail_text(STATUS_USAGE, "--server is '%s', not HOST:PORT", address);
    connection = async_connection_new(host, port, &error);
    if (connection == NULL)
        return command_fail(STATUS_FAILURE, error);
    spectator.connection = connection;
    spectator.stage = async_stage_open(options);
    watch(&spectator);
    return leave(spectator.stage, error);
}
