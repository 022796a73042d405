/* A child process that is sent lines and answers with lines, with deadlines: whatever it does, no
 * call waits longer than its deadline, and memory is bounded.
 *
 * What the program does, from its first instruction on, is told apart from what this system cannot
 * do: start it, or exchange bytes with it. The second is never the program's fault. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Process Process;

/* Longer lines are cut off. */
#define PROCESS_MAX_LINE 65535

/* The directory in which a program runs. */
typedef struct {
    const char *dir; /* NULL: an empty directory of its own, which is removed when it has ended */
    bool is_home;    /* its own directory is its $HOME, too */
} ProcessPlace;

/* Starts a program. It is looked for on PATH and then in /usr/games, where Debian has its chess
 * programs. It gets a session of its own: Ctrl-C ends a run and not its engines, and its children
 * end with it unless they begin a session themselves.
 *
 * Relative paths are taken from the directory of this program: the path of the program itself, each
 * argument that names an existing file, and each with a slash that names a folder, also behind
 * "--NAME=".
 *
 * If this program is killed, the child and its children are killed as well, and its own directory
 * is removed.
 *
 * @argv:   program and arguments, NULL-terminated.
 * Errors: G_SPAWN_ERROR, G_FILE_ERROR, with a sentence; the program has not run.
 * Owner:  the caller; used by one thread at a time. */
Process *process_start(const char *const *argv, const ProcessPlace *place, GError **error);

/* Where process_start() would find @program; NULL: nowhere, or it is a script whose interpreter is
 * missing. Owner: the caller. */
char *process_find_program(const char *program);

/* Why process_find_program() does not find @program, a sentence. Owner: the caller. */
char *process_explain_missing(const char *program);

/* Closes its standard input, gives it @grace_ms milliseconds to end by itself, then kills it and
 * the children that are left of it. */
void process_end(Process *process, int grace_ms);

typedef enum {
    PROCESS_OK,
    PROCESS_TIMEOUT, /* the deadline has passed */
    PROCESS_CLOSED,  /* it has ended or closed its side */
    PROCESS_FAULT    /* this system cannot read, write or wait; errno says why */
} ProcessResult;

/* Deadlines are times of g_get_monotonic_time(), in microseconds. */
ProcessResult process_write(Process *process, const char *text, size_t length, gint64 deadline);

/* The next line it writes, without the line end; @out_line is valid until the next call. */
ProcessResult process_read_line(Process *process, gint64 deadline, const char **out_line);

/* The greatest delay, in microseconds, with which this program has taken notice of an answer or a
 * deadline since process_forget_delay(), as the machine was busy or this program was stopped:
 * at least so much, and PROCESS_LOOK_MS more at the most. Such delays move the deadlines of
 * process_read_line() and process_write() on, until they are forgotten. */
gint64 process_delay(const Process *process);
void process_forget_delay(Process *process);
#define PROCESS_LOOK_MS 10

/* How it has ended, "has exited with status 3", "was killed by signal 9", or that it has not ended
 * though it has closed its output. Waits a moment for its end. Owner: the caller. */
char *process_describe_end(Process *process);

/* The last lines it has written to its standard error since it was started, or since
 * process_forget_words(): at most PROCESS_WORD_LINES, made printable, each with its line end; NULL
 * if there are none. Owner: the caller. */
char *process_last_words(Process *process);
void process_forget_words(Process *process);
#define PROCESS_WORD_LINES 20
