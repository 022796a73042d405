/* agentchess: one program, a table of commands. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"
#include "version.h"

static const Command *const COMMANDS[] = {
    &COMMAND_RUN,     &COMMAND_MATCH,          &COMMAND_TUNE,
    &COMMAND_MERGE,   &COMMAND_VERIFY,         &COMMAND_SPECS,
    &COMMAND_REPORT,  &COMMAND_COMPARE,        &COMMAND_THESIS,
    &COMMAND_EFFECTS, &COMMAND_REPLAY,         &COMMAND_EXPLAIN,
    &COMMAND_DIFF,    &COMMAND_SUITE,          &COMMAND_ASK,
    &COMMAND_PLAY,    &COMMAND_ANTICHESS_TEXT, &COMMAND_UCI,
    &COMMAND_XBOARD,  &COMMAND_SHOW,           &COMMAND_MOVES,
    &COMMAND_PERFT,   &COMMAND_PLAYERS,        &COMMAND_ASYNC_SERVER,
    &COMMAND_STUDIO,  &COMMAND_MEMORY,         &COMMAND_BENCH,
};

static const Command *command_by_name(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        if (g_str_equal(COMMANDS[i]->name, name))
            return COMMANDS[i];
    return NULL;
}

/* Says that @name is neither a command nor an option of the program. */
static int refuse(const char *name)
{
    const bool is_option = name[0] == '-';
    Nearest nearest = nearest_to(name, -1);
    g_autofree char *question = NULL;

    for (size_t i = 0; !is_option && i < G_N_ELEMENTS(COMMANDS); i++)
        nearest_try(&nearest, COMMANDS[i]->name);
    nearest_try(&nearest, "--help");
    nearest_try(&nearest, "--version");
    question = nearest_question(&nearest);
    return command_fail_text(STATUS_USAGE, "there is no %s '%s'; 'agentchess --help' lists them%s",
                             is_option ? "option" : "command", name, question);
}

static int print_help(void)
{
    g_autoptr(GString) help = g_string_new(NULL);

    g_string_append(help, "Usage:\n"
                          "  agentchess COMMAND [OPTION ...]\n"
                          "  agentchess COMMAND --help\n"
                          "  agentchess --version\n"
                          "\n"
                          "Plays chess with one agent per piece and evaluates the results.\n"
                          "\n"
                          "Commands:\n");
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        g_string_append_printf(help, "  %-15s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    g_string_append(
        help, "\n"
              "Data goes to standard output or to files, everything else to standard error.\n"
              "Exit status: 0 success, 1 failure, 2 invalid usage, 130 interrupted.\n"
              "\n"
              "agents/levels/README.md explains how the agents decide, app/cookbook.md gives the\n"
              "commands for common questions, app/glossary.md defines the terms.\n");
    screen_print(help->str);
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
    if (g_str_equal(name, "help") && argc > 2) { /* "help run" is "run --help" */
        char *words[] = {argv[0], argv[2], (char *)"--help", NULL};
        return run(3, words);
    }
    if (g_str_equal(name, "--help") || g_str_equal(name, "-h") || g_str_equal(name, "help"))
        return print_help();
    if (g_str_equal(name, "--version"))
        return print_version();
    command = command_by_name(name);
    if (command == NULL)
        return refuse(name);
    full_name = g_strconcat("agentchess ", name, NULL);
    g_set_prgname(full_name);
    return command->run(argc - 1, argv + 1);
}

/* Reserves the standard descriptors that are closed, so that no file of ours is opened as one of
 * them and gets what is meant for the standard streams. They are opened in the wrong direction, so
 * that using the stream fails as it does when it is closed. */
static void reserve_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

#define TEXT_SIZE 1024

/* In place of the C library's, which g_strdup_printf() of GLib calls. If there is no memory, GLib
 * 2.74 reports that with a text for which it needs memory, and so on until the stack is full
 * (SIGSEGV). This one ends the process as GLib does elsewhere. */
int __vasprintf_chk(char **out_text, int flag, const char *format, va_list args);

int __vasprintf_chk(char **out_text, G_GNUC_UNUSED int flag, const char *format, va_list args)
{
    static const char message[] = "agentchess: out of memory\n";
    char text[TEXT_SIZE];
    va_list again;
    int length;

    va_copy(again, args);
    length = vsnprintf(text, sizeof text, format, args);
    *out_text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (length >= 0 && *out_text == NULL) {
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
        abort();
    }
    if (length >= TEXT_SIZE)
        length = vsnprintf(*out_text, (size_t)length + 1, format, again);
    else if (length >= 0)
        memcpy(*out_text, text, (size_t)length + 1);
    va_end(again);
    return length;
}

int main(int argc, char **argv)
{
    int status;

    reserve_streams();
    /* Arguments may have letters of any language; numbers and messages stay those of the C
     * locale. */
    setlocale(LC_CTYPE, "");
    g_set_prgname("agentchess");
    /* GLib makes its C locale when it reads the first number. If another thread holds the lock of
     * g_once_init_enter() then, the wait for it sets errno, for which
     * g_ascii_string_to_signed() refuses a correct number. No other thread runs yet. */
    (void)g_ascii_strtoll("0", NULL, 10);
    status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        const int cause = errno;
        if (status == STATUS_OK)
            status = command_fail_text(STATUS_FAILURE, "cannot write to standard output: %s",
                                       g_strerror(cause));
    }
    return status;
}
