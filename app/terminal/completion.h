/* What can come next on a command line, for shells that ask when the Tab key is pressed.
 * scripts/completion/ has the scripts for Bash, Zsh and fish. */
#pragma once

#include "app/terminal/command.h"

/* Prints what the last of @words can become, one possibility a line, with a tab and an explanation
 * behind it if there is one. @words are those behind "agentchess" up to the cursor. It prints
 * nothing if nothing is known, for example for files. */
void completion_print(const Command *const *commands, size_t command_count, int word_count,
                      char **words);

/* Prints the options of @entries, up to the one without a name, in this form. */
void completion_print_options(const GOptionEntry *entries);

/* The word that makes a command print its options. */
#define COMPLETION_OPTIONS "--complete-options"
