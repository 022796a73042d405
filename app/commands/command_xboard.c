#include <signal.h>

#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/sessions/session_engine.h"

int command_xboard(const Command *command, int argc, char **argv, GError **error)
{
    signal(SIGINT, SIG_IGN); /* XBoard without our features would send it before a command */
    return command_converse(command, &SESSION_XBOARD, argc, argv, error);
}
