#include <stdio.h>
#include <unistd.h>

#include "app/async/async_follow.h"
#include "app/async/async_message.h"
#include "app/commands/commands.h"
#include "app/commands/position_option.h"
#include "app/commands/world_option.h"
#include "board/async_game.h"
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

#define NOT_GIVEN (-1.0) /* a speed */

/* A game to be followed instead of a position. */
typedef struct {
    const char *recording, *server;
    double speed;  /* NOT_GIVEN */
    uint64_t from; /* WORLD_NOT_GIVEN */
    bool last;
} FollowOption;

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
              world->at != WORLD_NOT_GIVEN || world->seed != WORLD_NOT_GIVEN ||
              (position->game != NULL && !world_option_is_wanted(position))))
        fault = "--recording and --server have a game of their own: no other position goes with "
                "them, and no moves";
    else if (follow->recording == NULL &&
             (follow->speed != NOT_GIVEN || follow->from != WORLD_NOT_GIVEN))
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
    const bool has_from = follow->from != WORLD_NOT_GIVEN;

    if (follow->speed != NOT_GIVEN)
        stage.speed = follow->speed;
    return async_follow_recording(
        follow->recording, has_from ? (int64_t)follow->from : ASYNC_FOLLOW_FROM_START, &stage);
}

static int run(int argc, char **argv)
{
    PositionOption position = {0};
    WorldOption world = WORLD_OPTION_NONE;
    FollowOption follow = {.speed = NOT_GIVEN, .from = WORLD_NOT_GIVEN};
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        POSITION_OPTION_PLAY(&position),
        WORLD_OPTIONS(&world),
        {"recording", 0, "FILE", "async: show a recorded game", .file = &follow.recording},
        {"speed", 0, "X", "Speed of its clock (1); 0: without waiting (in a pipe)",
         .real = &follow.speed, .low = 0, .high = ASYNC_SPEED_MAX},
        {"from", 0, "MS", "Begin at this time", .number = &follow.from, .max = ASYNC_MAX_MS},
        {"server", 0, "HOST:PORT", "async: watch a game on a server", .text = &follow.server},
        {"last", 0, NULL, "Show only how the game ended", .on = &follow.last},
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
    .run = run,
};
