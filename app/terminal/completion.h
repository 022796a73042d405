/* What can come next on a command line, for shells that ask when the Tab key is pressed.
 * scripts/completion/ has the scripts for Bash, Zsh and fish. */
#pragma once

#include "app/terminal/command.h"

/* Prints what the last of @words can become, one possibility a line, with a tab and an explanation
 * after it if there is one. @words are those after "agentchess" up to the cursor. It prints
 * nothing if nothing is known, for example for files. */
void completion_print(const Command *const *commands, size_t command_count, int word_count,
                      char **words);

/* Prints it for the @words after the name of @command, which has @options. */
void completion_print_words(const Command *command, const Option *options, char **words);

/* The word that makes a command print what the last of the words after it can become. */
#define COMPLETION_WORD "--complete"

/* Whether @word names a player, or begins as one does. */
bool completion_is_player(const char *word);
