#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "players/external/process.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board/text_lines.h"

#define GAMES_FOLDER "/usr/games"
#define END_MS 1000         /* how long a process that has closed its output may take to end */
#define LOOK_MS 2           /* between two looks whether it has ended */
#define LEAST_DELAY_US 1000 /* any timer may be so late */
#define WORDS_SIZE 4096     /* bytes of its standard error that are kept */
#define CLOSED (-1)         /* no file descriptor */
#define HEAD_SIZE 256       /* bytes at the beginning of a script that Linux reads */

struct Process {
    pid_t pid; /* also of its group; it is waited for only when the group has been killed, so that
                  the number stays its own until then */
    int to_child; /* a socket, so that writing to an ended process is an error and not a signal */
    int from_child;
    int words_of_child; /* its standard error; CLOSED once it has ended */
    GString *words;     /* the last of them */
    gint64 looked;      /* when this program last had the turn to look for an answer */
    gint64 delay;       /* the greatest, see process_delay() */
    gint64 delays;      /* the sum of those that move deadlines on */
    pid_t guard;        /* ends its group if this program is killed */
    int to_guard;

    char buffer[4096];
    size_t start, end; /* what was read and is not yet in a line */
    GString *line;
    bool is_handed_out; /* the line */
    bool is_cut;        /* its rest is dropped */
};

static char *find_file(const char *program)
{
    g_autofree char *in_games = g_build_filename(GAMES_FOLDER, program, NULL);
    char *path = g_find_program_in_path(program);

    if (path == NULL && strchr(program, '/') == NULL &&
        g_file_test(in_games, G_FILE_TEST_IS_EXECUTABLE))
        path = g_steal_pointer(&in_games);
    return path;
}

/* What the script @path names in its first line, "#!/usr/bin/python3" or "#!/usr/bin/env python3",
 * and is not on this machine; NULL: nothing, or it is no script. Owner: the caller. */
static char *find_missing_interpreter(const char *path)
{
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "re") : NULL;
    char line[HEAD_SIZE] = "";
    const char *words = line + strlen("#!"), *word;
    bool is_script = file != NULL && fgets(line, sizeof line, file) != NULL;

    if (file != NULL)
        fclose(file);
    is_script = is_script && g_str_has_prefix(line, "#!");
    if (!is_script)
        return NULL;
    for (int i = 0; i < 2; i++) {
        g_autofree char *found = NULL;
        g_autofree char *interpreter = NULL;
        word = words + strspn(words, " \t");
        words = word + strcspn(word, " \t\n");
        interpreter = g_strndup(word, (gsize)(words - word));
        found = g_find_program_in_path(interpreter);
        if (found == NULL && *interpreter != '-' && strchr(interpreter, '=') == NULL)
            return g_steal_pointer(&interpreter);
        if (!g_str_has_suffix(interpreter, "/env"))
            return NULL;
    }
    return NULL;
}

char *process_find_program(const char *program)
{
    g_autofree char *path = find_file(program);
    g_autofree char *missing = path != NULL ? find_missing_interpreter(path) : NULL;

    return missing == NULL ? g_steal_pointer(&path) : NULL;
}

char *process_explain_missing(const char *program)
{
    const bool is_here = g_file_test(program, G_FILE_TEST_IS_REGULAR);
    g_autofree char *path = find_file(program);
    g_autofree char *missing = path != NULL ? find_missing_interpreter(path) : NULL;

    if (missing != NULL) {
        g_autofree char *shown = g_strescape(missing, NULL);
        return g_strdup_printf("'%s' requires the interpreter '%s', which is missing", program,
                               shown);
    }
    if (strchr(program, '/') == NULL)
        return g_strdup_printf("there is no program '%s' on PATH or in " GAMES_FOLDER "%s%s%s",
                               program, is_here ? "; did you mean './" : "", is_here ? program : "",
                               is_here ? "'?" : "");
    if (is_here)
        return g_strdup_printf("'%s' is not executable: run 'chmod +x %s'", program, program);
    return g_strdup_printf("there is no program '%s'", program);
}

/* A session has a process group, which Ctrl-C does not reach, and no terminal. */
static void lead_own_session(G_GNUC_UNUSED gpointer data)
{
    setsid();
}

/* The same in the child that becomes the program; its guard knows the group before the program
 * runs. After a fork of a process with threads only what signal-safety(7) lists may be called. */
static void lead_guarded_session(gpointer to_guard)
{
    char line[16];
    size_t start = sizeof line;

    lead_own_session(NULL);
    line[--start] = '\n';
    for (pid_t rest = getpid(); rest > 0; rest /= 10)
        line[--start] = (char)('0' + rest % 10);
    if (write(*(const int *)to_guard, line + start, sizeof line - start) < 0)
        _exit(1);
}

/* The value after "=" in an option, or the whole of @word. */
static const char *value_in(const char *word)
{
    const char *equals = *word == '-' ? strchr(word, '=') : NULL;

    return equals != NULL ? equals + 1 : word;
}

/* Whether @text names a file, or one that the program can create: its folder exists, which other
 * words only seem to name if they have a slash. */
static bool is_relative_path(const char *text)
{
    g_autofree char *folder = g_path_get_dirname(text);

    return *text != '\0' && *text != '-' && !g_path_is_absolute(text) &&
           (g_file_test(text, G_FILE_TEST_IS_REGULAR) ||
            (strchr(text, '/') != NULL && g_file_test(folder, G_FILE_TEST_IS_DIR)));
}

/* @word with an absolute path, for a program that runs in another directory. Owner: the caller. */
static char *make_absolute(const char *word)
{
    const char *path = value_in(word);
    g_autofree char *whole = NULL;

    if (!is_relative_path(path))
        return g_strdup(word);
    whole = g_canonicalize_filename(path, NULL);
    return g_strdup_printf("%.*s%s", (int)(path - word), word, whole);
}

/* Program and arguments for a program that runs in another directory; NULL: there is no such
 * program. Owner: the caller. */
static char **resolve_program(const char *const *argv, GError **error)
{
    g_autofree char *program = process_find_program(argv[0]);
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_autofree char *path = NULL;

    if (program == NULL) {
        g_autofree char *reason = process_explain_missing(argv[0]);
        g_set_error_literal(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, reason);
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

/* The environment of a program in @dir. Owner: the caller. */
static char **make_environment(const char *dir, bool is_home)
{
    char **environment = g_environ_setenv(g_get_environ(), "PWD", dir, TRUE);

    return is_home ? g_environ_setenv(environment, "HOME", dir, TRUE) : environment;
}

/* Starts the program of @process with @input, one end of a socket, as its standard input. */
static bool spawn_program(Process *process, const char *const *argv, const char *dir, bool is_home,
                          int input, GError **error)
{
    g_auto(GStrv) words = resolve_program(argv, error);
    g_auto(GStrv) environment = make_environment(dir, is_home);

    if (words == NULL ||
        !g_spawn_async_with_pipes_and_fds(
            dir, (const char *const *)words, (const char *const *)environment,
            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES, lead_guarded_session,
            &process->to_guard, input, -1, -1, NULL, NULL, 0, &process->pid, NULL,
            &process->from_child, &process->words_of_child, error))
        return false;
    g_unix_set_fd_nonblocking(process->from_child, TRUE, NULL);
    g_unix_set_fd_nonblocking(process->words_of_child, TRUE, NULL);
    return true;
}

/* The first line of its input is the group of the program. When its input ends without a second
 * line, this program was killed, and the group must not outlive it. Then removes the directory $0,
 * if there is one. */
#define GUARD                                                             \
    "read -r group && { read -r word || kill -s KILL -- \"-$group\"; }; " \
    "[ -z \"$0\" ] || exec rm -rf -- \"$0\""

/* @dir: the directory to be removed, or "". */
static bool start_guard(Process *process, const char *dir, GError **error)
{
    const char *const argv[] = {"/bin/sh", "-c", GUARD, dir, NULL};

    return g_spawn_async_with_pipes_and_fds("/", argv, NULL,
                                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES |
                                                G_SPAWN_STDOUT_TO_DEV_NULL |
                                                G_SPAWN_STDERR_TO_DEV_NULL,
                                            lead_own_session, NULL, -1, -1, -1, NULL, NULL, 0,
                                            &process->guard, &process->to_guard, NULL, NULL, error);
}

/* Waits for a child that has ended or is about to. */
static void reap_child(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* Whether the guard still reads its input. A child whose guard has gone ends before it becomes the
 * program, which looks like an end of the program. */
static bool check_guard(const Process *process, GError **error)
{
    GPollFD input = {.fd = process->to_guard, .events = G_IO_OUT};

    return (g_poll(&input, 1, 0) == 1 && (input.revents & (G_IO_ERR | G_IO_HUP)) == 0) ||
           fail_with(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED,
                     "the guard process of the program ended unexpectedly");
}

/* Lets the guard remove the directory, and waits for it. A write to one that has ended would be a
 * signal that ends this program. */
static void end_guard(Process *process)
{
    if (!check_guard(process, NULL) || write(process->to_guard, "\n", 1) != 1)
        g_debug("the guard process of a program ended unexpectedly");
    close(process->to_guard);
    reap_child(process->guard);
}

static bool start_in(Process *process, const char *const *argv, const char *dir, bool is_home,
                     GError **error)
{
    int ends[2]; /* ours first */
    bool good;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return fail_with(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "cannot create a pipe: %s",
                         g_strerror(errno));
    good = spawn_program(process, argv, dir, is_home, ends[1], error);
    close(ends[1]);
    if (!good) {
        close(ends[0]);
        return false;
    }
    process->to_child = ends[0];
    process->line = g_string_new(NULL);
    process->words = g_string_new(NULL);
    return true;
}

/* The name of a directory that there is not yet. Processes that were forked from one process draw
 * the same random numbers: their names differ by the process id. Owner: the caller. */
static char *name_directory(void)
{
    g_autofree char *random = g_uuid_string_random();
    g_autofree char *name = g_strdup_printf("agentchess-program-%d-%s", (int)getpid(), random);

    return g_build_filename(g_get_tmp_dir(), name, NULL);
}

static bool make_directory(const char *dir, GError **error)
{
    return g_mkdir(dir, 0700) == 0 ||
           fail_with(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno),
                     "cannot create the folder '%s': %s", dir, g_strerror(errno));
}

/* The guard knows the directory before there is one, so that it is removed whenever this program
 * is killed. */
Process *process_start(const char *const *argv, const ProcessPlace *place, GError **error)
{
    g_autofree Process *process = g_new0(Process, 1);
    g_autofree char *own = place->dir == NULL ? name_directory() : NULL;

    if (!start_guard(process, own != NULL ? own : "", error))
        return NULL;
    if ((own != NULL && !make_directory(own, error)) ||
        !start_in(process, argv, own != NULL ? own : place->dir, own != NULL && place->is_home,
                  error)) {
        end_guard(process);
        return NULL;
    }
    if (!check_guard(process, error)) {
        process_end(g_steal_pointer(&process), 0);
        if (own != NULL)
            g_rmdir(own);
        return NULL;
    }
    return g_steal_pointer(&process);
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

gint64 process_delay(const Process *process)
{
    return process->delay;
}

void process_forget_delay(Process *process)
{
    process->delay = process->delays = 0;
    process->looked = g_get_monotonic_time();
}

/* This program has a turn to look: @wait_ms after the last one, or sooner, if it is punctual. */
static void note_look(Process *process, int wait_ms)
{
    const gint64 now = g_get_monotonic_time();
    const gint64 delay = now - process->looked - (gint64)wait_ms * (G_USEC_PER_SEC / 1000);

    process->looked = now;
    if (delay < LEAST_DELAY_US)
        return;
    process->delay = MAX(process->delay, delay);
    process->delays += delay;
}

/* Waits until @fd is ready, PROCESS_OK, or the deadline has passed; meanwhile takes in what comes
 * on standard error. */
static ProcessResult wait_for(Process *process, int fd, gushort events, gint64 deadline)
{
    gint64 left;

    while ((left = deadline + process->delays - g_get_monotonic_time()) > 0) {
        GPollFD polls[] = {
            {.fd = fd, .events = (gushort)(events | G_IO_HUP | G_IO_ERR)},
            {.fd = process->words_of_child, .events = G_IO_IN | G_IO_HUP | G_IO_ERR},
        };
        const guint count = process->words_of_child != CLOSED ? 2 : 1;
        const int wait_ms = (int)MIN((left + 999) / 1000, PROCESS_LOOK_MS);
        if (g_poll(polls, count, wait_ms) < 0 && errno != EINTR)
            return PROCESS_FAULT;
        note_look(process, wait_ms);
        if (polls[1].revents != 0)
            read_words(process);
        if (polls[0].revents != 0)
            return PROCESS_OK;
    }
    return PROCESS_TIMEOUT;
}

/* Of a failed read or write: the program has closed its side, or this system cannot do it. */
static ProcessResult result_of_errno(void)
{
    return errno == EPIPE || errno == ECONNRESET ? PROCESS_CLOSED : PROCESS_FAULT;
}

ProcessResult process_write(Process *process, const char *text, size_t length, gint64 deadline)
{
    while (length > 0) {
        const ssize_t count = send(process->to_child, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            text += count;
            length -= (size_t)count;
        } else if (errno == EAGAIN) {
            const ProcessResult result = wait_for(process, process->to_child, G_IO_OUT, deadline);
            if (result != PROCESS_OK)
                return result;
        } else if (errno != EINTR) {
            return result_of_errno();
        }
    }
    return PROCESS_OK;
}

/* Adds what was read to the line; true: it is whole, or as long as it may be. */
static bool complete_line(Process *process)
{
    GString *line = process->line;

    while (process->start < process->end) {
        const char c = process->buffer[process->start++];
        if (process->is_cut) {
            process->is_cut = c != '\n';
        } else if (c == '\n') {
            if (g_str_has_suffix(line->str, "\r"))
                g_string_truncate(line, line->len - 1);
            return true;
        } else {
            g_string_append_c(line, c);
            process->is_cut = line->len == PROCESS_MAX_LINE;
            if (process->is_cut)
                return true;
        }
    }
    return false;
}

ProcessResult process_read_line(Process *process, gint64 deadline, const char **out_line)
{
    if (process->is_handed_out)
        g_string_truncate(process->line, 0);
    process->is_handed_out = false;
    while (!complete_line(process)) {
        /* Checked even if there is always something to read: a flood does not move a deadline. */
        const ProcessResult result = wait_for(process, process->from_child, G_IO_IN, deadline);
        ssize_t count;

        if (result != PROCESS_OK)
            return result;
        count = read(process->from_child, process->buffer, sizeof process->buffer);
        if (count == 0)
            return PROCESS_CLOSED;
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return result_of_errno();
        process->start = 0;
        process->end = (size_t)MAX(count, 0);
    }
    process->is_handed_out = true;
    *out_line = process->line->str;
    return PROCESS_OK;
}

/* Whether the child ends within @ms milliseconds, and then how. Meanwhile takes in its standard
 * error, so that a child that writes much is not blocked. */
static bool wait_for_end(Process *process, int ms, siginfo_t *out_end)
{
    const gint64 deadline = g_get_monotonic_time() + (gint64)ms * (G_USEC_PER_SEC / 1000);

    for (;;) {
        GPollFD words = {.fd = process->words_of_child, .events = G_IO_IN | G_IO_HUP | G_IO_ERR};

        *out_end = (siginfo_t){0};
        if (waitid(P_PID, (id_t)process->pid, out_end, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            out_end->si_pid == process->pid)
            return true;
        if (g_get_monotonic_time() >= deadline)
            return false;
        g_poll(&words, process->words_of_child != CLOSED ? 1 : 0, LOOK_MS);
        read_words(process);
    }
}

char *process_describe_end(Process *process)
{
    siginfo_t end;

    if (!wait_for_end(process, END_MS, &end))
        return g_strdup("has closed its output");
    if (end.si_code != CLD_EXITED)
        return g_strdup_printf("was killed by signal %d", end.si_status);
    return g_strdup_printf("has exited with status %d", end.si_status);
}

char *process_last_words(Process *process)
{
    g_autofree char *valid = NULL;
    const char *last;
    GString *text;

    read_words(process);
    valid = g_utf8_make_valid(process->words->str, (gssize)process->words->len);
    g_strchomp(valid);
    if (*valid == '\0')
        return NULL;
    last = valid + strlen(valid);
    for (int lines = 0; last > valid; last--)
        if (last[-1] == '\n' && ++lines == PROCESS_WORD_LINES)
            break;
    text = g_string_new(NULL);
    for (const char *c = last; *c != '\0'; c++)
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
    siginfo_t end;

    close(process->to_child);
    close(process->from_child);
    wait_for_end(process, grace_ms, &end);
    kill(-process->pid, SIGKILL); /* if it has ended, the children that it has left */
    reap_child(process->pid);
    end_guard(process);
    if (process->words_of_child != CLOSED)
        close(process->words_of_child);
    g_string_free(process->line, TRUE);
    g_string_free(process->words, TRUE);
    g_free(process);
}
