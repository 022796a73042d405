/* The commands that list or count legal moves: moves and perft. */
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

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Prints the legal moves in their order as texts, each with the nodes below it if @depth is more
 * than 0. Returns the sum of the nodes. */
static uint64_t print_moves(const Game *game, const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT_SIZE + 24];
    const int count = game->moves(state, moves);
    uint64_t sum = 0;

    for (int i = 0; i < count; i++) {
        GameState next = *state;
        game->format_move_code(moves[i], texts[i]);
        if (depth == 0)
            continue;
        game->play(&next, moves[i]);
        const uint64_t nodes = count_nodes(game, &next, depth - 1);
        g_snprintf(texts[i] + strlen(texts[i]), 24, " %" PRIu64, nodes);
        sum += nodes;
    }
    qsort(texts, (size_t)count, sizeof texts[0], compare_texts);
    for (int i = 0; i < count; i++)
        puts(texts[i]);
    return sum;
}

int command_moves(const Command *command, int argc, char **argv, GError **error)
{
    PositionOption position = {0};
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        POSITION_OPTION_PLAY(&position),
        {NULL},
    };
    g_autoptr(GameLine) line = NULL;

    command_parse(command, entries, &argc, argv);
    line = position_option_read(&position, argv + 1, error);
    if (line == NULL)
        return STATUS_USAGE;
    print_moves(line->game, &line->state, 0);
    return STATUS_OK;
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
           (divide ? print_moves : count_nodes)(line->game, &line->state, (int)depth));
    return STATUS_OK;
}
