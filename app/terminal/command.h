/* The commands of the program: a table in main.c, one file each. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/terminal/option.h"
#include "players/memory/position_memory.h"

/* Exit statuses, the same for every command. An error on the command line (an option, a FEN, a
 * player's name) is usage; an error in a file, or while working, is failure. */
enum { STATUS_OK = 0, STATUS_FAILURE = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

typedef struct {
    const char *name;
    const char *arguments; /* "SPEC", after the options in --help; NULL: none */
    const char *summary;   /* one line for the list of commands */

    /* Runs the command; @argv[0] is its name. Returns the exit status. */
    int (*run)(int argc, char **argv);
} Command;

/* Reads the @options of @command and leaves the other words in @argv, of which there must be
 * @min_words to @max_words (-1: no limit). NULL as @options: there are none. --help also prints
 * app/help/NAME.txt.
 *
 * Returns false if the command is to end with *@out_status: --help was printed (STATUS_OK), or one
 * sentence on stderr said what is wrong (STATUS_USAGE). */
bool command_parse(const Command *command, const Option *options, int *argc, char ***argv,
                   int min_words, int max_words, int *out_status);

/* Whether @fd is a terminal on which a line can be overwritten. */
bool command_has_terminal(int fd);

/* Whether output to @fd may be in colour: only on such a terminal, and unless NO_COLOR forbids it.
 *
 * Source: https://no-color.org */
bool command_has_color(int fd);

/* Prints "agentchess COMMAND: MESSAGE" to stderr and returns @status. */
int command_fail(int status, const GError *error);
int command_fail_text(int status, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Prints @text; if it is NULL, fails with @error: STATUS_USAGE if that is EXPERIMENTS_ERROR_USAGE,
 * else STATUS_FAILURE. Returns the exit status. */
int command_print(const char *text, const GError *error);

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
