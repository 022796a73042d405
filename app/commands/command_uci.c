#include "app/commands/be_engine.h"
#include "app/commands/commands.h"
#include "app/sessions/session_uci.h"

static void *begin(const char *name, const char *player, uint64_t seed, const SessionOutput *output,
                   const SessionEar *ear, GError **error)
{
    return uci_session_new(name, player, seed, output, ear, error);
}

static bool feed(void *session, const char *line)
{
    return uci_session_feed(session, line);
}

static void end(void *session)
{
    uci_session_free(session);
}

static int run(int argc, char **argv)
{
    static const EngineProtocol protocol = {begin, uci_session_call, feed, end};

    return be_engine(&COMMAND_UCI, &protocol, argc, argv);
}

const Command COMMAND_UCI = {
    .name = "uci",
    .summary = "Be an engine of a chess program that speaks UCI",
    .details =
        "Chess programs start this themselves: give them this command line as an engine. They can\n"
        "set the level, every logic, every reading and the seed as options; choosing a level sets\n"
        "the logics that belong to it. An agent decides at once, whatever the limits are. A\n"
        "player that searches keeps to the smallest of these limits and its own; its parts are\n"
        "options, too, and it can be stopped at any time. After \"debug on\" every agent's report\n"
        "is told as an \"info string\".\n"
        "\n"
        "Examples:\n"
        "  agentchess uci\n"
        "  agentchess uci --player level:5+defence-consideration --seed 2\n"
        "  agentchess uci --player search",
    .run = run,
};
