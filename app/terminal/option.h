/* Options of a command: read from its words, printed in its help, from which completion
 * in shells takes them. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* An option, in a table that ends with {NULL}. Texts stay in the words of the command line. */
typedef struct Option {
    const char *name;    /* "games", for --games */
    char letter;         /* 'g', for -g; 0: none */
    const char *value;   /* how the help calls its value, "N"; NULL: it has choices or no value */
    const char *meaning; /* for the help */

    /* Where the value goes; exactly one of these is set. */
    bool *on;
    const char **text;
    const char **file; /* a text that need not be UTF-8 */
    char ***texts;     /* all values in order, then NULL; the caller frees the array */
    uint64_t *number;  /* from min to max */
    double *real;      /* from low to high */
    int *choice;       /* an index of choices */

    uint64_t min, max;
    double low, high;
    const char *const *choices; /* NULL-terminated */

    const struct Option *more; /* in place of all other members but a name: the options of another
                                  table are here */
} Option;

/* Reads the options among @words, of which the first one is the command's name and the last one
 * NULL, and leaves the other words behind that name; *@count counts them all. "--" ends the
 * options.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, the message names the option. */
bool options_read(const Option *options, int *count, char **words, GError **error);

/* "  -g, --games=N  Games to play (100)", a line for each option. */
void options_append_help(const Option *options, GString *help);

/* Reads @text, a decimal number and nothing else, from @min to @max; @what names it in the error
 * ("--seed").
 *
 * Errors: EXPERIMENTS_ERROR_USAGE. */
bool option_read_number(const char *what, const char *text, uint64_t min, uint64_t max,
                        uint64_t *out_number, GError **error);
