#include "app/commands/shared_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>

#include "app/explain/question.h"
#include "app/sessions/session_engine.h"
#include "app/terminal/screen.h"
#include "board/chess.h"
#include "players/player.h"

/* Whether moves are given only after --play. */
static bool check_words(const PositionOption *option, char *const *words, GError **error)
{
    if (words[0] == NULL || option->play)
        return true;
    if (option->text != NULL && strchr(option->text, ' ') == NULL)
        return experiments_fail_usage(
            error, "--fen is '%s'; a FEN has spaces: put it in quotation marks", option->text);
    return experiments_fail_usage(error, "'%s' is given without --play", words[0]);
}

GameLine *position_option_read(const PositionOption *option, char *const *words, GError **error)
{
    const Game *game = NULL;

    if (words == NULL || check_words(option, words, error)) {
        game = question_read_game(option->game != NULL ? option->game : GAME_CHESS.name,
                                  option->more, error);
        if (game == NULL)
            g_prefix_error(error, "--");
    }
    return game != NULL ? game_line_read(game, &QUESTION_NO_DRAWS, option->text, words, error)
                        : NULL;
}

void print_outcome(const GameLine *line)
{
    const Game *game = line->game;
    const GameOutcome outcome = game_line_outcome(line);
    g_autofree char *end = g_strdelimit(g_strdup(termination_name(outcome.termination)), "-", ' ');

    if (outcome.winner == GAME_NOBODY)
        printf("Draw: %s\n", end);
    else if (game->sides == 2)
        printf("%s wins: %s\n", game->side_name[outcome.winner], end);
    else
        printf("%s wins, %s loses: %s\n", game->side_name[outcome.winner],
               game->side_name[outcome.loser], end);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

void print_moves(const Game *game, const Move *moves, int count, const uint64_t *nodes)
{
    char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT_SIZE + 24];

    for (int i = 0; i < count; i++) {
        game->format_move_code(moves[i], texts[i]);
        if (nodes != NULL)
            g_snprintf(texts[i] + strlen(texts[i]), 24, " %" G_GUINT64_FORMAT, nodes[i]);
    }
    qsort(texts, (size_t)count, sizeof texts[0], compare_texts);
    for (int i = 0; i < count; i++)
        puts(texts[i]);
}

bool check_one_run(const char *option, char *const *folders, GError **error)
{
    return folders[1] == NULL ||
           experiments_fail_usage(error, "%s takes one run; '%s' is the second", option,
                                  folders[1]);
}

#define STANDARD_KEY "command"

Engines *engine_option_read(char **texts, GStrvBuilder *settings, GError **error)
{
    g_autoptr(Engines) engines = engines_new();

    for (; texts != NULL && *texts != NULL; texts++) {
        const size_t length = strcspn(*texts, "=");
        const char *dot = memchr(*texts, '.', length), *equals = *texts + length;
        g_autofree char *name = g_strndup(*texts, strcspn(*texts, ".="));
        g_autofree char *key = NULL, *line = NULL;
        g_autoptr(GError) fault = NULL;

        if (*equals == '\0')
            return experiments_fail_usage(
                error, "--engine %s: it is neither NAME=COMMAND nor NAME.KEY=VALUE", *texts);
        key = dot != NULL ? g_strndup(dot + 1, (gsize)(equals - dot - 1)) : g_strdup(STANDARD_KEY);
        if (!engines_set(engines, name, key, equals + 1, &fault))
            return experiments_fail_usage(error, "--engine %s: %s", *texts, fault->message);
        line = g_strdup_printf("engine %s.%s=%s", name, key, equals + 1);
        if (settings != NULL)
            g_strv_builder_add(settings, line);
    }
    return g_steal_pointer(&engines);
}

int command_converse(const Command *command, const SessionProtocol *protocol, int argc, char **argv,
                     GError **error)
{
    const char *player = "level:7";
    uint64_t seed = 1;
    const Option entries[] = {
        {"player", 'p', "PLAYER", "The player (level:7)", .text = &player},
        {"seed", 0, "N", "Seed of the random draws (1)", .number = &seed, .max = SEAT_MAX_SEED},
        {NULL},
    };
    SessionListener listener;
    void *session;
    int status;

    command_parse(command, entries, &argc, argv);
    screen_keep_bytes(true);
    listener = session_listen(protocol);
    session = session_begin(protocol, "AgentChess " AGENTCHESS_VERSION, player, seed,
                            &SESSION_STANDARD_OUTPUT, &listener, error);
    if (session == NULL)
        return STATUS_USAGE;
    status = session_converse(session_feed, session);
    session_end(session);
    return status;
}

/* Copies the standard input to a new file, for openings_read() needs one whose end is known. */
static GFile *copy_input(GError **error)
{
    g_autoptr(GInputStream) input = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    g_autoptr(GFileIOStream) stream = NULL;
    g_autoptr(GFile) copy = g_file_new_tmp("agentchess-XXXXXX", &stream, error);

    if (copy == NULL ||
        g_output_stream_splice(g_io_stream_get_output_stream(G_IO_STREAM(stream)), input,
                               G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, error) >= 0)
        return g_steal_pointer(&copy);
    g_file_delete(copy, NULL, NULL);
    return NULL;
}

static bool read_input(const OpeningsKind *kind, Openings *out_positions, GError **error)
{
    g_autoptr(GFile) copy = copy_input(error);
    g_autofree char *path = copy != NULL ? g_file_get_path(copy) : NULL;
    bool good;

    if (copy == NULL)
        return false;
    good = openings_read((char *[]){path, NULL}, false, kind, out_positions, error);
    g_file_delete(copy, NULL, NULL);
    if (!good && error != NULL) {
        g_auto(GStrv) parts = g_strsplit((*error)->message, path, -1);
        g_free((*error)->message);
        (*error)->message = g_strjoinv("standard input", parts);
    }
    return good;
}

bool positions_read(const char *path, const Game *game, Openings *out_positions, GError **error)
{
    const DrawRules none = {0};
    const OpeningsKind kind = {.game = game, .rules = &none};
    const bool good = g_str_equal(path, "-") ? read_input(&kind, out_positions, error)
                                             : openings_read((char *[]){(char *)path, NULL}, false,
                                                             &kind, out_positions, error);

    if (good && out_positions->skipped != NULL)
        command_print_note("%s", out_positions->skipped);
    return good;
}
