#include "app/commands/commands.h"
#include "app/sessions/session_antichess.h"

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
         "The computer's player (level:4,losing-wins=on)", "PLAYER"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &seed_text, "Seed of the player's chance (1)", "N"},
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
        "Reads commands, one a line, and answers them as in the assignment of MIT 6.170 of 2007:\n"
        "  StartNewGame PLAYER TIME PLAYER TIME   White's and Black's: human or computer, and the\n"
        "                                         milliseconds on the clock (0: no clock)\n"
        "  SaveGame FILE, LoadGame FILE           the game as XML\n"
        "  GetNextMove                            what the computer would move, on its clock\n"
        "  MakeNextMove                           plays that move\n"
        "  MakeMove MOVE TIME                     a person's move, \"e2-e4\", and its time\n"
        "  IsLegalMove MOVE, PrintAllMoves        the legal moves\n"
        "  GetTime SIDE                           time left of white, black, human or computer\n"
        "  PrintBoard                             the game as it would be saved\n"
        "  ShowBoard                              the board for the eye; only with -s\n"
        "  QuitGame\n"
        "The first one must be StartNewGame or LoadGame; after the end of a game only these and\n"
        "QuitGame are allowed. Any other line is answered with \"Input error\". A loaded game has\n"
        "the players of the game before, two people at first. A player that searches answers\n"
        "before its clock runs out. If a file cannot be read or written, standard error says why.\n"
        "\n"
        "Examples:\n"
        "  agentchess antichess-text\n"
        "  agentchess antichess-text -s --player random --seed 2",
    .run = run,
};
