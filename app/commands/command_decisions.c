#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/commands/engine_option.h"
#include "board/chess.h"
#include "board/text_lines.h"
#include "experiments/tools/text_file.h"
#include "players/decisions.h"

#define DEFAULT_PLAYER "level:7"
#define DEFAULT_DRAWS 300
#define MAX_DRAWS 1000000

/* A file with one position a line, and what is needed to decide in it. */
typedef struct {
    const char *path;
    Player *player;
    GameLine *line;
    PlayerCall call; /* on @line */
    uint64_t seed;
    uint64_t draws;
} Questions;

static bool read_question(const TextLine *line, const Game *game, GameState *out_state,
                          GError **error)
{
    if (line->has_nul) {
        g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "it has a NUL character");
        return false;
    }
    return game_read_state(game, line->text, out_state, error);
}

static bool answer(const Questions *questions, const TextLine *line, GError **error)
{
    const Game *game = questions->line->game;
    GameState state;
    Move moves[GAME_MAX_MOVES];
    Decisions decisions = {.game = game};
    g_autofree char *shares = NULL;

    if (!read_question(line, game, &state, error)) {
        g_prefix_error(error, "%s:%d: ", questions->path, line->number);
        return false;
    }
    game_line_start(questions->line, &state);
    if (game->moves(&state, moves) > 0 &&
        !decisions_find(questions->player, &questions->call, questions->seed, (int)questions->draws,
                        &decisions, error)) {
        g_prefix_error(error, "%s:%d: ", questions->path, line->number);
        return false;
    }
    shares = decisions_format(&decisions);
    printf("%s\t%s\n", line->text, shares);
    return true;
}

static bool answer_all(const Questions *questions, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GArray) lines = NULL;
    gsize length;

    text = text_file_read(questions->path, &length, error);
    if (text == NULL)
        return false;
    lines = text_lines_cut(text, length);
    for (guint i = 0; i < lines->len; i++)
        if (!answer(questions, &g_array_index(lines, TextLine, i), error))
            return false;
    return true;
}

static int run(int argc, char **argv)
{
    const char *player_text = DEFAULT_PLAYER;
    g_autofree char **engine_texts = NULL;
    Questions questions = {.seed = 1, .draws = DEFAULT_DRAWS};
    const Option entries[] = {
        {"player", 'p', "PLAYER", "The player that decides (" DEFAULT_PLAYER ")",
         .text = &player_text},
        {"draws", 0, "N", "Decisions in each position (300)", .number = &questions.draws, .min = 1,
         .max = MAX_DRAWS},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &questions.seed,
         .max = G_MAXUINT64},
        ENGINE_OPTION(&engine_texts),
        {NULL},
    };
    const DrawRules rules = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(Engines) engines = NULL;
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(Player) player = NULL;
    g_autoptr(GameLine) line = NULL;
    int status;

    if (!command_parse(&COMMAND_DECISIONS, entries, &argc, &argv, 1, 1, &status))
        return status;
    if (!(engines = engine_option_read(engine_texts, &error)) ||
        !(player = player_new(player_text, engines, &error)))
        return command_fail(STATUS_USAGE, error);
    if (!player_fits(player, &GAME_CHESS, memories, &error))
        return command_fail(STATUS_USAGE, error);
    line = game_line_new(&GAME_CHESS, &rules);
    questions.path = argv[1];
    questions.player = player;
    questions.call = (PlayerCall){.line = line, .memories = memories};
    questions.line = line;
    return answer_all(&questions, &error) ? STATUS_OK : command_fail(STATUS_FAILURE, error);
}

const Command COMMAND_DECISIONS = {
    .name = "decisions",
    .arguments = "FILE",
    .summary = "Show how often a player decides on each move",
    .run = run,
};
