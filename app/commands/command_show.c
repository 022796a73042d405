#include <stdio.h>
#include <unistd.h>

#include "app/async/async_recording.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "board/async_game.h"
#include "board/async_world.h"

/* Whose turn it is, or how the game has ended as far as the board tells. */
static void print_standing(const GameLine *line)
{
    if (game_line_outcome(line).termination == TERMINATION_NONE)
        printf("%s to move\n", line->game->side_name[game_line_turn(line)]);
    else
        print_outcome(line);
}

static void print_material(const char *const *side_names, int sides, const int *material)
{
    printf("Material");
    for (int side = 0; side < sides; side++)
        printf("%s %s %d", side > 0 ? "," : "", side_names[side], material[side]);
    putchar('\n');
}

static int show_position(const PositionOption *position, char *const *words, GError **error)
{
    int material[GAME_MAX_SIDES];
    g_autoptr(GameLine) line = position_option_read(position, words, error);
    g_autofree char *board = NULL, *text = NULL;
    const Game *game;

    if (line == NULL)
        return STATUS_USAGE;
    game = line->game;
    board = game->draw(&line->state, command_begin_color());
    text = game->write_state(&line->state);
    game->material(&line->state, material);
    printf("%s\n", board);
    print_standing(line);
    print_material(game->side_name, game->sides, material);
    puts(text);
    return STATUS_OK;
}

/* The world of --position, or the start. */
static int show_world(const PositionOption *position, GError **error)
{
    AsyncWorld world = async_world_start();
    char text[ASYNC_TEXT_SIZE];
    g_autofree char *picture = NULL;

    if (position->text != NULL && !async_text_parse(position->text, &world, error))
        return STATUS_USAGE;
    picture = async_picture_draw(&world, command_begin_color());
    async_text_format(&world, text);
    fputs(picture, stdout);
    print_material(ASYNC_CHESS.side_name, COLOR_COUNT,
                   (const int[]){async_world_material(&world, COLOR_WHITE),
                                 async_world_material(&world, COLOR_BLACK)});
    puts(text);
    return STATUS_OK;
}

/* Prints @world, with an empty line before it if a picture is above it. */
static void see_world(const AsyncWorld *world, void *is_below)
{
    g_autofree char *picture = async_picture_draw(world, command_begin_color());

    printf("%s%s", *(bool *)is_below ? "\n" : "", picture);
    *(bool *)is_below = true;
}

/* Shows the game up to its end, or to the first line that is wrong. */
static int show_recording(const char *path, GError **error)
{
    bool is_below = false;
    const AsyncViewer viewer = {see_world, &is_below};
    AsyncReplay replay;
    const bool good = async_recording_replay_file(path, &viewer, &replay, error);

    fflush(stdout);
    if (!good)
        return STATUS_FAILURE;
    if (replay.is_cut_short)
        command_print_note("%s: the game was cut short: %s", path, replay.reason);
    else if (replay.world.end == ASYNC_GOES_ON)
        return command_fail(error, STATUS_FAILURE,
                            "%s: the recording does not contain the end of the game", path);
    return STATUS_OK;
}

int command_show(const Command *command, int argc, char **argv, GError **error)
{
    PositionOption position = {.more = ASYNC_CHESS.name};
    const char *recording = NULL;
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        POSITION_OPTION_PLAY(&position),
        {"recording", 0, "FILE", "Show a recorded game of asynchronous chess", .file = &recording},
        {NULL},
    };

    command_parse(command, entries, &argc, argv);
    if (recording != NULL && (position.text != NULL || position.play || argc > 1))
        return command_fail(error, STATUS_USAGE,
                            "--recording cannot be combined with a position or moves");
    if (recording != NULL)
        return show_recording(recording, error);
    if (g_strcmp0(position.game, ASYNC_CHESS.name) != 0)
        return show_position(&position, argv + 1, error);
    return argc > 1 ? command_fail(error, STATUS_USAGE, "--play applies only to games with turns")
                    : show_world(&position, error);
}
