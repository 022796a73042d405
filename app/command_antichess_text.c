#include "app/commands.h"
#include "app/session_antichess.h"

static bool feed(void *session, const char *line)
{
    return antichess_session_feed(session, line);
}

static void complain(const char *line, G_GNUC_UNUSED void *data)
{
    command_fail_text(STATUS_FAILURE, "%s", line); /* the session goes on */
}

static int64_t now_ms(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time() / 1000;
}

static int run(int argc, char **argv)
{
    g_autofree char *player = NULL;
    g_autofree char *seed_text = NULL;
    gboolean shows_board = FALSE;
    const GOptionEntry entries[] = {
        {"show-board", 's', 0, G_OPTION_ARG_NONE, &shows_board, "Obey ShowBoard too", NULL},
        {"player", 'p', 0, G_OPTION_ARG_STRING, &player,
         "Who plays for the computer (level:4,losing-wins=on)", "PLAYER"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &seed_text, "The chance of the player (1)", "N"},
        {NULL},
    };
    AntichessSessionOptions options = {
        .seed = 1,
        .replies = SESSION_STANDARD_OUTPUT,
        .complaints = {complain, NULL},
        .clock = {now_ms, NULL},
    };
    g_autoptr(SessionInput) input = NULL;
    g_autoptr(AntichessSession) session = NULL;
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_ANTICHESS_TEXT, entries, &argc, &argv, 0, 0, &status))
        return status;
    options.player = player != NULL ? player : "level:4,losing-wins=on";
    options.shows_board = shows_board;
    if (!command_read_number("--seed", seed_text, 0, UINT64_MAX, &options.seed, &error) ||
        !(session = antichess_session_new(&options, &error)))
        return command_fail(STATUS_USAGE, error);
    input = session_input_new(NULL);
    return session_converse(input, feed, session);
}

const Command COMMAND_ANTICHESS_TEXT = {
    .name = "antichess-text",
    .summary = "Play MIT's antichess by the commands of its TextUI",
    .details =
        "Reads a command a line and answers it, as the assignment of MIT 6.170 had it in 2007:\n"
        "  StartNewGame PLAYER TIME PLAYER TIME   White's and Black's: human or computer, and the\n"
        "                                         milliseconds on the clock (0: no clock)\n"
        "  SaveGame FILE, LoadGame FILE           the game as XML\n"
        "  GetNextMove                            what the computer would move, on its clock\n"
        "  MakeNextMove                           moves so\n"
        "  MakeMove MOVE TIME                     a person's move, \"e2-e4\", and what it took\n"
        "  IsLegalMove MOVE, PrintAllMoves        the legal moves\n"
        "  GetTime SIDE                           white or black, or human or computer: what is "
        "left\n"
        "  PrintBoard                             the game as it would be saved\n"
        "  ShowBoard                              the board for the eye; only with -s\n"
        "  QuitGame\n"
        "The first one must be StartNewGame or LoadGame; after the end of a game only these and\n"
        "QuitGame are commands. What is none is answered with \"Input error\". A loaded game is\n"
        "played by whom the last one was, two people at first. A player that searches answers "
        "before\n"
        "its clock has run out. Why a file was not read or written is told on standard error.\n"
        "\n"
        "Examples:\n"
        "  agentchess antichess-text\n"
        "  agentchess antichess-text -s --player random --seed 2",
    .run = run,
};
