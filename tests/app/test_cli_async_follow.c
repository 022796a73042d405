/* `agentchess show` follows a game of asynchronous chess on a terminal of ours, or on a server.
 * commands/recording.txt shows recordings. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/program.h"
#include "tests/test.h"

/* A world when the game of data/async.jsonl is over. */
#define LAST_PICTURE                \
    "  8  .  .  .  .  .  .  .  .\n" \
    "  7  .  .  .  .  R  .  .  .\n" \
    "  6  .  .  .  .  .  .  .  .\n" \
    "  5  .  .  .  .  .  .  .  .\n" \
    "  4  .  .  .  .  .  .  .  .\n" \
    "  3  .  .  .  .  .  .  .  .\n" \
    "  2  .  .  .  .  .  .  .  .\n" \
    "  1  .  .  .  .  K  .  .  .\n" \
    "\n"                            \
    "     a  b  c  d  e  f  g  h\n" \
    "\n"                            \
    "0:12.000, White has won: Black's king is killed\n"

#define ENTER_SCREEN "\033[?1049h\033[?25l\033[?7l"
#define LEAVE_SCREEN "\033[?7h\033[?25h\033[?1049l"

static char *recording_path(void)
{
    return g_test_build_filename(G_TEST_DIST, "data", "async.jsonl", NULL);
}

/* The lines with clocks of all pictures, one behind the other. */
static char *clocks_of(const char *pictures)
{
    g_auto(GStrv) lines = g_strsplit(pictures, "\n", -1);
    g_autoptr(GString) clocks = g_string_new(NULL);

    for (int i = 0; lines[i] != NULL; i++)
        if (g_ascii_isdigit(lines[i][0]))
            g_string_append_printf(clocks, "%.*s ", (int)strcspn(lines[i], ","), lines[i]);
    return g_strdup(clocks->str);
}

static void assert_clocks(const char *pictures, const char *expected)
{
    g_autofree char *clocks = clocks_of(pictures);

    g_assert_cmpstr(clocks, ==, expected);
}

/* A file of its own, which is gone with the test. */
typedef struct {
    char *folder, *path;
} Copy;

static Copy copy_new(const char *text, size_t length)
{
    g_autoptr(GError) error = NULL;
    Copy copy = {.folder = g_dir_make_tmp("agentchess-XXXXXX", &error)};

    g_assert_no_error(error);
    copy.path = g_build_filename(copy.folder, "copy.jsonl", NULL);
    g_file_set_contents(copy.path, text, (gssize)length, &error);
    g_assert_no_error(error);
    return copy;
}

static void copy_clear(Copy *copy)
{
    g_remove(copy->path);
    g_rmdir(copy->folder);
    g_free(copy->path);
    g_free(copy->folder);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Copy, copy_clear)

/* The program on a terminal of ours. */
typedef struct {
    pid_t child;
    int fd;
    GString *out; /* what has come */
} Terminal;

/* Begins "agentchess show --recording ..." with @arguments, which end with NULL. */
static Terminal terminal_open(const char *const *arguments, int rows, const char *no_color)
{
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = 80};
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autofree char *path = recording_path();
    g_auto(GStrv) environment = g_environ_setenv(
        g_environ_setenv(g_get_environ(), "TERM", "xterm", TRUE), "NO_COLOR", no_color, TRUE);
    Terminal terminal = {.out = g_string_new(NULL)};

    g_ptr_array_add(argv, (char *)g_getenv("AGENTCHESS_PROGRAM"));
    g_ptr_array_add(argv, (char *)"show");
    g_ptr_array_add(argv, (char *)"--recording");
    g_ptr_array_add(argv, path);
    for (; *arguments != NULL; arguments++)
        g_ptr_array_add(argv, (char *)*arguments);
    g_ptr_array_add(argv, NULL);
    terminal.child = forkpty(&terminal.fd, NULL, NULL, &size);
    g_assert_cmpint(terminal.child, >=, 0);
    if (terminal.child == 0) {
        execve(argv->pdata[0], (char **)argv->pdata, environment);
        _exit(127);
    }
    return terminal;
}

/* Appends what comes next; false at the end. Linux may find nothing to read, then be told the last
 * lines and that the other end is closed, and say only that. Asked once more, it has the lines. */
static bool terminal_read(Terminal *terminal)
{
    char bytes[4096];
    ssize_t length = read(terminal->fd, bytes, sizeof bytes);

    if (length <= 0)
        length = read(terminal->fd, bytes, sizeof bytes);
    if (length > 0)
        g_string_append_len(terminal->out, bytes, length);
    return length > 0;
}

/* Reads what comes until @words have come; with NULL to the end. */
static void terminal_read_until(Terminal *terminal, const char *words)
{
    while ((words == NULL || strstr(terminal->out->str, words) == NULL) && terminal_read(terminal))
        continue;
    if (words != NULL)
        g_assert_nonnull(strstr(terminal->out->str, words));
}

/* Whether keys are shown. The two ends of a terminal have one setting. */
static bool terminal_has_echo(const Terminal *terminal)
{
    struct termios modes;

    g_assert_cmpint(tcgetattr(terminal->fd, &modes), ==, 0);
    return (modes.c_lflag & ECHO) != 0;
}

/* The exit status; 128 + N if signal N killed it. */
static int terminal_close(Terminal *terminal)
{
    int status = 0;

    terminal_read_until(terminal, NULL);
    g_assert_cmpint(waitpid(terminal->child, &status, 0), ==, terminal->child);
    close(terminal->fd);
    g_string_free(terminal->out, TRUE);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#define TERMINAL_OPEN(rows, no_color, ...) \
    terminal_open((const char *const[]){__VA_ARGS__, NULL}, (rows), (no_color))

/* @words as the end of the output, where lines end as on a terminal. */
static void assert_ends_with(const Terminal *terminal, const char *words)
{
    g_autoptr(GString) out = g_string_new(terminal->out->str);

    g_string_replace(out, "\r\n", "\n", 0);
    g_string_replace(out, "^C", "", 0); /* if the terminal shows it late, when echo is back */
    if (!g_str_has_suffix(out->str, words))
        g_test_message("'%s' does not end with '%s'", out->str, words);
    g_assert_true(g_str_has_suffix(out->str, words));
}

TEST(a_game_is_drawn_in_place_on_a_terminal_and_its_end_stays)
{
    Terminal terminal = TERMINAL_OPEN(40, "", "--speed", "0");

    terminal_read_until(&terminal, NULL);
    g_assert_true(g_str_has_prefix(terminal.out->str, ENTER_SCREEN "\033[H"));
    g_assert_nonnull(strstr(terminal.out->str, "\033[HWhite: Ann, Black: async-random\033[K"));
    g_assert_nonnull(strstr(terminal.out->str, "  1  \033[1;33mR*\033[0m .  .  .  K"));
    assert_ends_with(&terminal, LEAVE_SCREEN LAST_PICTURE);
    g_assert_cmpint(terminal_close(&terminal), ==, 0);
}

TEST(ctrl_c_gives_the_terminal_back_with_its_cursor)
{
    Terminal terminal = TERMINAL_OPEN(40, "1", "--speed", "0.001");

    terminal_read_until(&terminal, "0:00.000, the game goes on\033[K\033[J");
    g_assert_false(terminal_has_echo(&terminal));
    g_assert_cmpint(write(terminal.fd, "xy\032\003", 4), ==, 4); /* Ctrl-Z is for another time */
    terminal_read_until(&terminal, NULL);
    g_assert_null(strstr(terminal.out->str, "xy"));
    g_assert_nonnull(strstr(terminal.out->str, LEAVE_SCREEN "  8  .  .  .  .  k"));
    assert_ends_with(&terminal, "\n0:00.000, the game goes on\n");
    g_assert_null(strstr(terminal.out->str, "\033[1;33m"));
    g_assert_cmpint(terminal_close(&terminal), ==, 130);
}

TEST(a_signal_to_end_gives_the_terminal_back_too)
{
    Terminal terminal = TERMINAL_OPEN(40, "1", "--speed", "0.001", "--from", "3500");

    terminal_read_until(&terminal, "0:03.500, the game goes on");
    g_assert_cmpint(kill(terminal.child, SIGTERM), ==, 0);
    terminal_read_until(&terminal, NULL);
    g_assert_nonnull(strstr(terminal.out->str, LEAVE_SCREEN));
    g_assert_cmpint(terminal_close(&terminal), ==, 130);
}

TEST(keys_are_shown_again_after_the_screen)
{
    Terminal terminal = TERMINAL_OPEN(40, "1", "--speed", "0");

    terminal_read_until(&terminal, LEAVE_SCREEN);
    terminal_read_until(&terminal, "Black's king is killed\r\n");
    g_assert_cmpint(waitpid(terminal.child, NULL, 0), ==, terminal.child);
    g_assert_true(terminal_has_echo(&terminal));
    close(terminal.fd);
    g_string_free(terminal.out, TRUE);
}

TEST(a_small_terminal_shows_what_has_room)
{
    Terminal terminal = TERMINAL_OPEN(15, "1", "--speed", "0.001", "--from", "3500");

    terminal_read_until(&terminal, "\033[J");
    g_assert_nonnull(strstr(terminal.out->str, "\n  ...\033[K\033[J"));
    g_assert_null(strstr(terminal.out->str, "enters"));
    g_assert_cmpint(write(terminal.fd, "\003", 1), ==, 1);
    g_assert_cmpint(terminal_close(&terminal), ==, 130);
}

TEST(the_last_picture_alone_needs_no_screen)
{
    Terminal terminal = TERMINAL_OPEN(40, "1", "--last");

    terminal_read_until(&terminal, NULL);
    g_assert_null(strchr(terminal.out->str, '\033'));
    assert_ends_with(&terminal, LAST_PICTURE);
    g_assert_cmpint(terminal_close(&terminal), ==, 0);
}

/* A program under way whose output is read. */
typedef struct {
    GSubprocess *process;
    GDataInputStream *out;
} Running;

static Running running_start(const char *const *arguments)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    Running running = {0};

    g_ptr_array_add(argv, (char *)g_getenv("AGENTCHESS_PROGRAM"));
    for (; *arguments != NULL; arguments++)
        g_ptr_array_add(argv, (char *)*arguments);
    g_ptr_array_add(argv, NULL);
    running.process =
        g_subprocess_newv((const char *const *)argv->pdata,
                          G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
    g_assert_no_error(error);
    running.out = g_data_input_stream_new(g_subprocess_get_stdout_pipe(running.process));
    return running;
}

#define RUNNING_START(...) running_start((const char *const[]){__VA_ARGS__, NULL})

static void running_clear(Running *running)
{
    g_subprocess_force_exit(running->process);
    g_subprocess_wait(running->process, NULL, NULL);
    g_object_unref(running->out);
    g_object_unref(running->process);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Running, running_clear)

/* Appends its lines to @text, to the one that begins with @words, or with NULL to the end. */
static void running_read_until(Running *running, const char *words, GString *text)
{
    char *line;

    while ((line = g_data_input_stream_read_line(running->out, NULL, NULL, NULL)) != NULL) {
        const bool is_it = words != NULL && g_str_has_prefix(line, words);
        g_string_append_printf(text, "%s\n", line);
        g_free(line);
        if (is_it)
            return;
    }
    g_assert_null(words);
}

/* What it has said on stderr when it has ended, with @status. Owner: the caller. */
static char *running_end(Running *running, int status)
{
    char bytes[4096] = "";
    gsize length = 0;

    g_input_stream_read_all(g_subprocess_get_stderr_pipe(running->process), bytes, sizeof bytes - 1,
                            &length, NULL, NULL);
    g_subprocess_wait(running->process, NULL, NULL);
    g_assert_true(g_subprocess_get_if_exited(running->process));
    g_assert_cmpint(g_subprocess_get_exit_status(running->process), ==, status);
    return g_strdup(bytes);
}

/* A server on which the game begins when a client joins, and a spectator that has seen the
 * start. */
typedef struct {
    Running server, spectator;
    char *port;
    GString *seen;
    Copy recording; /* of which the file is the server's to write */
} Watched;

static Watched watched_start(const char *option, const char *value)
{
    Watched watched = {.seen = g_string_new(NULL), .recording = copy_new("", 0)};
    g_autoptr(GString) line = g_string_new(NULL);
    g_autofree char *address = NULL;

    g_remove(watched.recording.path);
    watched.server =
        RUNNING_START("async-server", "--games", "1", "--white", "async-random:pause_ms=1000",
                      "--seed", "5", "--time-limit-ms", "40000", "--see-paths", "--record",
                      watched.recording.path, option, value);
    running_read_until(&watched.server, "listening on 127.0.0.1:", line);
    watched.port =
        g_strndup(strrchr(line->str, ':') + 1, strcspn(strrchr(line->str, ':') + 1, "\n"));
    address = g_strdup_printf("127.0.0.1:%s", watched.port);
    watched.spectator = RUNNING_START("show", "--server", address);
    running_read_until(&watched.spectator, "0:00.000, the game goes on", watched.seen);
    return watched;
}

static void watched_clear(Watched *watched)
{
    running_clear(&watched->spectator);
    running_clear(&watched->server);
    copy_clear(&watched->recording);
    g_free(watched->port);
    g_string_free(watched->seen, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Watched, watched_clear)

TEST(a_spectator_sees_what_the_recording_shows)
{
    g_auto(Watched) watched = watched_start("--speed", "200");
    g_auto(ProgramResult) joined =
        PROGRAM_RUN("", "async-join", "--port", watched.port, "--player", "async-random");
    g_auto(ProgramResult) recorded = {0};
    g_autofree char *err = NULL, *server_err = NULL;

    g_assert_cmpint(joined.status, ==, 0);
    running_read_until(&watched.spectator, NULL, watched.seen);
    err = running_end(&watched.spectator, 0);
    g_assert_cmpstr(err, ==, "");
    server_err = running_end(&watched.server, 0);
    recorded = PROGRAM_RUN("", "show", "--recording", watched.recording.path);
    g_assert_cmpint(recorded.status, ==, 0);
    g_assert_cmpstr(watched.seen->str, ==, recorded.out);
    g_assert_cmpint(strlen(recorded.out), >, 10000); /* a game was played */
}

TEST(a_server_that_goes_away_is_told)
{
    g_auto(Watched) killed = watched_start("--speed", "1");
    g_auto(Watched) stopped = watched_start("--speed", "1");
    g_autofree char *err = NULL;

    g_subprocess_send_signal(killed.server.process, SIGKILL);
    err = running_end(&killed.spectator, 1);
    g_assert_true(g_str_has_prefix(err, "agentchess show: the server has closed the connection"));
    g_free(err);
    g_subprocess_send_signal(stopped.server.process, SIGTERM);
    err = running_end(&stopped.spectator, 1);
    g_assert_cmpstr(err, ==, "agentchess show: the server says bye: the server was stopped\n");
}

/* A server that sends something to the first client that connects, and closes the connection. */
typedef struct {
    GSocketListener *listener;
    const char *text;
    size_t length;
} FakeServer;

static void *serve(void *data)
{
    const FakeServer *fake = data;
    g_autoptr(GSocketConnection) peer = g_socket_listener_accept(fake->listener, NULL, NULL, NULL);
    char hello[4096];

    g_assert_nonnull(peer);
    g_assert_cmpint(g_input_stream_read(g_io_stream_get_input_stream(G_IO_STREAM(peer)), hello,
                                        sizeof hello, NULL, NULL),
                    >, 0);
    g_output_stream_write_all(g_io_stream_get_output_stream(G_IO_STREAM(peer)), fake->text,
                              fake->length, NULL, NULL, NULL);
    g_socket_shutdown(g_socket_connection_get_socket(peer), FALSE, TRUE, NULL);
    g_input_stream_read(g_io_stream_get_input_stream(G_IO_STREAM(peer)), hello, sizeof hello, NULL,
                        NULL); /* until it has gone, so that it hears all */
    return NULL;
}

static ProgramResult show_fake(const char *text, size_t length)
{
    g_autoptr(GSocketListener) listener = g_socket_listener_new();
    FakeServer fake = {listener, text, length};
    const guint16 port = g_socket_listener_add_any_inet_port(listener, NULL, NULL);
    g_autofree char *address = g_strdup_printf("localhost:%u", port);
    GThread *thread = g_thread_new("fake-server", serve, &fake);
    const ProgramResult result = PROGRAM_RUN("", "show", "--server", address);

    g_thread_join(thread);
    return result;
}

#define WELCOME                                                                                 \
    "{\"type\":\"welcome\",\"version\":1,\"colour\":\"spectator\",\"rules\":{\"ms_per_space\":" \
    "{\"pawn\":1,\"knight\":1,\"bishop\":1,\"rook\":1,\"queen\":1,\"king\":1},"                 \
    "\"knight_spaces\":2,\"head_on\":\"meet\",\"see_paths\":false,\"time_limit_ms\":9},"        \
    "\"speed\":1}\n"
#define STATE "{\"type\":\"state\",\"time_ms\":7,\"running\":true,\"pieces\":[]}\n"
#define EVENT                                                                              \
    "{\"type\":\"event\",\"time_ms\":8,\"entered\":[],\"stopped\":[],\"killed\":[\"a1\"]," \
    "\"pieces\":[]}\n"

TEST(a_server_that_talks_nonsense_is_told)
{
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"", "the server has closed the connection"},
        {"hello\n", "the server's line cannot be read: "},
        {STATE, "the server has sent no welcome"},
        {WELCOME EVENT, "the server has sent no state"},
        {"{\"type\":\"error\",\"message\":\"no room\"}\n", "the server says: no room"},
        {"{\"type\":\"bye\",\"reason\":\"closed\"}\n", "the server says bye: closed"},
        {"{\"type\":\"command\",\"from\":\"a1\",\"to\":\"a2\"}\n", "what spectators do not get"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = show_fake(cases[i].text, strlen(cases[i].text));
        program_assert_refused(&result, 1, cases[i].sentence);
    }
}

TEST(a_server_is_believed_as_far_as_it_makes_sense)
{
    g_auto(ProgramResult) result = show_fake(WELCOME STATE EVENT, strlen(WELCOME STATE EVENT));

    g_assert_cmpint(result.status, ==, 1);
    assert_clocks(result.out, "0:00.007 ");
    g_assert_nonnull(strstr(result.err, "the event at 8 ms does not fit"));
}

TEST(a_line_without_an_end_or_with_a_byte_0_is_refused)
{
    g_autofree char *endless = g_strnfill(200000, ' ');
    g_auto(ProgramResult) too_long = show_fake(endless, 200000);
    g_auto(ProgramResult) with_zero = show_fake("{}\0\n", 4);

    program_assert_refused(&too_long, 1, "the server's line is too long");
    program_assert_refused(&with_zero, 1, "the server's line has a NUL character");
}
