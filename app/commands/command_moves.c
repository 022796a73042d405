#include <stdio.h>
#include <stdlib.h>

#include "app/commands/commands.h"
#include "app/commands/position_option.h"

static int compare_texts(const void *a, const void *b)
{
    return g_strcmp0(a, b);
}

static void print_moves(const Game *game, const GameState *state)
{
    Move moves[GAME_MAX_MOVES];
    char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT_SIZE];
    const int count = game->moves(state, moves);

    for (int i = 0; i < count; i++)
        game->format_move_code(moves[i], texts[i]);
    qsort(texts, (size_t)count, sizeof texts[0], compare_texts);
    for (int i = 0; i < count; i++)
        puts(texts[i]);
}

static int run(int argc, char **argv)
{
    PositionOption position = {0};
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        POSITION_OPTION_PLAY(&position),
        {NULL},
    };
    const Game *game;
    GameState state;
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_MOVES, entries, &argc, &argv, 0, -1, &status))
        return status;
    if (!position_option_read_played(&position, argv + 1, &game, &state, &error))
        return command_fail(STATUS_USAGE, error);
    print_moves(game, &state);
    return STATUS_OK;
}

const Command COMMAND_MOVES = {
    .name = "moves",
    .arguments = "[MOVE ...]",
    .summary = "List the legal moves of a position",
    .run = run,
};
