#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "players/process.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define GAMES_FOLDER "/usr/games"
#define END_MS 1000 /* how long a process that has closed its side may take to end */

struct Process {
    GSubprocess *child;
    pid_t pid;    /* 0: it had ended before it could be asked */
    int to_child; /* a socket, so that writing to the dead is an error and not a signal */
    int from_child;

    char buffer[PROCESS_MAX_LINE + 1];
    size_t start, end; /* what was read and not yet handed out */
    bool cutting;      /* the rest of a line too long is dropped */
};

char *process_find_program(const char *program)
{
    g_autofree char *in_games = g_build_filename(GAMES_FOLDER, program, NULL);
    char *path = g_find_program_in_path(program);

    if (path == NULL && strchr(program, '/') == NULL &&
        g_file_test(in_games, G_FILE_TEST_IS_EXECUTABLE))
        path = g_steal_pointer(&in_games);
    return path;
}

static void lead_own_group(G_GNUC_UNUSED gpointer data)
{
    setpgid(0, 0);
}

static GSubprocess *spawn(const char *const *argv, int child_in, int child_out, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_autofree char *program = process_find_program(argv[0]);
    g_autofree const char **words =
        g_memdup2(argv, (g_strv_length((char **)argv) + 1) * sizeof *argv);

    g_subprocess_launcher_take_stdin_fd(launcher, child_in);
    g_subprocess_launcher_take_stdout_fd(launcher, child_out);
    g_subprocess_launcher_set_child_setup(launcher, lead_own_group, NULL, NULL);
    if (program == NULL) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT,
                    "there is no program '%s', on PATH or in " GAMES_FOLDER, argv[0]);
        return NULL;
    }
    words[0] = program;
    return g_subprocess_launcher_spawnv(launcher, words, error);
}

static bool set_no_handles_error(GError **error)
{
    g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "no pipe can be had: %s",
                g_strerror(errno));
    return false;
}

/* A pair of ends each for what the child reads and what it writes, ours first. */
static bool open_channels(int out_in[2], int out_out[2], GError **error)
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out_in) != 0)
        return set_no_handles_error(error);
    if (!g_unix_open_pipe(out_out, FD_CLOEXEC, NULL)) {
        set_no_handles_error(error);
        close(out_in[0]);
        close(out_in[1]);
        return false;
    }
    return true;
}

static pid_t pid_of(GSubprocess *child)
{
    const char *identifier = g_subprocess_get_identifier(child); /* NULL: it has ended already */

    return identifier != NULL ? (pid_t)g_ascii_strtoll(identifier, NULL, 10) : 0;
}

Process *process_start(const char *const *argv, GError **error)
{
    int in[2], out[2];
    GSubprocess *child;
    Process *process;

    if (!open_channels(in, out, error))
        return NULL;
    g_unix_set_fd_nonblocking(out[0], TRUE, NULL);
    child = spawn(argv, in[1], out[1], error);
    if (child == NULL) {
        close(in[0]);
        close(out[0]);
        return NULL;
    }
    process = g_new(Process, 1);
    process->child = child;
    process->pid = pid_of(child);
    process->to_child = in[0];
    process->from_child = out[0];
    process->start = process->end = 0;
    process->cutting = false;
    return process;
}

/* Waits until something can be done with @fd, or the deadline has passed. */
static bool wait_for(int fd, gushort events, gint64 deadline)
{
    GPollFD poll = {.fd = fd, .events = (gushort)(events | G_IO_HUP | G_IO_ERR)};
    gint64 left;

    while ((left = deadline - g_get_monotonic_time()) > 0)
        if (g_poll(&poll, 1, (gint)MIN((left + 999) / 1000, G_MAXINT)) > 0)
            return true;
    return false;
}

ProcessResult process_write(Process *process, const char *text, size_t length, gint64 deadline)
{
    while (length > 0) {
        const ssize_t count = send(process->to_child, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            text += count;
            length -= (size_t)count;
        } else if (errno == EAGAIN) {
            if (!wait_for(process->to_child, G_IO_OUT, deadline))
                return PROCESS_TIMEOUT;
        } else if (errno != EINTR) {
            return PROCESS_CLOSED;
        }
    }
    return PROCESS_OK;
}

/* Hands out what was read up to the first line end; false: there is none. */
static bool take_line(Process *process, const char **out_line)
{
    char *line = process->buffer + process->start;
    char *line_end = memchr(line, '\n', process->end - process->start);

    if (line_end == NULL)
        return false;
    process->start = (size_t)(line_end + 1 - process->buffer);
    if (line_end > line && line_end[-1] == '\r')
        line_end--;
    *line_end = '\0';
    *out_line = line;
    return true;
}

/* Makes room behind what was read; hands out what fills the whole buffer as a line that is cut. */
static bool make_room(Process *process, const char **out_line)
{
    if (process->start > 0) {
        memmove(process->buffer, process->buffer + process->start, process->end - process->start);
        process->end -= process->start;
        process->start = 0;
    }
    if (process->end < PROCESS_MAX_LINE)
        return true;
    process->buffer[PROCESS_MAX_LINE] = '\0';
    *out_line = process->buffer;
    process->start = process->end;
    return false;
}

ProcessResult process_read_line(Process *process, gint64 deadline, const char **out_line)
{
    for (;;) {
        ssize_t count;

        while (take_line(process, out_line)) {
            if (!process->cutting)
                return PROCESS_OK;
            process->cutting = false; /* that was the rest of the line */
        }
        if (!make_room(process, out_line)) {
            const bool first_part = !process->cutting;
            process->cutting = true;
            if (first_part)
                return PROCESS_OK;
            continue;
        }
        /* Also when there always is something: a flood does not move a deadline. */
        if (!wait_for(process->from_child, G_IO_IN, deadline))
            return PROCESS_TIMEOUT;
        count = read(process->from_child, process->buffer + process->end,
                     PROCESS_MAX_LINE - process->end);
        if (count > 0)
            process->end += (size_t)count;
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            return PROCESS_CLOSED;
    }
}

typedef struct {
    bool over, ended;
} Waiting;

static void on_child_ended(GObject *child, GAsyncResult *result, gpointer data)
{
    Waiting *waiting = data;

    waiting->ended = g_subprocess_wait_finish(G_SUBPROCESS(child), result, NULL);
    waiting->over = true;
}

static gboolean on_time_is_over(gpointer data)
{
    g_cancellable_cancel(data);
    return G_SOURCE_REMOVE;
}

/* Whether the child ends within @ms milliseconds. */
static bool wait_for_end(Process *process, int ms)
{
    GMainContext *context = g_main_context_new();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    GSource *timeout = g_timeout_source_new((guint)ms);
    Waiting waiting = {false, false};

    g_main_context_push_thread_default(context);
    g_source_set_callback(timeout, on_time_is_over, cancellable, NULL);
    g_source_attach(timeout, context);
    g_subprocess_wait_async(process->child, cancellable, on_child_ended, &waiting);
    while (!waiting.over)
        g_main_context_iteration(context, TRUE);
    g_source_destroy(timeout);
    g_source_unref(timeout);
    g_main_context_pop_thread_default(context);
    g_main_context_unref(context);
    return waiting.ended;
}

char *process_describe_end(Process *process)
{
    GSubprocess *child = process->child;

    if (!wait_for_end(process, END_MS))
        return g_strdup("has closed its output");
    if (g_subprocess_get_if_signaled(child))
        return g_strdup_printf("was killed by signal %d", g_subprocess_get_term_sig(child));
    return g_strdup_printf("has exited with status %d", g_subprocess_get_exit_status(child));
}

void process_end(Process *process, int grace_ms)
{
    close(process->to_child);
    close(process->from_child);
    if (!wait_for_end(process, grace_ms)) {
        if (process->pid != 0)
            kill(-process->pid, SIGKILL); /* it is not waited for yet: the number is its own */
        g_subprocess_wait(process->child, NULL, NULL);
    }
    g_object_unref(process->child);
    g_free(process);
}
