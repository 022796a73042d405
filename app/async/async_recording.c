#include "app/async/async_recording.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "experiments/tools/error.h"

struct AsyncRecording {
    char *path;
    FILE *file;
    bool has_lines;
    int cause; /* the errno of the first line that could not be written; 0 */
};

AsyncRecording *async_recording_create(const char *path, GError **error)
{
    FILE *file = fopen(path, "wxe");
    AsyncRecording *recording;

    if (file == NULL) {
        experiments_fail(error, "cannot begin the recording '%s': %s", path, g_strerror(errno));
        return NULL;
    }
    recording = g_new0(AsyncRecording, 1);
    recording->path = g_strdup(path);
    recording->file = file;
    return recording;
}

static void note_cause(AsyncRecording *recording, bool is_written)
{
    if (!is_written && recording->cause == 0)
        recording->cause = errno;
}

static void write_line(const char *line, void *data)
{
    AsyncRecording *recording = data;

    recording->has_lines = true;
    if (recording->cause == 0)
        note_cause(recording,
                   fprintf(recording->file, "%s\n", line) > 0 && fflush(recording->file) == 0);
}

SessionOutput async_recording_output(AsyncRecording *recording)
{
    return (SessionOutput){write_line, recording};
}

bool async_recording_has_failed(const AsyncRecording *recording)
{
    return recording->cause != 0;
}

bool async_recording_close(AsyncRecording *recording, GError **error)
{
    bool is_whole;

    note_cause(recording, fclose(recording->file) == 0);
    if (!recording->has_lines)
        g_unlink(recording->path);
    is_whole =
        recording->cause == 0 || experiments_fail(error, "cannot write the recording '%s': %s",
                                                  recording->path, g_strerror(recording->cause));
    g_free(recording->path);
    g_free(recording);
    return is_whole;
}

void async_recording_say_head(const AsyncGame *game, uint64_t seed,
                              const char *const name[COLOR_COUNT], const SessionOutput *output)
{
    AsyncMessage message = {
        .kind = ASYNC_MESSAGE_GAME,
        .game = {.version = ASYNC_PROTOCOL_VERSION,
                 .rules = game->rules,
                 .seed = seed,
                 .start = game->world},
    };

    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        async_message_copy_text(name[side], message.game.name[side], ASYNC_NAME_SIZE);
    async_message_say(&message, output);
}

void async_recording_say_instant(const AsyncGame *game, const AsyncWorld *before,
                                 const SessionOutput *output)
{
    AsyncMessage message = {.kind = ASYNC_MESSAGE_ANSWER};

    for (guint i = 0; i < game->answered->len; i++) {
        message.answer = g_array_index(game->answered, AsyncAnswered, i);
        async_message_say(&message, output);
    }
    message.kind = ASYNC_MESSAGE_EVENT;
    if (async_event_of(before, &game->world, &game->settled, &message.event))
        async_message_say(&message, output);
}

/* The playing again of a recording. Lines are read ahead of those that are played only while
 * commands are collected that belong to one instant. */
typedef struct {
    AsyncGame *game;
    AsyncReplay *replay;
    const char *read, *played;  /* the next line to be read, and to be played */
    int read_line, played_line; /* the numbers of those, from 1 */
    AsyncCommand last;          /* of the commands that wait; .time_ms -1: none do */
    bool differs;
    GError **error;
} Player;

/* The length of the line at @text, without its end. */
static int line_length(const char *text)
{
    return (int)strcspn(text, "\n");
}

/* How much of both lines a sentence shows where they begin to differ. */
#define EXCERPT 60

static void differ(Player *player, const char *line)
{
    const char *recorded = player->played;
    const int length = line_length(recorded);
    int same = 0;

    while (same < length && line[same] == recorded[same])
        same++;
    player->differs = true;
    experiments_fail(player->error,
                     "line %d: from byte %d on it has '%.*s', and played again '%.*s'",
                     player->played_line, same + 1, MIN(length - same, EXCERPT), recorded + same,
                     EXCERPT, line + same);
}

/* Compares @line, which was played, with the recording. Where that breaks off there is nothing to
 * compare with: it may be in the middle of an instant. */
static void compare(const char *line, void *data)
{
    Player *player = data;
    const int length = line_length(player->played);

    if (player->differs || *player->played == '\0')
        return;
    if ((size_t)length != strlen(line) || memcmp(line, player->played, (size_t)length) != 0) {
        differ(player, line);
        return;
    }
    player->played += length + 1;
    player->played_line++;
}

static void play_instant(Player *player)
{
    const AsyncWorld before = player->game->world;
    const SessionOutput output = {compare, player};

    async_game_advance(player->game);
    async_recording_say_instant(player->game, &before, &output);
}

/* Plays on until all lines that were read have been played. */
static bool catch_up(Player *player)
{
    player->last.time_ms = -1;
    while (!player->differs && player->played < player->read) {
        if (player->game->world.end != ASYNC_GOES_ON)
            return experiments_fail(player->error, "line %d: the game is over before",
                                    player->played_line);
        play_instant(player);
    }
    return !player->differs;
}

/* Whether @command is carried out in the instant of those that wait. Of two instants at one time in
 * which nothing happened but that commands were refused, it does not matter where one ends. */
static bool is_of_same_instant(const Player *player, const AsyncCommand *command)
{
    return player->last.time_ms == command->time_ms && player->last.side <= command->side;
}

static bool take_command(Player *player, const AsyncCommand *command)
{
    if (player->last.time_ms >= 0 && !is_of_same_instant(player, command) && !catch_up(player))
        return false;
    async_game_command(player->game, command);
    player->last = *command;
    player->replay->commands++;
    return true;
}

/* Reads the next line, without going past it. */
static bool parse_line(const Player *player, AsyncMessage *out_message)
{
    const int length = line_length(player->read);
    g_autofree char *line = g_strndup(player->read, (size_t)length);

    if (player->read[length] == '\0')
        return experiments_fail(player->error, "line %d: it has no end", player->read_line);
    if (async_message_parse(line, out_message, player->error))
        return true;
    g_prefix_error(player->error, "line %d: ", player->read_line);
    return false;
}

static void pass_line(Player *player)
{
    player->read += line_length(player->read) + 1;
    player->read_line++;
}

/* Whether the line that comes next, which no instant makes, is written as it would be. */
static bool check_form(Player *player, const AsyncMessage *message)
{
    g_autofree char *line = async_message_format(message);

    compare(line, player);
    return !player->differs;
}

static bool take_bye(Player *player, const AsyncMessage *bye)
{
    if (!catch_up(player) || !check_form(player, bye))
        return false;
    pass_line(player);
    player->replay->is_cut_short = true;
    g_strlcpy(player->replay->reason, bye->sentence, ASYNC_SENTENCE_SIZE);
    return *player->read == '\0' ||
           experiments_fail(player->error, "line %d: it comes after the bye", player->read_line);
}

static bool take_event(Player *player)
{
    pass_line(player);
    player->replay->events++;
    return catch_up(player);
}

static bool take_answer(Player *player, const AsyncCommand *command)
{
    if (!take_command(player, command))
        return false;
    pass_line(player);
    return true;
}

static bool take_line(Player *player, const AsyncMessage *message)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_ANSWER:
        return take_answer(player, &message->answer.command);
    case ASYNC_MESSAGE_EVENT:
        return take_event(player);
    case ASYNC_MESSAGE_BYE:
        return take_bye(player, message);
    default:
        return experiments_fail(player->error,
                                "line %d: no such message comes after the first line",
                                player->read_line);
    }
}

static bool play_all(Player *player)
{
    while (*player->read != '\0') {
        AsyncMessage message;
        if (!parse_line(player, &message) || !take_line(player, &message))
            return false;
    }
    return catch_up(player);
}

static bool read_head(Player *player, AsyncGameHead *out_head)
{
    AsyncMessage message;

    if (!parse_line(player, &message))
        return false;
    if (message.kind != ASYNC_MESSAGE_GAME)
        return experiments_fail(player->error, "line 1: it is not the game of a recording");
    if (!check_form(player, &message))
        return false;
    pass_line(player);
    *out_head = message.game;
    return true;
}

bool async_recording_replay(const char *text, AsyncReplay *out_replay, GError **error)
{
    AsyncReplay replay = {0};
    AsyncChance chance = {async_draw_by_seed, &replay.head.seed};
    Player player = {
        .replay = &replay,
        .read = text,
        .played = text,
        .read_line = 1,
        .played_line = 1,
        .last.time_ms = -1,
        .error = error,
    };
    g_autoptr(AsyncGame) game = NULL;

    if (!read_head(&player, &replay.head))
        return false;
    game = async_game_new(&replay.head.rules, &replay.head.start, &chance);
    player.game = game;
    if (!play_all(&player))
        return false;
    replay.world = game->world;
    *out_replay = replay;
    return true;
}
