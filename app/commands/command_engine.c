/* The commands that are an engine of another chess program. */
#include <signal.h>

#include "app/commands/commands.h"
#include "app/sessions/seat.h"
#include "app/sessions/session_uci.h"
#include "app/sessions/session_xboard.h"

/* A protocol between chess programs; @session is what begin() returns. */
typedef struct {
    void *(*begin)(const char *name, const char *player, uint64_t seed, const SessionOutput *output,
                   const SessionEar *ear, GError **error);
    SessionCall (*call)(const char *line);         /* what a line asks of a session that thinks */
    bool (*feed)(void *session, const char *line); /* obeys a line; false if it ends the session */
    void (*end)(void *session);
} EngineProtocol;

/* Reads the options of @command and converses on standard input and output. */
static int converse(const Command *command, const EngineProtocol *protocol, int argc, char **argv)
{
    const char *player = "level:7";
    uint64_t seed = 1;
    const Option entries[] = {
        {"player", 'p', "PLAYER", "The player (level:7)", .text = &player},
        {"seed", 0, "N", "Seed of the player's chance (1)", .number = &seed, .max = SEAT_MAX_SEED},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(SessionInput) input = NULL;
    SessionEar ear;
    void *session;
    int status;

    if (!command_parse(command, entries, &argc, &argv, 0, 0, &status))
        return status;
    input = session_input_new(protocol->call);
    ear = session_input_ear(input);
    session = protocol->begin("AgentChess " AGENTCHESS_VERSION, player, seed,
                              &SESSION_STANDARD_OUTPUT, &ear, &error);
    if (session == NULL)
        return command_fail(STATUS_USAGE, error);
    status = session_converse(input, protocol->feed, session);
    protocol->end(session);
    return status;
}

static void *uci_begin(const char *name, const char *player, uint64_t seed,
                       const SessionOutput *output, const SessionEar *ear, GError **error)
{
    return uci_session_new(name, player, seed, output, ear, error);
}

static bool uci_feed(void *session, const char *line)
{
    return uci_session_feed(session, line);
}

static void uci_end(void *session)
{
    uci_session_free(session);
}

static int run_uci(int argc, char **argv)
{
    static const EngineProtocol protocol = {uci_begin, uci_session_call, uci_feed, uci_end};

    return converse(&COMMAND_UCI, &protocol, argc, argv);
}

static void *xboard_begin(const char *name, const char *player, uint64_t seed,
                          const SessionOutput *output, const SessionEar *ear, GError **error)
{
    return xboard_session_new(name, player, seed, output, ear, error);
}

static bool xboard_feed(void *session, const char *line)
{
    return xboard_session_feed(session, line);
}

static void xboard_end(void *session)
{
    xboard_session_free(session);
}

static int run_xboard(int argc, char **argv)
{
    static const EngineProtocol protocol = {xboard_begin, xboard_session_call, xboard_feed,
                                            xboard_end};

    signal(SIGINT, SIG_IGN); /* XBoard without our features would send it to say "listen" */
    return converse(&COMMAND_XBOARD, &protocol, argc, argv);
}

const Command COMMAND_UCI = {
    .name = "uci",
    .summary = "Play as an engine in a chess program that uses UCI",
    .run = run_uci,
};

const Command COMMAND_XBOARD = {
    .name = "xboard",
    .summary = "Play as an engine in XBoard or WinBoard",
    .run = run_xboard,
};
