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
    .summary = "Play as an engine in a chess program that uses UCI",
    .run = run,
};
