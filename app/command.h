/* The commands of the program: a table in main.c, one file each. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Exit statuses, the same for every command. */
enum { STATUS_OK = 0, STATUS_FAILURE = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

typedef struct {
    const char *name;
    const char *arguments; /* "SPEC", shown behind the options in --help */
    const char *summary;   /* one line for the list of commands */
    const char *details;   /* the end of --help: examples, what is printed */

    /* Runs the command; @argv[0] is its name. Returns the exit status. */
    int (*run)(int argc, char **argv);
} Command;

/* Reads the options of @command into what @entries point at, leaving the other words in @argv; any
 * number of them from @min_words to @max_words (-1: any number) is right.
 *
 * Returns false when the command is to end with *@out_status: --help was printed (STATUS_OK), or
 * one sentence on stderr said what is wrong (STATUS_USAGE). */
bool command_parse(const Command *command, const GOptionEntry *entries, int *argc, char ***argv,
                   int min_words, int max_words, int *out_status);

/* Prints "agentchess: MESSAGE" to stderr and returns @status. */
int command_fail(int status, const GError *error);
int command_fail_text(int status, const char *format, ...) G_GNUC_PRINTF(2, 3);
