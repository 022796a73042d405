#include "app/commands/be_engine.h"

#include "app/sessions/seat.h"

int be_engine(const Command *command, const EngineProtocol *protocol, int argc, char **argv)
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
