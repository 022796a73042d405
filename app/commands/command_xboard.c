#include <signal.h>

#include "app/commands/be_engine.h"
#include "app/commands/commands.h"
#include "app/sessions/session_xboard.h"

static void *begin(const char *name, const char *player, uint64_t seed, const SessionOutput *output,
                   const SessionEar *ear, GError **error)
{
    return xboard_session_new(name, player, seed, output, ear, error);
}

static bool feed(void *session, const char *line)
{
    return xboard_session_feed(session, line);
}

static void end(void *session)
{
    xboard_session_free(session);
}

static int run(int argc, char **argv)
{
    static const EngineProtocol protocol = {begin, xboard_session_call, feed, end};

    signal(SIGINT, SIG_IGN); /* XBoard without our features would send it to say "listen" */
    return be_engine(&COMMAND_XBOARD, &protocol, argc, argv);
}

const Command COMMAND_XBOARD = {
    .name = "xboard",
    .summary = "Be an engine of XBoard or WinBoard",
    .details =
        "XBoard starts this itself (Chess Engine Communication Protocol, version 2). The level,\n"
        "every logic, every reading and the seed are in its engine settings; choosing a level\n"
        "sets the logics that belong to it. An agent decides at once, whatever the clock says. A\n"
        "player that searches keeps to the smallest of clock, limits and its own; its parts are\n"
        "settings, too, and it can be stopped at any time. With \"show thinking\" every agent's\n"
        "report is a line; the decision is the last one.\n"
        "\n"
        "Examples:\n"
        "  xboard -fcp \"agentchess xboard\"\n"
        "  xboard -fcp \"agentchess xboard --player level:7\" \\\n"
        "         -scp \"agentchess xboard --player level:3\" -mode TwoMachines\n"
        "  xboard -fcp \"agentchess xboard --player homeostatic:pace=3s..20s\"",
    .run = run,
};
