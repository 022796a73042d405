#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/async/async_recording.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "board/async_game.h"
#include "board/async_world.h"
#include "board/move.h"

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

/* The options that name a world of asynchronous chess: its time, and the seed of the commands in
 * it.
 */
typedef struct {
    uint64_t at;   /* WORLD_NOT_GIVEN: the option was not given */
    uint64_t seed; /* likewise */
} WorldOption;

#define WORLD_NOT_GIVEN UINT64_MAX
#define WORLD_OPTION_NONE ((WorldOption){WORLD_NOT_GIVEN, WORLD_NOT_GIVEN})

/* --at and --seed, for a table of Option. */
#define WORLD_OPTIONS(option)                                                             \
    {"at",                                                                                \
     0,                                                                                   \
     "MS",                                                                                \
     "async: the time of the position",                                                   \
     .number = &(option)->at,                                                             \
     .max = ASYNC_MAX_MS},                                                                \
    {                                                                                     \
        "seed", 0, "N", "async: seed of the random draws (1)", .number = &(option)->seed, \
                                                               .max = G_MAXINT64          \
    }

#define STANDARD_SEED 1

/* Whether the game that @position asks for is asynchronous chess. */
static bool is_world_wanted(const PositionOption *position)
{
    return g_strcmp0(position->game, ASYNC_CHESS.name) == 0;
}

/* Reads "1500:d7d5", which does not say whose piece that is. */
static bool parse_command(const char *word, AsyncCommand *out_command, GError **error)
{
    const char *colon = strchr(word, ':');
    g_autofree char *time = g_strndup(word, colon != NULL ? (gsize)(colon - word) : 0);
    const Square from = colon != NULL ? square_parse(colon + 1) : SQUARE_NONE;
    const Square to = from != SQUARE_NONE ? square_parse(colon + 3) : SQUARE_NONE;
    guint64 time_ms;

    if (to == SQUARE_NONE || colon[5] != '\0' ||
        !g_ascii_string_to_unsigned(time, 10, 0, ASYNC_MAX_MS, &time_ms, NULL)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX,
                    "'%s' is not a command such as 1500:d7d5, which sends the piece on d7 to d5 at "
                    "1500 ms",
                    word);
        return false;
    }
    *out_command = (AsyncCommand){.time_ms = (int64_t)time_ms, .from = from, .to = to};
    return true;
}

/* Plays all that is due until @time_ms, which has not passed; a game may be over before. */
static void go_on_until(AsyncGame *game, int64_t time_ms)
{
    if (time_ms > game->world.now_ms)
        async_game_wake(game, COLOR_WHITE, time_ms);
    while (game->world.end == ASYNC_GOES_ON && async_game_next_ms(game) <= time_ms)
        async_game_advance(game);
}

/* Carries out the command @word for the side that owns the piece. */
static bool carry_out(AsyncGame *game, const char *word, GError **error)
{
    AsyncCommand command;
    AsyncAnswer answer = ASYNC_REFUSED_GAME_OVER;

    if (!parse_command(word, &command, error))
        return false;
    if (command.time_ms < game->world.now_ms) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES,
                    "'%s' comes too late: it is already %" G_GINT64_FORMAT " ms", word,
                    game->world.now_ms);
        return false;
    }
    go_on_until(game, command.time_ms);
    if (game->world.end == ASYNC_GOES_ON) {
        command.side = async_world_color_at(&game->world, command.from);
        async_game_command(game, &command);
        async_game_advance(game);
        answer = g_array_index(game->answered, AsyncAnswered, 0).answer;
    }
    if (answer != ASYNC_ACCEPTED)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES, "'%s' is refused: %s", word,
                    ASYNC_ANSWER_TEXT[answer]);
    return answer == ASYNC_ACCEPTED;
}

/* Goes on until the time @at, if there is one. */
static bool wait_until(AsyncGame *game, uint64_t at, GError **error)
{
    const int64_t now_ms = game->world.now_ms;

    if (at == WORLD_NOT_GIVEN)
        at = (uint64_t)now_ms;
    if ((int64_t)at < now_ms) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--at is '%" G_GUINT64_FORMAT "', but then it is already %" G_GINT64_FORMAT
                    " ms",
                    at, now_ms);
        return false;
    }
    go_on_until(game, (int64_t)at);
    return true;
}

static bool play_commands(const WorldOption *option, char *const *words, AsyncWorld *world,
                          GError **error)
{
    uint64_t seed = option->seed == WORLD_NOT_GIVEN ? STANDARD_SEED : option->seed;
    const AsyncChance chance = {async_draw_by_seed, &seed};
    g_autoptr(AsyncGame) game = NULL;

    if (words[0] == NULL && option->at == WORLD_NOT_GIVEN)
        return true; /* the world as it is, without going on */
    if (world->end != ASYNC_GOES_ON || world->now_ms > ASYNC_RULES_DEFAULT.time_limit_ms) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "nothing happens any more in this position: the game is over");
        return false;
    }
    game = async_game_new(&ASYNC_RULES_DEFAULT, world, &chance);
    for (int i = 0; words[i] != NULL; i++)
        if (!carry_out(game, words[i], error)) {
            g_prefix_error(error, "command %d: ", i + 1);
            return false;
        }
    if (!wait_until(game, option->at, error))
        return false;
    *world = game->world;
    return true;
}

/* The world that @position names, the start unless it has a text, after the commands @words and at
 * the time asked for, by the usual rules. "1500:d7d5" sends the piece on d7 to d5 at 1500 ms. */
static bool read_world(const WorldOption *option, const PositionOption *position,
                       char *const *words, AsyncWorld *out_world, GError **error)
{
    AsyncWorld world = async_world_start();

    if (!position_option_check_words(position, words, error) ||
        !position_option_check_fen(position, ASYNC_CHESS.name, error) ||
        (position->position != NULL && !async_text_parse(position->position, &world, error)) ||
        !play_commands(option, words, &world, error))
        return false;
    *out_world = world;
    return true;
}

/* Whether no option was given that only a world has. */
static bool is_world_unused(const WorldOption *option, GError **error)
{
    if (option->at == WORLD_NOT_GIVEN && option->seed == WORLD_NOT_GIVEN)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s is of --game %s, which is asynchronous chess",
                option->at != WORLD_NOT_GIVEN ? "--at" : "--seed", ASYNC_CHESS.name);
    return false;
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

    if (!read_world(option, position, words, &world, &error))
        return command_fail(STATUS_USAGE, error);
    picture = async_picture_draw(&world, command_has_color(STDOUT_FILENO));
    count_material(&world, material);
    async_text_format(&world, text);
    fputs(picture, stdout);
    print_material(ASYNC_CHESS.side_name, COLOR_COUNT, material);
    puts(text);
    return STATUS_OK;
}

/* A recorded game to be shown instead of a position. */
typedef struct {
    const char *recording;
    uint64_t from; /* WORLD_NOT_GIVEN */
    bool last;     /* only the last world */
} RecordingOption;

/* Whether a recorded game has no other options than its own, and its options are used only with
 * such a game. */
static bool check_recording(const RecordingOption *option, const PositionOption *position,
                            const WorldOption *world, bool has_words, GError **error)
{
    const char *fault = NULL;

    if (option->recording == NULL && (option->from != WORLD_NOT_GIVEN || option->last))
        fault = "--from and --last need --recording";
    else if (option->recording != NULL &&
             (position->fen != NULL || position->position != NULL || position->play || has_words ||
              world->at != WORLD_NOT_GIVEN || world->seed != WORLD_NOT_GIVEN ||
              (position->game != NULL && !is_world_wanted(position))))
        fault = "--recording has a game of its own: no other position goes with it, and no moves";
    if (fault != NULL)
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, fault);
    return fault == NULL;
}

/* Where a game is shown: its pictures, one below the other. */
typedef struct {
    const RecordingOption *option;
    AsyncWorld world; /* the last one that was seen */
    char *printed;    /* the last picture, NULL: none yet */
} Show;

/* Prints @world unless that is the picture above it. */
static void print_world(Show *show, const AsyncWorld *world)
{
    g_autofree char *picture = async_picture_draw(world, command_has_color(STDOUT_FILENO));

    if (g_strcmp0(picture, show->printed) == 0)
        return;
    printf("%s%s", show->printed != NULL ? "\n" : "", picture);
    g_free(show->printed);
    show->printed = g_steal_pointer(&picture);
}

/* Prints @world, and before the first one that which stood at the time asked for. */
static void see_world(const AsyncWorld *world, void *data)
{
    Show *show = data;
    const int64_t from_ms =
        show->option->from != WORLD_NOT_GIVEN ? (int64_t)show->option->from : -1;

    if (!show->option->last && world->now_ms > from_ms) {
        if (show->printed == NULL && show->world.now_ms >= 0) {
            show->world.now_ms = MAX(show->world.now_ms, from_ms);
            print_world(show, &show->world);
        }
        print_world(show, world);
    }
    show->world = *world;
}

/* Shows the game up to its end, or to the first line that is wrong. */
static int show_recording(const RecordingOption *option)
{
    Show show = {.option = option, .world.now_ms = -1};
    const AsyncViewer viewer = {see_world, &show};
    g_autoptr(GError) error = NULL;
    AsyncReplay replay;
    const bool good = async_recording_replay_file(option->recording, &viewer, &replay, &error);

    if (show.printed == NULL && show.world.now_ms >= 0)
        print_world(&show, &show.world);
    g_free(show.printed);
    fflush(stdout);
    if (!good)
        return command_fail(STATUS_FAILURE, error);
    if (replay.is_cut_short)
        return command_fail_text(STATUS_OK, "%s: the game was cut short: %s", option->recording,
                                 replay.reason);
    if (replay.world.end == ASYNC_GOES_ON)
        return command_fail_text(STATUS_FAILURE, "%s: it is incomplete: the game is not over",
                                 option->recording);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    PositionOption position = {0};
    WorldOption world = WORLD_OPTION_NONE;
    RecordingOption recording = {.from = WORLD_NOT_GIVEN};
    const Option entries[] = {
        POSITION_OPTIONS(&position),
        POSITION_OPTION_PLAY(&position),
        WORLD_OPTIONS(&world),
        {"recording", 0, "FILE", "async: show a recorded game", .file = &recording.recording},
        {"from", 0, "MS", "Begin at this time", .number = &recording.from, .max = ASYNC_MAX_MS},
        {"last", 0, NULL, "Show only how the game ended", .on = &recording.last},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_SHOW, entries, &argc, &argv, 0, -1, &status))
        return status;
    if (!check_recording(&recording, &position, &world, argc > 1, &error))
        return command_fail(STATUS_USAGE, error);
    if (recording.recording != NULL)
        return show_recording(&recording);
    if (is_world_wanted(&position))
        return show_world(&world, &position, argv + 1);
    if (!is_world_unused(&world, &error))
        return command_fail(STATUS_USAGE, error);
    return show_position(&position, argv + 1);
}

const Command COMMAND_SHOW = {
    .name = "show",
    .arguments = "[MOVE ...]",
    .summary = "Show a position of any game, or a game of asynchronous chess",
    .run = run,
};

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

static int run_moves(int argc, char **argv)
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
    .run = run_moves,
};
