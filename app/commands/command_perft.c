#include <inttypes.h>
#include <stdio.h>

#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "board/chess.h"
#include "board/movegen.h"

/* Deeper trees could never be counted. */
#define MAX_DEPTH 30

static uint64_t count_nodes(const Game *game, const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    uint64_t nodes = 0;
    int count;

    if (game == &GAME_CHESS)
        return movegen_perft(&state->chess, depth);
    if (depth == 0)
        return 1;
    count = game->moves(state, moves);
    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        GameState next = *state;
        game->play(&next, moves[i]);
        nodes += count_nodes(game, &next, depth - 1);
    }
    return nodes;
}

/* Prints the legal moves, each with the nodes below it. Returns the sum of the nodes. */
static uint64_t divide_nodes(const Game *game, const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    uint64_t nodes[GAME_MAX_MOVES], sum = 0;
    const int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        GameState next = *state;
        game->play(&next, moves[i]);
        nodes[i] = count_nodes(game, &next, depth - 1);
        sum += nodes[i];
    }
    print_moves(game, moves, count, nodes);
    return sum;
}

int command_perft(const Command *command, int argc, char **argv, GError **error)
{
    PositionOption position = {0};
    bool divide = false;
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        {"divide", 'd', NULL, "Also print the count after each move", .on = &divide},
        {NULL},
    };
    g_autoptr(GameLine) line = NULL;
    uint64_t depth = 0;

    command_parse(command, entries, &argc, argv);
    if (!option_read_number("DEPTH", argv[1], divide, MAX_DEPTH, &depth, error) ||
        !(line = position_option_read(&position, NULL, error)))
        return STATUS_USAGE;
    printf("nodes %" PRIu64 "\n",
           (divide ? divide_nodes : count_nodes)(line->game, &line->state, (int)depth));
    return STATUS_OK;
}
