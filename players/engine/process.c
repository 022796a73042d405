#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "players/engine/process.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define GAMES_FOLDER "/usr/games"
#define END_MS 1000     /* how long a process that has closed its output may take to end */
#define WORDS_SIZE 4096 /* bytes of its standard error that are kept */
#define CLOSED (-1)     /* no file descriptor */

struct Process {
    GSubprocess *child;
    pid_t pid;    /* 0: it had already ended */
    int to_child; /* a socket, so that writing to an ended process is an error and not a signal */
    int from_child;
    int words_of_child; /* its standard error; CLOSED once it has ended */
    GString *words;     /* the last of them */
    GSubprocess *guard; /* removes its directory; NULL: it has no directory of its own */
    int to_guard;

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

/* What stands behind "=" in an option, or the whole of @word. */
static const char *value_in(const char *word)
{
    const char *equals = *word == '-' ? strchr(word, '=') : NULL;

    return equals != NULL ? equals + 1 : word;
}

/* @word with an absolute path, for a program that runs in another directory. Owner: the caller. */
static char *make_absolute(const char *word)
{
    const char *path = value_in(word);
    g_autofree char *whole = NULL;

    if (*path == '\0' || *path == '-' || g_path_is_absolute(path) ||
        !(g_file_test(path, G_FILE_TEST_IS_REGULAR) ||
          (strchr(path, '/') != NULL && g_file_test(path, G_FILE_TEST_EXISTS))))
        return g_strdup(word);
    whole = g_canonicalize_filename(path, NULL);
    return g_strdup_printf("%.*s%s", (int)(path - word), word, whole);
}

/* Program and arguments for a program that runs in another directory; NULL: there is no such
 * program. Owner: the caller. */
static char **resolve(const char *const *argv, GError **error)
{
    g_autofree char *program = process_find_program(argv[0]);
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_autofree char *path = NULL;

    if (program == NULL) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT,
                    "there is no program '%s', on PATH or in " GAMES_FOLDER, argv[0]);
        return NULL;
    }
    path = g_canonicalize_filename(program, NULL);
    g_strv_builder_add(words, path);
    for (int i = 1; argv[i] != NULL; i++) {
        g_autofree char *word = make_absolute(argv[i]);
        g_strv_builder_add(words, word);
    }
    return g_strv_builder_end(words);
}

/* What the parent and a child share. */
typedef struct {
    int in[2], out[2], words[2]; /* ours first of in; ours first of out and words */
} Channels;

static void close_channels(const Channels *channels)
{
    close(channels->in[0]);
    close(channels->out[0]);
    close(channels->words[0]);
}

/* Closes the child's ends of @channels, also after a failure. */
static GSubprocess *spawn(const char *const *argv, const char *dir, bool is_home,
                          const Channels *channels, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE);
    g_auto(GStrv) words = resolve(argv, error);

    g_subprocess_launcher_take_stdin_fd(launcher, channels->in[1]);
    g_subprocess_launcher_take_stdout_fd(launcher, channels->out[1]);
    g_subprocess_launcher_take_stderr_fd(launcher, channels->words[1]);
    g_subprocess_launcher_set_child_setup(launcher, lead_own_group, NULL, NULL);
    g_subprocess_launcher_set_cwd(launcher, dir);
    g_subprocess_launcher_setenv(launcher, "PWD", dir, TRUE);
    if (is_home)
        g_subprocess_launcher_setenv(launcher, "HOME", dir, TRUE);
    return words != NULL ? g_subprocess_launcher_spawnv(launcher, (const char *const *)words, error)
                         : NULL;
}

static bool set_no_handles_error(GError **error)
{
    g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "cannot make a pipe: %s",
                g_strerror(errno));
    return false;
}

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

static bool open_channels(Channels *channels, GError **error)
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channels->in) != 0)
        return set_no_handles_error(error);
    if (!g_unix_open_pipe(channels->out, FD_CLOEXEC, NULL)) {
        set_no_handles_error(error);
        close_pair(channels->in);
        return false;
    }
    if (!g_unix_open_pipe(channels->words, FD_CLOEXEC, NULL)) {
        set_no_handles_error(error);
        close_pair(channels->in);
        close_pair(channels->out);
        return false;
    }
    g_unix_set_fd_nonblocking(channels->out[0], TRUE, NULL);
    g_unix_set_fd_nonblocking(channels->words[0], TRUE, NULL);
    return true;
}

static pid_t pid_of(GSubprocess *child)
{
    const char *identifier = g_subprocess_get_identifier(child); /* NULL: it has ended already */

    return identifier != NULL ? (pid_t)g_ascii_strtoll(identifier, NULL, 10) : 0;
}

/* Removes the directory $0 when its input ends. If no word came before, this program was killed,
 * and the group of processes $1 must not outlive it. */
#define GUARD "read -r word || [ \"$1\" = 0 ] || kill -s KILL -- \"-$1\"; exec rm -rf -- \"$0\""

static bool start_guard(Process *process, const char *dir, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_autofree char *group = g_strdup_printf("%d", (int)process->pid);
    const char *const argv[] = {"/bin/sh", "-c", GUARD, dir, group, NULL};
    int ends[2];

    if (!g_unix_open_pipe(ends, FD_CLOEXEC, NULL))
        return set_no_handles_error(error);
    g_subprocess_launcher_take_stdin_fd(launcher, ends[0]);
    g_subprocess_launcher_set_child_setup(launcher, lead_own_group, NULL, NULL);
    g_subprocess_launcher_set_cwd(launcher, "/");
    process->guard = g_subprocess_launcher_spawnv(launcher, argv, error);
    process->to_guard = ends[1];
    if (process->guard == NULL)
        close(ends[1]);
    return process->guard != NULL;
}

/* Tells the guard to remove the directory, and waits for it. */
static void end_guard(Process *process)
{
    if (process->guard == NULL)
        return;
    if (write(process->to_guard, "\n", 1) != 1)
        g_debug("the guard of a directory has ended before its time");
    close(process->to_guard);
    g_subprocess_wait(process->guard, NULL, NULL);
    g_object_unref(process->guard);
}

static Process *process_new(GSubprocess *child, const Channels *channels)
{
    Process *process = g_new0(Process, 1);

    process->child = child;
    process->pid = pid_of(child);
    process->to_child = channels->in[0];
    process->from_child = channels->out[0];
    process->words_of_child = channels->words[0];
    process->words = g_string_new(NULL);
    return process;
}

static Process *start_in(const char *const *argv, const char *dir, bool is_home, GError **error)
{
    Channels channels;
    GSubprocess *child;

    if (!open_channels(&channels, error))
        return NULL;
    child = spawn(argv, dir, is_home, &channels, error);
    if (child == NULL) {
        close_channels(&channels);
        return NULL;
    }
    return process_new(child, &channels);
}

static Process *start_in_own_dir(const char *const *argv, bool is_home, GError **error)
{
    g_autofree char *dir = g_dir_make_tmp("agentchess-program-XXXXXX", error);
    Process *process;

    if (dir == NULL)
        return NULL;
    process = start_in(argv, dir, is_home, error);
    if (process == NULL) {
        g_rmdir(dir);
    } else if (!start_guard(process, dir, error)) {
        process_end(process, 0);
        g_rmdir(dir);
        process = NULL;
    }
    return process;
}

Process *process_start(const char *const *argv, const ProcessPlace *place, GError **error)
{
    return place->dir != NULL ? start_in(argv, place->dir, false, error)
                              : start_in_own_dir(argv, place->is_home, error);
}

/* Takes in what has been written to standard error. */
static void read_words(Process *process)
{
    GString *words = process->words;
    char part[1024];
    ssize_t count;

    while (process->words_of_child != CLOSED) {
        count = read(process->words_of_child, part, sizeof part);
        if (count > 0) {
            g_string_append_len(words, part, count);
            if (words->len > WORDS_SIZE)
                g_string_erase(words, 0, (gssize)(words->len - WORDS_SIZE));
        } else if (count == 0) {
            close(process->words_of_child);
            process->words_of_child = CLOSED;
        } else if (errno != EINTR) {
            return;
        }
    }
}

/* Waits until @fd is ready or the deadline has passed; meanwhile takes in what comes on standard
 * error. */
static bool wait_for(Process *process, int fd, gushort events, gint64 deadline)
{
    gint64 left;

    while ((left = deadline - g_get_monotonic_time()) > 0) {
        GPollFD polls[] = {
            {.fd = fd, .events = (gushort)(events | G_IO_HUP | G_IO_ERR)},
            {.fd = process->words_of_child, .events = G_IO_IN | G_IO_HUP | G_IO_ERR},
        };
        const guint count = process->words_of_child != CLOSED ? 2 : 1;
        if (g_poll(polls, count, (gint)MIN((left + 999) / 1000, G_MAXINT)) <= 0)
            continue;
        if (polls[1].revents != 0)
            read_words(process);
        if (polls[0].revents != 0)
            return true;
    }
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
            if (!wait_for(process, process->to_child, G_IO_OUT, deadline))
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
        /* Checked even if there is always something to read: a flood does not move a deadline. */
        if (!wait_for(process, process->from_child, G_IO_IN, deadline))
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

static gboolean on_words(G_GNUC_UNUSED gint fd, G_GNUC_UNUSED GIOCondition condition, gpointer data)
{
    Process *process = data;

    read_words(process);
    return process->words_of_child != CLOSED;
}

/* Reads standard error while nobody asks, so that a child that writes much is not blocked. */
static GSource *hear_words(Process *process, GMainContext *context)
{
    GSource *source;

    if (process->words_of_child == CLOSED)
        return NULL;
    source = g_unix_fd_source_new(process->words_of_child, G_IO_IN | G_IO_HUP | G_IO_ERR);
    g_source_set_callback(source, G_SOURCE_FUNC(on_words), process, NULL);
    g_source_attach(source, context);
    return source;
}

static void end_source(GSource *source)
{
    if (source == NULL)
        return;
    g_source_destroy(source);
    g_source_unref(source);
}

/* Whether the child ends within @ms milliseconds. */
static bool wait_for_end(Process *process, int ms)
{
    GMainContext *context = g_main_context_new();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    GSource *timeout = g_timeout_source_new((guint)ms);
    GSource *words = hear_words(process, context);
    Waiting waiting = {false, false};

    g_main_context_push_thread_default(context);
    g_source_set_callback(timeout, on_time_is_over, cancellable, NULL);
    g_source_attach(timeout, context);
    g_subprocess_wait_async(process->child, cancellable, on_child_ended, &waiting);
    while (!waiting.over)
        g_main_context_iteration(context, TRUE);
    end_source(timeout);
    end_source(words);
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

/* The last lines of @text, as many as are shown. */
static const char *last_lines(const char *text, size_t length)
{
    int lines = 0;

    for (const char *c = text + length; c > text; c--)
        if (c[-1] == '\n' && c < text + length && ++lines == PROCESS_WORD_LINES)
            return c;
    return text;
}

char *process_last_words(Process *process)
{
    g_autofree char *valid = NULL;
    const char *lines;
    GString *text;

    read_words(process);
    valid = g_utf8_make_valid(process->words->str, (gssize)process->words->len);
    g_strchomp(valid);
    if (*valid == '\0')
        return NULL;
    lines = last_lines(valid, strlen(valid));
    text = g_string_new(NULL);
    for (const char *c = lines; *c != '\0'; c++)
        if (*c != '\r')
            g_string_append_c(text, *c == '\t' || *c == '\n' || !g_ascii_iscntrl(*c) ? *c : '?');
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

void process_forget_words(Process *process)
{
    read_words(process);
    g_string_truncate(process->words, 0);
}

void process_end(Process *process, int grace_ms)
{
    close(process->to_child);
    close(process->from_child);
    if (!wait_for_end(process, grace_ms)) {
        if (process->pid != 0)
            kill(-process->pid, SIGKILL); /* it has not been waited for, so the number is still its
                                             own */
        g_subprocess_wait(process->child, NULL, NULL);
    }
    end_guard(process);
    if (process->words_of_child != CLOSED)
        close(process->words_of_child);
    g_string_free(process->words, TRUE);
    g_object_unref(process->child);
    g_free(process);
}
