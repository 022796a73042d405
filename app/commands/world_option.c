#include "app/commands/world_option.h"

#include <string.h>

#include "board/async_game.h"
#include "board/async_text.h"
#include "board/move.h"

#define STANDARD_SEED 1

bool world_option_is_wanted(const PositionOption *position)
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

static bool play(const WorldOption *option, char *const *words, AsyncWorld *world, GError **error)
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

bool world_option_read(const WorldOption *option, const PositionOption *position,
                       char *const *words, AsyncWorld *out_world, GError **error)
{
    AsyncWorld world = async_world_start();

    if (!position_option_check_words(position, words, error) ||
        !position_option_check_fen(position, ASYNC_CHESS.name, error) ||
        (position->position != NULL && !async_text_parse(position->position, &world, error)) ||
        !play(option, words, &world, error))
        return false;
    *out_world = world;
    return true;
}

bool world_option_is_unused(const WorldOption *option, GError **error)
{
    if (option->at == WORLD_NOT_GIVEN && option->seed == WORLD_NOT_GIVEN)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s is of --game %s, which is asynchronous chess",
                option->at != WORLD_NOT_GIVEN ? "--at" : "--seed", ASYNC_CHESS.name);
    return false;
}
