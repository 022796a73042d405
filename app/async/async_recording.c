#include "app/async/async_recording.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "experiments/tools/folder.h"
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

    if (file < 0)
        return experiments_fail(error, "cannot create the recording '%s': %s", path,
                                g_strerror(errno));
    recording = g_new0(AsyncRecording, 1);
    recording->path = g_strdup(path);
    recording->file = file;
    return recording;
}

void async_recording_write(const char *line, void *data)
{
    AsyncRecording *recording = data;
    g_autofree char *bytes = g_strconcat(line, "\n", NULL);
    const size_t length = strlen(bytes);

    recording->has_lines = true;
    if (recording->cause != 0)
        return;
    if (folder_write(recording->file, bytes, length)) {
        recording->length += (off_t)length;
        return;
    }
    recording->cause = errno;
    if (ftruncate(recording->file, recording->length) != 0)
        g_debug("a line of '%s' is incomplete", recording->path); /* as the disk is, so be it */
}

bool async_recording_close(AsyncRecording *recording, GError **error)
{
    bool is_whole;

    if (close(recording->file) != 0 && recording->cause == 0)
        recording->cause = errno;
    if (!recording->has_lines)
        g_unlink(recording->path);
    is_whole =
        recording->cause == 0 || experiments_fail(error, "cannot write the recording '%s': %s",
                                                  recording->path, g_strerror(recording->cause));
    g_free(recording->path);
    g_free(recording);
    return is_whole;
}

/* The playing again of a recording: its commands are handed to a game, which is played from event
 * to event. The lines of an instant, its answers and its event, are compared as a whole. */
typedef struct {
    AsyncGame *game;
    AsyncReplay *replay;
    const AsyncViewer *viewer; /* or NULL */
    const char *rest;          /* the lines not yet compared */
    int line;                  /* the number of the first of them, from 1 */
    GError **error;
} Replayer;

/* The length of the line at @text, without its end. */
static size_t line_length(const char *text)
{
    return strcspn(text, "\n");
}

/* How much of both lines a sentence shows where they begin to differ. */
#define EXCERPT 60

/* Compares @line, which was played, with the next of the recording. */
static void compare_line(const char *line, void *data)
{
    Replayer *player = data;
    const char *recorded = player->rest;
    const size_t length = line_length(recorded);
    size_t same = 0;

    if (*player->error != NULL || *recorded == '\0') /* it may break off in an instant */
        return;
    while (same < length && line[same] == recorded[same])
        same++;
    if (same < length || line[same] != '\0') {
        experiments_fail(player->error,
                         "line %d: from byte %zu on, the recording contains '%.*s', but the replay "
                         "produces '%.*s'",
                         player->line, same + 1, (int)MIN(length - same, EXCERPT), recorded + same,
                         EXCERPT, line + same);
        return;
    }
    player->rest += length + 1;
    player->line++;
}

/* Checks that the game has not @ended, so that the line may be there. */
static bool check_goes_on(const Replayer *player, bool ended)
{
    return !ended ||
           experiments_fail(player->error, "line %d: the line follows the end of the game",
                            player->line);
}

/* Plays the instants up to the next in which something happens, which is compared. */
static bool play_event(Replayer *player)
{
    const SessionOutput output = {compare_line, player};
    const int line = player->line;

    while (player->line == line && *player->error == NULL) {
        const AsyncWorld before = player->game->world;
        if (!check_goes_on(player, before.end != ASYNC_GOES_ON))
            return false;
        async_game_advance(player->game);
        async_recording_write_instant(player->game, &before, false, &output);
    }
    return *player->error == NULL;
}

static bool parse_line(const char *text, int number, AsyncMessage *out_message, GError **error)
{
    const size_t length = line_length(text);
    g_autofree char *line = g_strndup(text, length);

    if (text[length] == '\0')
        return experiments_fail(error, "line %d: the line is incomplete", number);
    if (async_message_parse(line, out_message, error))
        return true;
    g_prefix_error(error, "line %d: ", number);
    return false;
}

/* Reads the next line, which no instant makes, and compares it with the form it would have. */
static bool take_line(Replayer *player, AsyncMessage *out_message)
{
    g_autofree char *line = NULL;

    if (!parse_line(player->rest, player->line, out_message, player->error))
        return false;
    line = async_message_format(out_message);
    compare_line(line, player);
    return *player->error == NULL;
}

static bool take_bye(Replayer *player)
{
    AsyncMessage bye;

    if (!check_goes_on(player, player->game->world.end != ASYNC_GOES_ON) ||
        !take_line(player, &bye))
        return false;
    player->replay->is_cut_short = true;
    g_strlcpy(player->replay->reason, bye.sentence, ASYNC_SENTENCE_SIZE);
    return check_goes_on(player, *player->rest != '\0');
}

static void show_world(const Replayer *player)
{
    if (player->viewer != NULL)
        player->viewer->see(&player->game->world, player->viewer->data);
}

/* Hands the commands in the lines up to the next event to the game. Sets *out_kind to what follows
 * them, an event or a bye; to an answer if the recording breaks off after one. */
static bool read_commands(Replayer *player, AsyncMessageKind *out_kind)
{
    const char *text = player->rest;

    *out_kind = ASYNC_MESSAGE_ANSWER;
    for (int number = player->line; *text != '\0' && *out_kind == ASYNC_MESSAGE_ANSWER; number++) {
        AsyncMessage message;
        if (!parse_line(text, number, &message, player->error))
            return false;
        *out_kind = message.kind;
        if (message.kind == ASYNC_MESSAGE_ANSWER) {
            async_game_command(player->game, &message.answer.command);
            player->replay->commands++;
        } else if (message.kind != ASYNC_MESSAGE_EVENT && message.kind != ASYNC_MESSAGE_BYE) {
            return experiments_fail(
                player->error,
                "line %d: only the messages 'answer', 'event' and 'bye' can follow the "
                "first line",
                number);
        }
        text += line_length(text) + 1;
    }
    return true;
}

static bool play_all(Replayer *player)
{
    show_world(player);
    while (*player->rest != '\0') {
        AsyncMessageKind kind;
        if (!read_commands(player, &kind))
            return false;
        if (kind == ASYNC_MESSAGE_BYE && player->game->waiting->len == 0)
            return take_bye(player);
        if (!play_event(player))
            return false;
        if (kind == ASYNC_MESSAGE_EVENT) {
            player->replay->events++;
            show_world(player);
        }
    }
    return true;
}

bool async_recording_replay(const char *text, const AsyncViewer *viewer, AsyncReplay *out_replay,
                            GError **error)
{
    AsyncReplay replay = {0};
    AsyncChance chance = {async_draw_by_seed, &replay.head.seed};
    g_autoptr(GError) fault = NULL;
    Replayer player = {
        .replay = &replay, .viewer = viewer, .rest = text, .line = 1, .error = &fault};
    g_autoptr(AsyncGame) game = NULL;
    AsyncMessage head;

    if (take_line(&player, &head) &&
        (head.kind == ASYNC_MESSAGE_GAME ||
         experiments_fail(&fault, "line 1: a recording must begin with the message 'game'"))) {
        replay.head = head.game;
        player.game = game = async_game_new(&replay.head.rules, &replay.head.start, &chance);
        play_all(&player);
        replay.world = game->world;
    }
    if (fault != NULL) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
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
    if (!text_file_check(path, text, length, error))
        return false;
    if (async_recording_replay(text, viewer, out_replay, error))
        return true;
    g_prefix_error(error, "%s: ", path);
    return false;
}
