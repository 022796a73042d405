/* agentchess: one program, a table of commands. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "app/commands.h"
#include "version.h"

static const Command *const COMMANDS[] = {
    &COMMAND_RUN,    &COMMAND_MATCH,     &COMMAND_MERGE,        &COMMAND_VERIFY,
    &COMMAND_REPORT, &COMMAND_EFFECTS,   &COMMAND_REPLAY,       &COMMAND_EXPLAIN,
    &COMMAND_SUITE,  &COMMAND_DECISIONS, &COMMAND_PLAY,         &COMMAND_ANTICHESS_TEXT,
    &COMMAND_UCI,    &COMMAND_XBOARD,    &COMMAND_SHOW,         &COMMAND_MOVES,
    &COMMAND_PERFT,  &COMMAND_PLAYERS,   &COMMAND_ASYNC_SERVER, &COMMAND_ASYNC_JOIN,
    &COMMAND_STUDIO, &COMMAND_MEMORY,    &COMMAND_BENCH,
};

static const Command *command_by_name(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        if (g_str_equal(COMMANDS[i]->name, name))
            return COMMANDS[i];
    return NULL;
}

/* How many letters must be typed, dropped or changed to make @b of @a.
 *
 * Source: V. I. Levenshtein, Binary codes capable of correcting deletions, insertions, and
 * reversals, 1966. */
static size_t edit_distance(const char *a, const char *b)
{
    const size_t columns = strlen(b) + 1;
    g_autofree size_t *row = g_new(size_t, columns);

    for (size_t j = 0; j < columns; j++)
        row[j] = j;
    for (size_t i = 0; a[i] != '\0'; i++) {
        size_t diagonal = row[0]++;
        for (size_t j = 1; j < columns; j++) {
            const size_t change = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            row[j] = MIN(change, 1 + MIN(row[j], row[j - 1]));
        }
    }
    return row[columns - 1];
}

/* The command whose name is most like @name. */
static const Command *nearest_command(const char *name)
{
    const Command *nearest = COMMANDS[0];

    for (size_t i = 1; i < G_N_ELEMENTS(COMMANDS); i++)
        if (edit_distance(name, COMMANDS[i]->name) < edit_distance(name, nearest->name))
            nearest = COMMANDS[i];
    return nearest;
}

static int print_help(void)
{
    puts("Usage:\n"
         "  agentchess COMMAND [OPTION ...]\n"
         "  agentchess COMMAND --help\n"
         "  agentchess --version\n"
         "\n"
         "Plays chess with one agent for each piece, and measures what comes of it.\n"
         "\n"
         "Commands:");
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        printf("  %-15s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    puts("\n"
         "Data goes to standard output or files, everything else to standard error.\n"
         "Exit status: 0 done, 1 failure, 2 wrong usage, 130 interrupted.");
    return STATUS_OK;
}

static int print_version(void)
{
    puts("agentchess " AGENTCHESS_VERSION " (" AGENTCHESS_COMMIT ")");
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    const Command *command;
    g_autofree char *full_name = NULL;

    if (name == NULL)
        return command_fail_text(STATUS_USAGE,
                                 "a command is missing; 'agentchess --help' lists them");
    if (g_str_equal(name, "--help") || g_str_equal(name, "-h") || g_str_equal(name, "help"))
        return print_help();
    if (g_str_equal(name, "--version"))
        return print_version();
    command = command_by_name(name);
    if (command == NULL)
        return command_fail_text(STATUS_USAGE, "there is no %s '%s'; did you mean '%s'?",
                                 name[0] == '-' ? "option" : "command", name,
                                 name[0] == '-' ? "--help" : nearest_command(name)->name);
    full_name = g_strconcat("agentchess ", name, NULL);
    g_set_prgname(full_name);
    return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int status;

    /* Letters of any language in arguments; numbers and messages stay those of the C locale. */
    setlocale(LC_CTYPE, "");
    g_set_prgname("agentchess");
    status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        const int cause = errno;
        if (status == STATUS_OK)
            status = command_fail_text(STATUS_FAILURE, "cannot write to standard output: %s",
                                       g_strerror(cause));
    }
    return status;
}
