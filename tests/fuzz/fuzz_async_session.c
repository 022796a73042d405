/* Any bytes in place of what a client or a recording of asynchronous chess sends: the
 * receiver does not crash, and the game goes on. The lines themselves are fuzz_async_line.c's. */
#include <string.h>

#include "app/async/async_host.h"
#include "app/async/async_recording.h"
#include "require.h"

#define HELLO(color) \
    "{\"type\":\"hello\",\"version\":1,\"name\":\"fuzz\",\"colour\":\"" color "\"}\n"

/* Each kind of piece, and few of them: the state of a whole board takes most of the time. */
#define START "0 - Ra1 Ke1 pa3 nb3 ke8"

/* Some lines: what is longer says no more. */
#define MAX_SIZE 600

typedef struct {
    char *last;
    int count;
} Heard;

static void note_line(const char *line, void *data)
{
    Heard *heard = data;

    require(strpbrk(line, "\r\n") == NULL, "more than one line", line);
    g_free(heard->last);
    heard->last = g_strdup(line);
    heard->count++;
}

static void hear(AsyncSession *session, const char *bytes, int64_t now_us)
{
    async_session_receive(session, bytes, strlen(bytes), now_us);
}

static void check_session(const uint8_t *data, size_t size)
{
    const AsyncHostOptions options = {.rules = ASYNC_RULES_DEFAULT, .seed = 1, .speed = 1};
    g_autoptr(AsyncHost) host = async_host_new(&options, NULL);
    Heard heard = {0}, by_black = {0};
    const SessionOutput output = {note_line, &heard}, black_output = {note_line, &by_black};
    AsyncSession *session = async_session_new(host, &output, 1000);
    AsyncSession *black = async_session_new(host, &black_output, 1000);
    size_t at = 0;

    require(async_text_parse(START, &host->table.game->world, NULL), "no such world", START);
    hear(session, HELLO("white"), 0);
    hear(black, HELLO("black"), 0);
    while (at < size) {
        const size_t length = MIN(size - at, 1 + (size_t)data[at] % 64);
        async_session_receive(session, (const char *)data + at, length, (int64_t)at * 1000);
        at += length;
    }
    require(heard.count <= 8 + 4 * (int)size, "it says too much", heard.last);
    async_session_free(session);
    hear(black, "{\"type\":\"command\",\"from\":\"e1\",\"to\":\"e2\"}\n", (int64_t)size * 1000);
    require(strstr(by_black.last, "answer") != NULL, "the game does not go on", by_black.last);
    async_session_free(black);
    g_free(heard.last);
    g_free(by_black.last);
}

static void check_recording(const char *text)
{
    g_autoptr(GError) error = NULL;
    AsyncReplay replay;

    require(async_recording_replay(text, NULL, &replay, &error) == (error == NULL),
            "refused without a reason", text);
}

/* The first byte tells which of them hears the rest. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = NULL;

    if (size == 0 || size > MAX_SIZE)
        return 0;
    text = g_strndup((const char *)data + 1, size - 1);
    if (data[0] == 'S')
        check_session(data + 1, size - 1);
    else
        check_recording(text);
    return 0;
}
