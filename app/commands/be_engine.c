#include "app/commands/be_engine.h"

#include "app/sessions/seat.h"

int be_engine(const Command *command, const EngineProtocol *protocol, int argc, char **argv)
{
    g_autofree char *player = NULL;
    g_autofree char *seed_text = NULL;
    const GOptionEntry entries[] = {
        {"player", 'p', 0, G_OPTION_ARG_STRING, &player, "The player (level:7)", "PLAYER"},
        {"seed", 0, 0, G_OPTION_ARG_STRING, &seed_text, "Seed of the player's chance (1)", "N"},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(SessionInput) input = NULL;
    SessionEar ear;
    void *session = NULL;
    uint64_t seed = 1;
    int status;

    if (!command_parse(command, entries, &argc, &argv, 0, 0, &status))
        return status;
    input = session_input_new(protocol->call);
    ear = session_input_ear(input);
    if (command_read_number("--seed", seed_text, 0, SEAT_MAX_SEED, &seed, &error))
        session =
            protocol->begin("AgentChess " AGENTCHESS_VERSION, player != NULL ? player : "level:7",
                            seed, &SESSION_STANDARD_OUTPUT, &ear, &error);
    if (session == NULL)
        return command_fail(STATUS_USAGE, error);
    status = session_converse(input, protocol->feed, session);
    protocol->end(session);
    return status;
}
