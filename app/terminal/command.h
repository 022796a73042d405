/* The commands of the program: a table in main.c, one file each. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/terminal/option.h"
#include "experiments/tools/error.h"
#include "players/memory/position_memory.h"

/* Exit statuses, the same for every command. An error on the command line (an option, a FEN, a
 * player's name) is usage; an error in a file, or while working, is failure. */
enum { STATUS_OK = 0, STATUS_FAILURE = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

typedef struct Command Command;

/* Runs @command with the words @argv, of which the first is its name. Returns the exit status;
 * main() prints @error. */
typedef int CommandRun(const Command *command, int argc, char **argv, GError **error);

/* A row in the table of main.c. */
struct Command {
    const char *name;
    const char *arguments; /* after the options: "SPEC", "DIR ...", "[MOVE ...]", "" */
    const char *summary;   /* one line for the list of commands */
    CommandRun *run;
};

/* Reads the @options of @command, NULL if there are none, and leaves the other words in @argv: as
 * many as its arguments say. --help also prints app/help/NAME.txt. After --help, and after an error
 * on the command line, the process ends. */
void command_parse(const Command *command, const Option *options, int *argc, char **argv);

/* Prints the text of a --help, folded if stdout is a screen, with the paths of pages (data.h). */
void command_print_help(const char *text);

/* The exit status of the process after a command with @status: a failure if standard output could
 * not be written. */
int command_finish(int status);

/* Whether @fd is a terminal on which a line can be overwritten. */
bool command_has_terminal(int fd);

/* Whether boards on standard output may be in colour: only on such a terminal, and unless NO_COLOR
 * forbids it. If so, the stream lets their colours pass from here on.
 *
 * Source: https://no-color.org */
bool command_begin_color(void);

/* Prints "agentchess COMMAND: MESSAGE" to stderr. */
void command_print_note(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* Sets @error to a sentence, with the code for @status, which is the value. */
#define command_fail(error, status, ...)                                                      \
    (fail_with(error, EXPERIMENTS_ERROR,                                                      \
               (status) == STATUS_USAGE ? EXPERIMENTS_ERROR_USAGE : EXPERIMENTS_ERROR_FAILED, \
               __VA_ARGS__),                                                                  \
     status)

/* The exit status for @error: STATUS_USAGE if it is EXPERIMENTS_ERROR_USAGE, else STATUS_FAILURE.
 */
int command_status(const GError *error);

/* Prints @text, unless it is NULL because of @error. Returns the exit status. */
int command_print(const char *text, const GError *error);

/* The memories of positions of a command's players. Their warnings go to stderr, one sentence each.
 * Owner: the caller. */
Memories *command_memories(void);

/* Closes @memories and becomes their owner; the players that use them must be freed before. Says on
 * stderr what became of questions and findings, if any memory was used. */
void command_close_memories(Memories *memories);

/* Says on stderr what became of questions and findings. */
void command_print_memory(const MemoryTally *tally);

/* Says @sentence on stderr; a PositionMemoryWarn. */
void command_warn(const char *sentence, void *data);
