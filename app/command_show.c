#include <stdio.h>
#include <unistd.h>

#include "app/commands.h"
#include "app/position_option.h"

/* Whose turn it is, or how the game has ended as far as the board tells. */
static void print_standing(const Game *game, const GameState *state)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(game, &rules);
    GameOutcome outcome;

    game_line_start(line, state);
    outcome = game_line_outcome(line);
    if (outcome.termination == TERMINATION_NONE)
        printf("%s to move\n", game->side_name[game->turn(state)]);
    else if (outcome.winner == GAME_NOBODY)
        printf("Drawn: %s\n", termination_name(outcome.termination));
    else
        printf("%s has won: %s\n", game->side_name[outcome.winner],
               termination_name(outcome.termination));
}

static void print_material(const Game *game, const GameState *state)
{
    int material[GAME_MAX_SIDES];

    game->material(state, material);
    printf("Material");
    for (int side = 0; side < game->sides; side++)
        printf("%s %s %d", side > 0 ? "," : "", game->side_name[side], material[side]);
    putchar('\n');
}

static int run(int argc, char **argv)
{
    g_auto(PositionOption) position = {0};
    const GOptionEntry entries[] = {
        POSITION_OPTION_ENTRIES(&position),
        POSITION_OPTION_PLAY_ENTRY(&position),
        {NULL},
    };
    const Game *game;
    GameState state;
    g_autoptr(GError) error = NULL;
    g_autofree char *board = NULL, *text = NULL;
    int status;

    if (!command_parse(&COMMAND_SHOW, entries, &argc, &argv, 0, -1, &status))
        return status;
    if (!position_option_read_played(&position, argv + 1, &game, &state, &error))
        return command_fail(STATUS_USAGE, error);
    board = game->draw(&state, command_has_color(STDOUT_FILENO));
    text = game->write_state(&state);
    printf("%s\n", board);
    print_standing(game, &state);
    print_material(game, &state);
    puts(text);
    return STATUS_OK;
}

const Command COMMAND_SHOW = {
    .name = "show",
    .arguments = "[MOVE ...]",
    .summary = "Show a position of any game",
    .details =
        "Prints the board, in colour on a terminal (unless NO_COLOR is set; the letters tell\n"
        "all that the colours do), whose turn it is or who has won, the material of each\n"
        "side in hundredths of a pawn, and the position as text, which --position reads.\n"
        "The moves to be played first are read as 'agentchess moves' reads them.\n"
        "\n"
        "Examples:\n"
        "  agentchess show --play e4 e5 Nf3\n"
        "  agentchess show --game threechess --play BD2BD4 GE2GE4\n"
        "  agentchess show --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"",
    .run = run,
};
