/* What can stand next on a command line, for shells that ask when the Tab key is pressed.
 * scripts/completion/ has what Bash, Zsh and fish need. */
#pragma once

#include "app/commands/command.h"

/* Prints what the last of @words, those behind "agentchess" up to the cursor, can become: a line
 * each, with a tab and an explanation behind it if there is one. No line: nothing is known, as of
 * files. */
void completion_print(const Command *const *commands, size_t command_count, int word_count,
                      char **words);

/* Prints the options of @entries, up to the one without a name, so. */
void completion_print_options(const GOptionEntry *entries);

/* What a command is given instead of words to make it print its options. */
#define COMPLETION_OPTIONS "--complete-options"
