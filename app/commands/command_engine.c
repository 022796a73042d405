/* The commands that another program talks with: an engine under UCI or XBoard, and the TextUI of
 * MIT's antichess. */
#include <signal.h>

#include "app/commands/commands.h"
#include "app/sessions/seat.h"
#include "app/sessions/session_antichess.h"
#include "app/terminal/screen.h"

/* Reads the options of @command and converses on standard input and output. */
static int converse(const Command *command, const SessionProtocol *protocol, int argc, char **argv,
                    GError **error)
{
    const char *player = "level:7";
    uint64_t seed = 1;
    const Option entries[] = {
        {"player", 'p', "PLAYER", "The player (level:7)", .text = &player},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &seed, .max = SEAT_MAX_SEED},
        {NULL},
    };
    SessionEar ear;
    void *session;
    int status;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(true);
    ear = session_listen(protocol);
    session = session_begin(protocol, "AgentChess " AGENTCHESS_VERSION, player, seed,
                            &SESSION_STANDARD_OUTPUT, &ear, error);
    if (session == NULL)
        return STATUS_USAGE;
    status = session_converse(session_feed, session);
    session_end(session);
    return status;
}

int command_uci(const Command *command, int argc, char **argv, GError **error)
{
    return converse(command, &SESSION_UCI, argc, argv, error);
}

int command_xboard(const Command *command, int argc, char **argv, GError **error)
{
    signal(SIGINT, SIG_IGN); /* XBoard without our features would send it to say "listen" */
    return converse(command, &SESSION_XBOARD, argc, argv, error);
}

static int64_t now_ms(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time() / 1000;
}

int command_antichess_text(const Command *command, int argc, char **argv, GError **error)
{
    AntichessSessionOptions options = {
        .player = "level:4,losing-wins=on",
        .seed = 1,
        .replies = SESSION_STANDARD_OUTPUT,
        .complaints = {command_warn, NULL},
        .clock = {now_ms, NULL},
    };
    const Option entries[] = {
        {"show-board", 's', NULL, "Allow the command ShowBoard", .on = &options.shows_board},
        {"player", 'p', "PLAYER", "The computer's player (level:4,losing-wins=on)",
         .text = &options.player},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &options.seed,
         .max = UINT64_MAX},
        {NULL},
    };
    g_autoptr(AntichessSession) session = NULL;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(true);
    session = antichess_session_new(&options, error);
    return session != NULL ? session_converse(antichess_session_feed, session) : STATUS_USAGE;
}
