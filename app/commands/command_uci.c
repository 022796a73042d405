#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/sessions/session_engine.h"

int command_uci(const Command *command, int argc, char **argv, GError **error)
{
    return command_converse(command, &SESSION_UCI, argc, argv, error);
}
