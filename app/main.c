/* agentchess: one program, a table of commands. */
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "board/text_lines.h"

static const Command COMMANDS[] = {
    {"run", "SPEC", "Play an experiment and write its tables", command_run},
    {"match", "PLAYER OPPONENT", "Play a match of two players without a spec", command_match},
    {"tune", "SPEC", "Tune a player's weights and thresholds", command_tune},
    {"merge", "DIR ...", "Combine the shards of a run", command_merge},
    {"verify", "DIR ...", "Check that the files of runs are intact", command_verify},
    {"specs", "[SPEC]", "List the specs of the program, or print one", command_specs},
    {"agent", "FILE", "Write an agent of your own in Python, to be changed", command_agent},
    {"report", "DIR ...", "Estimate which player is stronger, and by how much", command_report},
    {"compare", "DIR [DIR]", "Compare two runs, or the parts of one run, pairing by pairing",
     command_compare},
    {"thesis", "DIR ...", "Compare runs and results of test suites with the thesis",
     command_thesis},
    {"effects", "DIR", "Estimate the effect of each value of a factor", command_effects},
    {"replay", "DIR|FILE", "Replay a game of a run or of a recording", command_replay},
    {"explain", "", "Show how a player decides in a position, and why", command_explain},
    {"diff", "PLAYER OTHER [RUN|FILE ...]",
     "Show where two players decide differently, with the results of the games", command_diff},
    {"suite", "FILE ...", "Count the positions of test suites that players solve", command_suite},
    {"ask", "", "Answer questions about players, one JSON object per line", command_ask},
    {"play", "", "Play against a player in the terminal", command_play},
    {"antichess-text", "", "Play MIT's antichess with the commands of its TextUI",
     command_antichess_text},
    {"uci", "", "Play as an engine in a chess program that uses UCI", command_uci},
    {"xboard", "", "Play as an engine in XBoard or WinBoard", command_xboard},
    {"show", "[MOVE ...]", "Show a position of any game, or a recording of asynchronous chess",
     command_show},
    {"moves", "[MOVE ...]", "List the legal moves of a position", command_moves},
    {"perft", "DEPTH", "Count the sequences of legal moves (perft)", command_perft},
    {"players", "", "List players, levels, logics, readings, searches and engines",
     command_players},
    {"async-server", "", "Serve games of asynchronous chess to programs", command_async_server},
    {"studio", "[RUN ...]", "Open the studio, a page that shows how the agents decide",
     command_studio},
    {"memory", "stats|import|export|prune STORE", "Describe, fill or prune a memory of positions",
     command_memory},
    {"bench", "", "Measure the speed of the program", command_bench},
};

static const Command *command_by_name(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        if (g_str_equal(COMMANDS[i].name, name))
            return &COMMANDS[i];
    return NULL;
}

/* Says that @name is neither a command nor an option of the program. */
static int refuse_name(const char *name, GError **error)
{
    const bool is_option = name[0] == '-';
    Nearest nearest = nearest_to(name, -1);
    g_autofree char *question = NULL;

    for (size_t i = 0; !is_option && i < G_N_ELEMENTS(COMMANDS); i++)
        nearest_try(&nearest, COMMANDS[i].name);
    nearest_try(&nearest, "--help");
    nearest_try(&nearest, "--version");
    question = nearest_question(&nearest);
    return command_fail(
        error, STATUS_USAGE, "there is no %s '%s'; 'agentchess --help' lists the %ss%s",
        is_option ? "option" : "command", name, is_option ? "option" : "command", question);
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
        g_string_append_printf(help, "  %-15s %s\n", COMMANDS[i].name, COMMANDS[i].summary);
    g_string_append(
        help, "\n"
              "Data goes to standard output or to files; everything else goes to standard error.\n"
              "Exit status: 0 success, 1 failure, 2 invalid usage, 130 interrupted.\n"
              "\n"
              "agents/levels/README.md explains how the agents decide. app/cookbook.md gives the\n"
              "commands for common questions, and app/glossary.md defines the terms.\n");
    command_print_help(help->str);
    return STATUS_OK;
}

static int run_command(int argc, char **argv, GError **error)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    const Command *command;
    g_autofree char *full_name = NULL;

    if (name == NULL)
        return command_fail(error, STATUS_USAGE,
                            "a command is missing; 'agentchess --help' lists the commands");
    if (g_str_equal(name, "help") && argc > 2) { /* "help run" is "run --help" */
        char *words[] = {argv[0], argv[2], (char *)"--help", NULL};
        return run_command(3, words, error);
    }
    if (g_str_equal(name, "--help") || g_str_equal(name, "-h") || g_str_equal(name, "help"))
        return print_help();
    if (g_str_equal(name, "--version")) {
        printf("agentchess %s (%s)\n", PROGRAM.version, PROGRAM.commit);
        return STATUS_OK;
    }
    command = command_by_name(name);
    if (command == NULL)
        return refuse_name(name, error);
    full_name = g_strconcat("agentchess ", name, NULL);
    g_set_prgname(full_name);
    return command->run(command, argc - 1, argv + 1, error);
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

/* Ends the program if GLib lacks memory, a thread or a descriptor: with a sentence instead of the
 * signal of a bug. (GLib 2.74 needs memory to report that g_strdup_printf() has none, so that call
 * still ends with SIGSEGV.) A run can be resumed after either. */
static void on_log(const char *domain, GLogLevelFlags level, const char *message,
                   G_GNUC_UNUSED gpointer data)
{
    if ((level & G_LOG_FLAG_FATAL) == 0) {
        g_log_default_handler(domain, level, message, NULL);
        return;
    }
    fprintf(stderr, "%s: %s\n", g_get_prgname(), message);
    _exit(STATUS_FAILURE);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    int status;

    reserve_streams();
    screen_begin();
    data_offer_scripts();
    /* Arguments may have letters of any language; numbers and messages stay those of the C
     * locale. */
    setlocale(LC_CTYPE, "");
    g_log_set_default_handler(on_log, NULL);
    g_set_prgname("agentchess");
    /* GLib makes its C locale when it reads the first number. If another thread holds the lock of
     * g_once_init_enter() then, the wait for it sets errno, for which
     * g_ascii_string_to_signed() refuses a correct number. No other thread runs yet. */
    (void)g_ascii_strtoll("0", NULL, 10);
    status = run_command(argc, argv, &error);
    if (error != NULL)
        command_print_note("%s", error->message);
    return command_finish(status);
}
