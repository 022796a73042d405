#include "app/async/async_follow.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "app/async/async_connection.h"
#include "app/async/async_message.h"
#include "app/terminal/command.h"
#include "board/async_world.h"
#include "experiments/tools/text_file.h"

/* The stage, on which worlds are shown */

/* Switches to another screen, without a cursor and without line wrap; and back.
 *
 * Source: XTerm Control Sequences, "Functions using CSI", DECSET. */
#define ENTER_SCREEN "\033[?1049h\033[?25l\033[?7l"
#define LEAVE_SCREEN "\033[?7h\033[?25h\033[?1049l"

#define TO_TOP "\033[H"
#define CLEAR_LINE "\033[K"
#define CLEAR_BELOW "\033[J"

#define STANDARD_ROWS 24

/* After a stop longer than this the show does not try to catch up. */
#define MAX_LATE_US 100000

#define SIGNAL_COUNT 3

typedef struct {
    AsyncStageOptions options;
    bool has_screen, in_color;
    bool interrupted;
    bool has_shown;              /* has shown a world, or kept it for the end */
    AsyncWorld last;             /* that world */
    int64_t last_us;             /* when it was its time */
    char *printed;               /* the picture before, where there is no screen; NULL */
    guint sources[SIGNAL_COUNT]; /* of a screen */
    bool has_modes;
    struct termios modes; /* of the terminal before */
} Stage;

static gboolean on_signal(void *data)
{
    *(bool *)data = true;
    return G_SOURCE_CONTINUE;
}

/* Keys, the ^C of an end too, would stand in the picture. And a signal by a key makes the terminal
 * forget what was printed, now and then what is printed just after it too: how to leave the screen.
 */
static void set_modes(Stage *stage)
{
    struct termios modes;

    stage->has_modes = tcgetattr(STDOUT_FILENO, &stage->modes) == 0;
    if (!stage->has_modes)
        return;
    modes = stage->modes;
    modes.c_lflag &= ~(tcflag_t)ECHO;
    modes.c_lflag |= NOFLSH;
    tcsetattr(STDOUT_FILENO, TCSANOW, &modes);
}

static void enter_screen(Stage *stage)
{
    static const int numbers[SIGNAL_COUNT] = {SIGHUP, SIGINT, SIGTERM};

    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        stage->sources[i] = g_unix_signal_add(numbers[i], on_signal, &stage->interrupted);
    signal(SIGTSTP, SIG_IGN); /* stopped, it would leave a terminal without a cursor behind */
    set_modes(stage);
    fputs(ENTER_SCREEN, stdout);
}

static void leave_screen(Stage *stage)
{
    fputs(LEAVE_SCREEN, stdout);
    signal(SIGTSTP, SIG_DFL);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        g_source_remove(stage->sources[i]);
}

static Stage *stage_open(const AsyncStageOptions *options)
{
    Stage *stage = g_new0(Stage, 1);

    stage->options = *options;
    stage->has_screen = command_has_terminal(STDOUT_FILENO) && !options->only_last;
    stage->in_color = command_has_color(STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL); /* sockets set it to be ignored, but the reader of our pipe may
                               * stop */
    if (stage->has_screen)
        enter_screen(stage);
    return stage;
}

static void print_picture(const Stage *stage)
{
    g_autofree char *picture = async_picture_draw(&stage->last, stage->in_color);

    fputs(picture, stdout);
}

/* Prints the picture beneath the one before, unless it is the same. */
static void print_next(Stage *stage)
{
    g_autofree char *picture = async_picture_draw(&stage->last, stage->in_color);

    if (g_strcmp0(picture, stage->printed) == 0)
        return;
    if (stage->printed != NULL)
        putchar('\n');
    fputs(picture, stdout);
    g_free(stage->printed);
    stage->printed = g_steal_pointer(&picture);
}

/* Restores the terminal, and shows what is still to be shown. */
static void stage_close(Stage *stage)
{
    if (stage->has_screen)
        leave_screen(stage);
    if (stage->has_shown && (stage->has_screen || stage->options.only_last))
        print_picture(stage);
    fflush(stdout); /* before stderr says anything about it */
    if (stage->has_modes)
        tcsetattr(STDOUT_FILENO, TCSANOW, &stage->modes);
    g_free(stage->printed);
    g_free(stage);
}

static int count_rows(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row
                                                                           : STANDARD_ROWS;
}

/* Prints as much of the picture as there are rows, without the last line end, which would
 * scroll. */
static void fill_screen(const Stage *stage, const char *title)
{
    g_autofree char *picture = async_picture_draw(&stage->last, stage->in_color);
    g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
    const int count = (int)g_strv_length(lines) - 1;
    const int room = count_rows() - 2;                /* beneath the title and an empty line */
    g_autoptr(GString) screen = g_string_new(TO_TOP); /* written at once, so that none flickers */

    g_string_append_printf(screen, "%s" CLEAR_LINE "\n" CLEAR_LINE, title);
    for (int i = 0; i < MIN(count, room); i++)
        g_string_append_printf(screen, "\n%s" CLEAR_LINE,
                               i == room - 1 && count > room ? "  ..." : lines[i]);
    g_string_append(screen, CLEAR_BELOW);
    fputs(screen->str, stdout);
}

static gboolean on_time(void *data)
{
    *(bool *)data = true;
    return G_SOURCE_REMOVE;
}

/* Waits, and hears signals even if it is time already. */
static void wait_until(Stage *stage, int64_t time_us)
{
    const int64_t wait_ms = (time_us - g_get_monotonic_time()) / 1000;
    bool is_time = wait_ms <= 0;
    const guint timer =
        is_time ? 0 : g_timeout_add((guint)MIN(wait_ms, G_MAXINT), on_time, &is_time);

    do
        g_main_context_iteration(NULL, !is_time);
    while (!is_time && !stage->interrupted);
    if (!is_time)
        g_source_remove(timer);
}

/* Waits for the time of a world at @time_ms. */
static void keep_pace(Stage *stage, int64_t time_ms)
{
    const int64_t now_us = g_get_monotonic_time();
    int64_t due_us = now_us;

    if (stage->options.speed > 0 && stage->has_shown) {
        const double pause_us =
            (double)(time_ms - stage->last.now_ms) * 1000 / stage->options.speed;
        due_us = MAX(now_us - MAX_LATE_US,
                     stage->last_us + (int64_t)MIN(pause_us, (double)G_MAXINT * 1000));
    }
    wait_until(stage, due_us);
    stage->last_us = due_us;
}

/* Shows @world when as much time has passed since the world before as the game's clock says; on a
 * terminal the line @title stands above it. Returns false if the show was interrupted or nothing
 * can be written. */
static bool stage_show(Stage *stage, const char *title, const AsyncWorld *world)
{
    keep_pace(stage, world->now_ms);
    if (stage->interrupted)
        return false;
    stage->last = *world;
    stage->has_shown = true;
    if (stage->has_screen)
        fill_screen(stage, title);
    else if (!stage->options.only_last)
        print_next(stage);
    fflush(stdout);
    return ferror(stdout) == 0;
}

static gboolean on_socket(G_GNUC_UNUSED GSocket *socket, G_GNUC_UNUSED GIOCondition condition,
                          void *data)
{
    return on_time(data);
}

/* Waits until there is something to be read from @socket, or it is closed; false as above. */
static bool stage_wait_for(Stage *stage, GSocket *socket)
{
    GSource *source = g_socket_create_source(socket, G_IO_IN, NULL);
    bool has_more = false;

    g_source_set_callback(source, G_SOURCE_FUNC(on_socket), &has_more, NULL);
    g_source_attach(source, NULL);
    while (!has_more && !stage->interrupted)
        g_main_context_iteration(NULL, TRUE);
    g_source_destroy(source);
    g_source_unref(source);
    return !stage->interrupted;
}

/* Whether Ctrl-C, or another signal to end, has ended the show. */
static bool stage_is_interrupted(const Stage *stage)
{
    return stage->interrupted;
}

/* A recording */

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
        return fail(reader, "it is incomplete");
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
static void show_game(Reader *reader, Stage *stage, int64_t from_ms)
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
            if (!stage_show(stage, title, &before))
                return;
        }
        if (has_begun && has_more && !stage_show(stage, title, &reader->world))
            return;
    }
}

/* Closes @stage and returns the exit status. */
static int leave(Stage *stage, const GError *error)
{
    const int status = stage_is_interrupted(stage) ? STATUS_INTERRUPTED : STATUS_OK;

    stage_close(stage);
    return error != NULL ? command_fail(STATUS_FAILURE, error) : status;
}

int async_follow_recording(const char *path, int64_t from_ms, const AsyncStageOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    Reader reader = {.path = path, .error = &error};
    Stage *stage;
    size_t length;
    int status;

    if ((text = text_file_read(path, &length, &error)) == NULL)
        return command_fail(STATUS_FAILURE, error);
    reader.rest = text;
    reader.end = text + length;
    if (!read_head(&reader))
        return command_fail(STATUS_FAILURE, error);
    stage = stage_open(options);
    show_game(&reader, stage, from_ms);
    status = leave(stage, error);
    if (status == STATUS_OK && reader.is_cut_short)
        command_fail_text(status, "%s: the game was cut short: %s", path, reader.reason);
    return status;
}

/* A spectator of the game on a server. */
typedef struct {
    AsyncConnection *connection;
    Stage *stage;
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

    if (!stage_show(spectator->stage, title, &state->world) || state->world.end != ASYNC_GOES_ON)
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
        return async_fail(spectator->error, "the server has sent no state");
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
        if (!stage_wait_for(spectator->stage, socket) ||
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
    spectator.stage = stage_open(options);
    watch(&spectator);
    return leave(spectator.stage, error);
}
