/* The commands of the program: a table in main.c, one file each. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "players/memory/memories.h"

/* Exit statuses, the same for every command. An error on the command line (an option, a FEN, a
 * player's name) is usage; an error in a file, or while working, is failure. */
enum { STATUS_OK = 0, STATUS_FAILURE = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

typedef struct {
    const char *name;
    const char *arguments; /* "SPEC", shown behind the options in --help; NULL: none */
    const char *summary;   /* one line for the list of commands */
    const char *details;   /* behind the options in --help: examples, what is printed */
    const char *more;      /* the end of a --help too long for one text; NULL: none */

    /* Runs the command; @argv[0] is its name. Returns the exit status. */
    int (*run)(int argc, char **argv);
} Command;

/* Reads the options of @command into the variables of @entries and leaves the other words in @argv,
 * of which there must be @min_words to @max_words (-1: no limit). Files are entries of type
 * G_OPTION_ARG_FILENAME, numbers are strings for command_read_number(); strings begin as NULL, as
 * GLib does not free what it replaces.
 *
 * Returns false if the command is to end with *@out_status: --help was printed (STATUS_OK), or one
 * sentence on stderr said what is wrong (STATUS_USAGE). */
bool command_parse(const Command *command, const GOptionEntry *entries, int *argc, char ***argv,
                   int min_words, int max_words, int *out_status);

/* Reads @text, a decimal number and nothing else, from @min to @max; @what names it in the error
 * ("--seed"). Without a text (NULL: the option was not given) *@out_number keeps its value.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool command_read_number(const char *what, const char *text, uint64_t min, uint64_t max,
                         uint64_t *out_number, GError **error);

/* The same for a number that need not be whole, written with digits and at most one point.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool command_read_real(const char *what, const char *text, double min, double max,
                       double *out_number, GError **error);

/* Whether @fd is a terminal on which a line can be overwritten. */
bool command_has_terminal(int fd);

/* Whether output to @fd may be in colour: only on such a terminal, and unless NO_COLOR forbids it.
 *
 * Source: https://no-color.org */
bool command_has_color(int fd);

/* Prints "agentchess COMMAND: MESSAGE" to stderr and returns @status. */
int command_fail(int status, const GError *error);
int command_fail_text(int status, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The memories of positions of a command's players. Their warnings go to stderr, one sentence each.
 * Owner: the caller. */
Memories *command_memories(void);

/* Closes @memories and becomes their owner; the players that use them must be freed before. Says on
 * stderr what became of questions and findings, if any memory was used. */
void command_close_memories(Memories *memories);

/* Says on stderr what became of questions and findings. */
void command_tell_memory(const MemoryTally *tally);

/* Says @sentence on stderr; a PositionMemoryWarn. */
void command_warn(const char *sentence, void *data);
