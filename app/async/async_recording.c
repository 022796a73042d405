#include "app/async/async_recording.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "app/async/async_event.h"
#include "experiments/tools/text_file.h"

struct AsyncRecording {
    char *path;
    int file;
    off_t length; /* of its whole lines */
    bool has_lines;
    int cause; /* the errno of the first line that could not be written; 0 */
};

AsyncRecording *async_recording_create(const char *path, GError **error)
{
    const int file = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    AsyncRecording *recording;

    if (file < 0) {
        async_fail(error, "cannot begin the recording '%s': %s", path, g_strerror(errno));
        return NULL;
    }
    recording = g_new0(AsyncRecording, 1);
    recording->path = g_strdup(path);
    recording->file = file;
    return recording;
}

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(file, bytes, length);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += MAX(written, 0);
        length -= (size_t)MAX(written, 0);
    }
    return true;
}

static void write_line(const char *line, void *data)
{
    AsyncRecording *recording = data;
    g_autofree char *bytes = g_strconcat(line, "\n", NULL);
    const size_t length = strlen(bytes);

    recording->has_lines = true;
    if (recording->cause != 0)
        return;
    if (write_all(recording->file, bytes, length)) {
        recording->length += (off_t)length;
        return;
    }
    recording->cause = errno;
    if (ftruncate(recording->file, recording->length) != 0)
        g_debug("a line of '%s' is incomplete", recording->path); /* as the disk is, so be it */
}

SessionOutput async_recording_output(AsyncRecording *recording)
{
    return (SessionOutput){write_line, recording};
}

const char *async_recording_fault(const AsyncRecording *recording)
{
    return recording->cause != 0 ? g_strerror(recording->cause) : NULL;
}

bool async_recording_close(AsyncRecording *recording, GError **error)
{
    bool is_whole;

    if (close(recording->file) != 0 && recording->cause == 0)
        recording->cause = errno;
    if (!recording->has_lines)
        g_unlink(recording->path);
    is_whole = recording->cause == 0 || async_fail(error, "cannot write the recording '%s': %s",
                                                   recording->path, g_strerror(recording->cause));
    g_free(recording->path);
    g_free(recording);
    return is_whole;
}

/* The playing again of a recording. Lines are read ahead of those that are played only while
 * commands are collected that belong to one instant. */
typedef struct {
    AsyncGame *game;
    AsyncReplay *replay;
    const AsyncViewer *viewer;  /* or NULL */
    const char *read, *played;  /* the next line to be read, and to be played */
    int read_line, played_line; /* the numbers of those, from 1 */
    int64_t refused_ms;         /* when a command was refused last */
    AsyncCommand last;          /* of the commands that wait; .time_ms -1: none do */
    bool differs;
    GError **error;
} Replayer;

/* The length of the line at @text, without its end. */
static int line_length(const char *text)
{
    return (int)strcspn(text, "\n");
}

/* How much of both lines a sentence shows where they begin to differ. */
#define EXCERPT 60

static void differ(Replayer *player, const char *line)
{
    const char *recorded = player->played;
    const int length = line_length(recorded);
    int same = 0;

    while (same < length && line[same] == recorded[same])
        same++;
    player->differs = true;
    async_fail(player->error, "line %d: from byte %d on it has '%.*s', and played again '%.*s'",
               player->played_line, same + 1, MIN(length - same, EXCERPT), recorded + same, EXCERPT,
               line + same);
}

/* Compares @line, which was played, with the recording. Where that breaks off there is nothing to
 * compare with: it may be in the middle of an instant. */
static void compare(const char *line, void *data)
{
    Replayer *player = data;
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

static void play_instant(Replayer *player)
{
    const AsyncWorld before = player->game->world;
    const SessionOutput output = {compare, player};

    async_game_advance(player->game);
    async_recording_say_instant(player->game, &before, NULL, &output);
}

/* Plays on until all lines that were read have been played. */
static bool catch_up(Replayer *player)
{
    player->last.time_ms = -1;
    while (!player->differs && player->played < player->read) {
        if (player->game->world.end != ASYNC_GOES_ON)
            return async_fail(player->error, "line %d: the game is over before",
                              player->played_line);
        play_instant(player);
    }
    return !player->differs;
}

/* Whether @command is carried out in the instant of those that wait. Of two instants at one time in
 * which nothing happened but that commands were refused, it does not matter where one ends. */
static bool is_of_same_instant(const Replayer *player, const AsyncCommand *command)
{
    return player->last.time_ms == command->time_ms && player->last.side <= command->side;
}

static bool take_command(Replayer *player, const AsyncCommand *command)
{
    if (player->last.time_ms >= 0 && !is_of_same_instant(player, command) && !catch_up(player))
        return false;
    async_game_command(player->game, command);
    player->last = *command;
    player->replay->commands++;
    return true;
}

/* Reads the next line, without going past it. */
static bool parse_line(const Replayer *player, AsyncMessage *out_message)
{
    const int length = line_length(player->read);
    g_autofree char *line = g_strndup(player->read, (size_t)length);

    if (player->read[length] == '\0')
        return async_fail(player->error, "line %d: it has no end", player->read_line);
    if (async_message_parse(line, out_message, player->error))
        return true;
    g_prefix_error(player->error, "line %d: ", player->read_line);
    return false;
}

static void pass_line(Replayer *player)
{
    player->read += line_length(player->read) + 1;
    player->read_line++;
}

/* Whether the line that comes next, which no instant makes, is written as it would be. */
static bool check_form(Replayer *player, const AsyncMessage *message)
{
    g_autofree char *line = async_message_format(message);

    compare(line, player);
    return !player->differs;
}

static bool take_bye(Replayer *player, const AsyncMessage *bye)
{
    if (!catch_up(player) || !check_form(player, bye))
        return false;
    if (player->game->world.end != ASYNC_GOES_ON)
        return async_fail(player->error, "line %d: it comes after the end of the game",
                          player->read_line);
    pass_line(player);
    player->replay->is_cut_short = true;
    g_strlcpy(player->replay->reason, bye->sentence, ASYNC_SENTENCE_SIZE);
    return *player->read == '\0' ||
           async_fail(player->error, "line %d: it comes after the bye", player->read_line);
}

static void show(const Replayer *player)
{
    if (player->viewer != NULL)
        player->viewer->see(&player->game->world, player->viewer->data);
}

static bool take_event(Replayer *player)
{
    pass_line(player);
    player->replay->events++;
    if (!catch_up(player))
        return false;
    show(player);
    return true;
}

/* Nothing comes of them, so that only their time can be wrong. */
static bool take_refused(Replayer *player, const AsyncMessage *message)
{
    const int64_t time_ms = message->refused.time_ms;

    if (!catch_up(player) || !check_form(player, message))
        return false;
    if (time_ms < player->game->world.now_ms || player->game->world.end != ASYNC_GOES_ON ||
        time_ms > async_world_next_ms(&player->game->world) ||
        time_ms > player->game->rules.time_limit_ms)
        return async_fail(player->error, "line %d: time_ms: no command can come then",
                          player->read_line);
    player->refused_ms = time_ms;
    pass_line(player);
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        player->replay->commands += message->refused.count[side];
    return true;
}

static bool take_answer(Replayer *player, const AsyncCommand *command)
{
    if (!take_command(player, command))
        return false;
    pass_line(player);
    return true;
}

static bool take_line(Replayer *player, const AsyncMessage *message)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_ANSWER:
        return take_answer(player, &message->answer.command);
    case ASYNC_MESSAGE_EVENT:
        return take_event(player);
    case ASYNC_MESSAGE_REFUSED:
        return take_refused(player, message);
    case ASYNC_MESSAGE_BYE:
        return take_bye(player, message);
    default:
        return async_fail(player->error, "line %d: no such message comes after the first line",
                          player->read_line);
    }
}

static bool play_all(Replayer *player)
{
    while (*player->read != '\0') {
        AsyncMessage message;
        if (!parse_line(player, &message) || !take_line(player, &message))
            return false;
    }
    return catch_up(player);
}

static bool read_head(Replayer *player, AsyncGameHead *out_head)
{
    AsyncMessage message;

    if (!parse_line(player, &message))
        return false;
    if (message.kind != ASYNC_MESSAGE_GAME)
        return async_fail(player->error, "line 1: it is not the game of a recording");
    if (!check_form(player, &message))
        return false;
    pass_line(player);
    *out_head = message.game;
    return true;
}

bool async_recording_replay(const char *text, const AsyncViewer *viewer, AsyncReplay *out_replay,
                            GError **error)
{
    AsyncReplay replay = {0};
    AsyncChance chance = {async_draw_by_seed, &replay.head.seed};
    Replayer player = {
        .replay = &replay,
        .viewer = viewer,
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
    show(&player);
    if (!play_all(&player))
        return false;
    replay.world = game->world;
    if (replay.world.end == ASYNC_GOES_ON)
        replay.world.now_ms = MAX(replay.world.now_ms, player.refused_ms);
    *out_replay = replay;
    return true;
}

bool async_recording_replay_file(const char *path, const AsyncViewer *viewer,
                                 AsyncReplay *out_replay, GError **error)
{
    size_t length;
    g_autofree char *text = text_file_read(path, &length, error);

    if (text == NULL)
        return false;
    if (strlen(text) < length)
        return async_fail(error, "%s: it has a NUL character", path);
    if (async_recording_replay(text, viewer, out_replay, error))
        return true;
    g_prefix_error(error, "%s: ", path);
    return false;
}
