#include "app/commands/commands.h"
#include "app/sessions/seat.h"
#include "app/sessions/session_uci.h"

static bool feed(void *session, const char *line)
{
    return uci_session_feed(session, line);
}

static int run(int argc, char **argv)
{
    g_autofree char *player = NULL;
    g_autofree char *seed_text = NULL;
    const GOptionEntry entries[] = {
        {"player", 'p', 0, G_OPTION_ARG_STRING, &player, "Who plays (level:7)", "PLAYER"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &seed_text, "Seed of the player's chance (1)", "N"},
        {NULL},
    };
    g_autoptr(UciSession) session = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(SessionInput) input = NULL;
    SessionEar ear;
    uint64_t seed = 1;
    int status;

    if (!command_parse(&COMMAND_UCI, entries, &argc, &argv, 0, 0, &status))
        return status;
    input = session_input_new(uci_session_call);
    ear = session_input_ear(input);
    if (!command_read_number("--seed", seed_text, 0, SEAT_MAX_SEED, &seed, &error) ||
        !(session =
              uci_session_new("AgentChess " AGENTCHESS_VERSION, player != NULL ? player : "level:7",
                              seed, &SESSION_STANDARD_OUTPUT, &ear, &error)))
        return command_fail(STATUS_USAGE, error);
    return session_converse(input, feed, session);
}

const Command COMMAND_UCI = {
    .name = "uci",
    .summary = "Be an engine of a chess program that speaks UCI",
    .details =
        "Chess programs start this themselves: give them this command line as an engine. They\n"
        "can set the level, every logic, every reading and the seed as options; choosing a level\n"
        "sets the logics that belong to it. An agent decides at once, whatever the limits are; a\n"
        "player that searches keeps to the least of them and of its own, and its parts are the\n"
        "options; it can be stopped at any time.\n"
        "After \"debug on\" every agent's report is told as an \"info string\".\n"
        "\n"
        "Examples:\n"
        "  agentchess uci\n"
        "  agentchess uci --player level:5+defence-consideration --seed 2\n"
        "  agentchess uci --player search",
    .run = run,
};
