/* A child process that is spoken to by lines, with deadlines: whatever it does, no call waits
 * longer than it was told to, and memory is bounded. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Process Process;

/* Longer lines are cut off. */
#define PROCESS_MAX_LINE 65535

/* Where a program stands when it starts. */
typedef struct {
    const char *dir; /* NULL: in an empty directory of its own, which is gone when it has ended */
    bool is_home;    /* the directory of its own is its $HOME, too */
} ProcessPlace;

/* Starts a program. It is looked for on PATH and then in /usr/games, where Debian has its chess
 * programs; it gets a process group of its own, so that Ctrl-C ends a run and not its engines.
 *
 * Relative paths are meant from where this program stands: the program itself, each argument that
 * names a file that is there, and one with a slash that names a folder, also behind "--NAME=".
 *
 * Should this program be killed, one with a directory of its own is killed as well, and the
 * directory removed.
 *
 * @argv:   program and arguments, NULL-terminated.
 * Errors: G_SPAWN_ERROR, G_FILE_ERROR, with a sentence.
 * Owner:  the caller; used by one thread at a time. */
Process *process_start(const char *const *argv, const ProcessPlace *place, GError **error);

/* Where process_start() would find @program; NULL: nowhere. Owner: the caller. */
char *process_find_program(const char *program);

/* Closes what it reads from, lets it end by itself for @grace_ms milliseconds, and ends it and its
 * children then. */
void process_end(Process *process, int grace_ms);

typedef enum {
    PROCESS_OK,
    PROCESS_TIMEOUT, /* the deadline has passed */
    PROCESS_CLOSED   /* it has ended, or closed its side */
} ProcessResult;

/* Deadlines are as g_get_monotonic_time() tells, in microseconds. */
ProcessResult process_write(Process *process, const char *text, size_t length, gint64 deadline);

/* The next line it writes, without the line end; @out_line is good until the next call. */
ProcessResult process_read_line(Process *process, gint64 deadline, const char **out_line);

/* How it has ended, "has exited with status 3", "was killed by signal 9", or that it has not ended
 * though it says no more. Waits for that a moment. Owner: the caller. */
char *process_describe_end(Process *process);

/* The last lines it has written to its standard error since it was started, or since
 * process_forget_words(): at most PROCESS_WORD_LINES, fit to be shown, each with its end; NULL if
 * there are none. Owner: the caller. */
char *process_last_words(Process *process);
void process_forget_words(Process *process);
#define PROCESS_WORD_LINES 20
