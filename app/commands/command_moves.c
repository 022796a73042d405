#include "app/commands/commands.h"
#include "app/commands/shared_options.h"

int command_moves(const Command *command, int argc, char **argv, GError **error)
{
    PositionOption position = {0};
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        POSITION_OPTION_PLAY(&position),
        {NULL},
    };
    g_autoptr(GameLine) line = NULL;
    Move moves[GAME_MAX_MOVES];

    command_parse(command, entries, &argc, argv);
    line = position_option_read(&position, argv + 1, error);
    if (line == NULL)
        return STATUS_USAGE;
    print_moves(line->game, moves, line->game->moves(&line->state, moves), NULL);
    return STATUS_OK;
}
