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
    .summary = "Play as an engine in XBoard or WinBoard",
    .run = run,
};
