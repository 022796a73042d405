#include <stdio.h>
#include <unistd.h>

#include "app/async/async_follow.h"
#include "app/async/async_message.h"
#include "app/commands/commands.h"
#include "app/commands/position_option.h"
#include "app/commands/world_option.h"
#include "board/async_chess.h"
#include "board/async_picture.h"
#include "board/async_text.h"

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

static void print_material(const char *const *side_names, int sides, const int *material)
{
    printf("Material");
    for (int side = 0; side < sides; side++)
        printf("%s %s %d", side > 0 ? "," : "", side_names[side], material[side]);
    putchar('\n');
}

static int show_position(const PositionOption *position, char *const *words)
{
    const Game *game;
    GameState state;
    int material[GAME_MAX_SIDES];
    g_autoptr(GError) error = NULL;
    g_autofree char *board = NULL, *text = NULL;

    if (!position_option_read_played(position, words, &game, &state, &error))
        return command_fail(STATUS_USAGE, error);
    board = game->draw(&state, command_has_color(STDOUT_FILENO));
    text = game->write_state(&state);
    game->material(&state, material);
    printf("%s\n", board);
    print_standing(game, &state);
    print_material(game->side_name, game->sides, material);
    puts(text);
    return STATUS_OK;
}

/* Kings do not count, as in the other games. */
static void count_material(const AsyncWorld *world, int out_material[static COLOR_COUNT])
{
    out_material[COLOR_WHITE] = out_material[COLOR_BLACK] = 0;
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const PieceType type = async_world_type_at(world, sq);
        out_material[async_world_color_at(world, sq)] += type != PIECE_KING ? PIECE_VALUE[type] : 0;
    }
}

static int show_world(const WorldOption *option, const PositionOption *position, char *const *words)
{
    AsyncWorld world;
    int material[COLOR_COUNT];
    char text[ASYNC_TEXT_SIZE];
    g_autoptr(GError) error = NULL;
    g_autofree char *picture = NULL;

    if (!world_option_read(option, position, words, &world, &error))
        return command_fail(STATUS_USAGE, error);
    picture = async_picture_draw(&world, command_has_color(STDOUT_FILENO));
    count_material(&world, material);
    async_text_format(&world, text);
    fputs(picture, stdout);
    print_material(ASYNC_CHESS.side_name, COLOR_COUNT, material);
    puts(text);
    return STATUS_OK;
}

/* A game to be followed instead of a position. */
typedef struct {
    char *recording, *server, *speed, *from;
    gboolean last;
} FollowOption;

static void follow_option_clear(FollowOption *option)
{
    g_free(option->recording);
    g_free(option->server);
    g_free(option->speed);
    g_free(option->from);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FollowOption, follow_option_clear)

/* Whether a followed game has no other options than its own, and its options are used only with
 * such a game. */
static bool check_followed(const FollowOption *follow, const PositionOption *position,
                           const WorldOption *world, bool has_words, GError **error)
{
    const bool is_followed = follow->recording != NULL || follow->server != NULL;
    const char *fault = NULL;

    if (follow->recording != NULL && follow->server != NULL)
        fault = "--recording and --server are two games: give one of them";
    else if (is_followed &&
             (position->fen != NULL || position->position != NULL || position->play || has_words ||
              world->at != NULL || world->seed != NULL ||
              (position->game != NULL && !world_option_is_wanted(position))))
        fault = "--recording and --server have a game of their own: no other position goes with "
                "them, and no moves";
    else if (follow->recording == NULL && (follow->speed != NULL || follow->from != NULL))
        fault = "--speed and --from are of --recording alone";
    else if (!is_followed && follow->last)
        fault = "--last is of --recording and --server";
    if (fault != NULL)
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, fault);
    return fault == NULL;
}

static int follow_recording(const FollowOption *follow)
{
    AsyncStageOptions stage = {
        .speed = command_has_terminal(STDOUT_FILENO) && !follow->last ? 1 : 0,
        .only_last = follow->last,
    };
    uint64_t from_ms = 0;
    g_autoptr(GError) error = NULL;

    if (!command_read_real("--speed", follow->speed, 0, ASYNC_SPEED_MAX, &stage.speed, &error) ||
        !command_read_number("--from", follow->from, 0, ASYNC_MAX_MS, &from_ms, &error))
        return command_fail(STATUS_USAGE, error);
    return async_follow_recording(follow->recording,
                                  follow->from != NULL ? (int64_t)from_ms : ASYNC_FOLLOW_FROM_START,
                                  &stage);
}

static int run(int argc, char **argv)
{
    g_auto(PositionOption) position = {0};
    g_auto(WorldOption) world = {0};
    g_auto(FollowOption) follow = {0};
    const GOptionEntry entries[] = {
        POSITION_OPTION_ENTRIES(&position),
        POSITION_OPTION_PLAY_ENTRY(&position),
        WORLD_OPTION_ENTRIES(&world),
        {"recording", 0, 0, G_OPTION_ARG_FILENAME, &follow.recording, "async: show a recorded game",
         "FILE"},
        {"speed", 0, 0, G_OPTION_ARG_STRING, &follow.speed,
         "How many times as fast as its clock (1); 0: without waiting (in a pipe)", "X"},
        {"from", 0, 0, G_OPTION_ARG_STRING, &follow.from, "Begin at this time of it", "MS"},
        {"server", 0, 0, G_OPTION_ARG_STRING, &follow.server, "async: watch a game on a server",
         "HOST:PORT"},
        {"last", 0, 0, G_OPTION_ARG_NONE, &follow.last, "Show only how the game ended", NULL},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_SHOW, entries, &argc, &argv, 0, -1, &status))
        return status;
    if (!check_followed(&follow, &position, &world, argc > 1, &error))
        return command_fail(STATUS_USAGE, error);
    if (follow.recording != NULL)
        return follow_recording(&follow);
    if (follow.server != NULL)
        return async_follow_server(follow.server, &(AsyncStageOptions){.only_last = follow.last});
    if (world_option_is_wanted(&position))
        return show_world(&world, &position, argv + 1);
    if (!world_option_is_unused(&world, &error))
        return command_fail(STATUS_USAGE, error);
    return show_position(&position, argv + 1);
}

const Command COMMAND_SHOW = {
    .name = "show",
    .arguments = "[MOVE ...]",
    .summary = "Show a position of any game, or a game of asynchronous chess",
    .details =
        "Prints the board, whose turn it is or who has won, the material of each side in\n"
        "hundredths of a pawn, and the position as text, which --position reads. On a terminal "
        "the\n"
        "board is in colour unless NO_COLOR is set; the letters tell all that the colours do.\n"
        "The moves to be played first are read as 'agentchess moves' reads them.\n"
        "\n"
        "In --game async, asynchronous chess, the clock stands below the board and a * after\n"
        "each piece under way; where it goes is listed. In place of moves there are commands with\n"
        "their times in milliseconds, in order: 1500:d7d5 sends the piece on d7 to d5 at 1500 ms.\n"
        "The world is shown at the last of them, or at the time of --at. --seed decides draws of\n"
        "lots among pieces that meet. The text of a world is \"1500 - Ra1a8@2000 ke8\": the time,\n"
        "- as the game goes on, and the pieces, here a rook from a1 to a8, in a2 at 2000 ms.\n"
        "\n"
        "You can also follow a game that 'agentchess async-server' has recorded or is serving. A\n"
        "picture is shown for each instant in which something happens. On a terminal each one\n"
        "replaces the last, at its time, until Ctrl-C; elsewhere they follow each other with an\n"
        "empty line between. Spectators do not see where pieces go, unless the rules say so.\n"
        "\n"
        "Examples:\n"
        "  agentchess show --play e4 e5 Nf3\n"
        "  agentchess show --game threechess --play BD2BD4 GE2GE4\n"
        "  agentchess show --game async --play 0:e2e4 1500:d7d5 --at 2600\n"
        "  agentchess show --recording game.jsonl --speed 10 --from 60000\n"
        "  agentchess show --server localhost:4000\n"
        "  agentchess show --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"",
    .run = run,
};
