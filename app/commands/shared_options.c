#include "app/commands/shared_options.h"

#include <stdio.h>
#include <string.h>

#include "app/explain/question.h"
#include "board/chess.h"
#include "players/player.h"

/* Whether moves are given only after --play. */
static bool check_words(const PositionOption *option, char *const *words, GError **error)
{
    if (words[0] == NULL || option->play)
        return true;
    if (option->text != NULL && strchr(option->text, ' ') == NULL)
        return experiments_fail_usage(
            error, "--fen is '%s': a FEN has spaces, put it in quotation marks", option->text);
    return experiments_fail_usage(error, "'%s': write --play before moves", words[0]);
}

GameLine *position_option_read(const PositionOption *option, char *const *words, GError **error)
{
    const Game *game = NULL;

    if (words == NULL || check_words(option, words, error))
        game = question_read_game(option->game != NULL ? option->game : GAME_CHESS.name, error);
    return game != NULL ? game_line_read(game, &QUESTION_NO_DRAWS, option->text, words, error)
                        : NULL;
}

void print_outcome(const GameLine *line)
{
    const Game *game = line->game;
    const GameOutcome outcome = game_line_outcome(line);
    const char *end = termination_name(outcome.termination);

    if (outcome.winner == GAME_NOBODY)
        printf("Draw: %s\n", end);
    else if (game->sides == 2)
        printf("%s wins: %s\n", game->side_name[outcome.winner], end);
    else
        printf("%s wins, %s loses: %s\n", game->side_name[outcome.winner],
               game->side_name[outcome.loser], end);
}

#define STANDARD_KEY "command"

typedef struct {
    char *name, *key, *value;
} EngineSetting;

static void engine_setting_clear(EngineSetting *setting)
{
    g_free(setting->name);
    g_free(setting->key);
    g_free(setting->value);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(EngineSetting, engine_setting_clear)

static bool split(const char *text, EngineSetting *out_setting, GError **error)
{
    const char *equals = strchr(text, '=');
    const char *dot = memchr(text, '.', equals != NULL ? (size_t)(equals - text) : 0);

    if (equals == NULL)
        return experiments_fail_usage(
            error, "--engine %s: it is neither NAME=COMMAND nor NAME.KEY=VALUE", text);
    out_setting->name = g_strndup(text, (gsize)((dot != NULL ? dot : equals) - text));
    out_setting->key =
        dot != NULL ? g_strndup(dot + 1, (gsize)(equals - dot - 1)) : g_strdup(STANDARD_KEY);
    out_setting->value = g_strdup(equals + 1);
    return true;
}

Engines *engine_option_read(char **texts, GError **error)
{
    g_autoptr(Engines) engines = engines_new();

    for (; texts != NULL && *texts != NULL; texts++) {
        g_auto(EngineSetting) setting = {0};
        g_autoptr(GError) fault = NULL;

        if (!split(*texts, &setting, error))
            return NULL;
        if (!engines_set(engines, setting.name, setting.key, setting.value, &fault)) 
            return experiments_fail_usage(error, "--engine %s: %s", *texts, fault->message);
    }
    return g_steal_pointer(&engines);
}

bool engine_option_add_settings(char **texts, GStrvBuilder *settings, GError **error)
{
    g_autoptr(Engines) engines = engine_option_read(texts, error);

    if (engines == NULL)
        return false;
    for (; texts != NULL && *texts != NULL; texts++) {
        g_auto(EngineSetting) setting = {0};
        g_autofree char *line = NULL;

        split(*texts, &setting, NULL);
        line = g_strdup_printf("engine %s.%s=%s", setting.name, setting.key, setting.value);
        g_strv_builder_add(settings, line);
    }
    return true;
}
