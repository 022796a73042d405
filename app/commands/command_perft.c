#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

typedef struct {
    char move[GAME_MOVE_TEXT_SIZE];
    uint64_t nodes;
} Division;

static int compare_divisions(const void *a, const void *b)
{
    return strcmp(((const Division *)a)->move, ((const Division *)b)->move);
}

/* Prints the nodes below each move and returns their sum. */
static uint64_t print_divided(const Game *game, const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    Division divisions[GAME_MAX_MOVES];
    const int count = game->moves(state, moves);
    uint64_t nodes = 0;

    for (int i = 0; i < count; i++) {
        GameState next = *state;
        game->format_move_code(moves[i], divisions[i].move);
        game->play(&next, moves[i]);
        divisions[i].nodes = count_nodes(game, &next, depth - 1);
        nodes += divisions[i].nodes;
    }
    qsort(divisions, (size_t)count, sizeof divisions[0], compare_divisions);
    for (int i = 0; i < count; i++)
        printf("%s %" PRIu64 "\n", divisions[i].move, divisions[i].nodes);
    return nodes;
}

static int count_position(const PositionOption *position, const char *depth_text, bool divide)
{
    const Game *game;
    GameState state;
    uint64_t depth = 0;
    g_autoptr(GError) error = NULL;

    if (!option_read_number("DEPTH", depth_text, 0, MAX_DEPTH, &depth, &error) ||
        !position_option_read(position, &game, &state, &error))
        return command_fail(STATUS_USAGE, error);
    if (divide && depth == 0)
        return command_fail_text(STATUS_USAGE, "--divide needs a DEPTH of 1 or more");
    printf("nodes %" PRIu64 "\n", divide ? print_divided(game, &state, (int)depth)
                                         : count_nodes(game, &state, (int)depth));
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    PositionOption position = {0};
    bool divide = false;
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        {"divide", 'd', NULL, "Also print the count after each move", .on = &divide},
        {NULL},
    };
    int status;

    if (!command_parse(&COMMAND_PERFT, entries, &argc, &argv, 1, 1, &status))
        return status;
    return count_position(&position, argv[1], divide);
}

const Command COMMAND_PERFT = {
    .name = "perft",
    .arguments = "DEPTH",
    .summary = "Count the sequences of legal moves (perft)",
    .run = run,
};
