#include <signal.h>

#include "app/commands/commands.h"
#include "app/sessions/seat.h"
#include "app/sessions/session_xboard.h"

static bool feed(void *session, const char *line)
{
    return xboard_session_feed(session, line);
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
    g_autoptr(XboardSession) session = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(SessionInput) input = NULL;
    SessionEar ear;
    uint64_t seed = 1;
    int status;

    if (!command_parse(&COMMAND_XBOARD, entries, &argc, &argv, 0, 0, &status))
        return status;
    input = session_input_new(xboard_session_call);
    ear = session_input_ear(input);
    if (!command_read_number("--seed", seed_text, 0, SEAT_MAX_SEED, &seed, &error) ||
        !(session = xboard_session_new("AgentChess " AGENTCHESS_VERSION,
                                       player != NULL ? player : "level:7", seed,
                                       &SESSION_STANDARD_OUTPUT, &ear, &error)))
        return command_fail(STATUS_USAGE, error);
    signal(SIGINT, SIG_IGN); /* XBoard without our features would send it to say "listen" */
    return session_converse(input, feed, session);
}

const Command COMMAND_XBOARD = {
    .name = "xboard",
    .summary = "Be an engine of XBoard or WinBoard",
    .details =
        "XBoard starts this itself (Chess Engine Communication Protocol, version 2). The level,\n"
        "every logic, every reading and the seed stand in its engine settings; choosing a level\n"
        "sets the logics that belong to it. An agent decides at once, whatever the clock says; a\n"
        "player that searches keeps to the least of clock, limits and its own, and its parts are\n"
        "the settings; it can be stopped at any time.\n"
        "With \"show thinking\" every agent's report is a line, the decision is the last one.\n"
        "\n"
        "Examples:\n"
        "  xboard -fcp \"agentchess xboard\"\n"
        "  xboard -fcp \"agentchess xboard --player level:7\" \\\n"
        "         -scp \"agentchess xboard --player level:3\" -mode TwoMachines\n"
        "  xboard -fcp \"agentchess xboard --player homeostatic:pace=3s..20s\"",
    .run = run,
};
