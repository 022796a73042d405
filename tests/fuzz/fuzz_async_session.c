/* Any bytes in place of what a client, a server or a recording of asynchronous chess sends: the
 * receiver does not crash, and the game goes on. The lines themselves are fuzz_async_line.c's. */
#include <string.h>

#include "app/async/async_guest.h"
#include "app/async/async_recording.h"
#include "app/async/session_async.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HELLO(color) \
    "{\"type\":\"hello\",\"version\":1,\"name\":\"fuzz\",\"colour\":\"" color "\"}\n"

/* Some lines: what is longer says no more. */
#define MAX_SIZE 2000

/* Hears the lines as a player of ours that is welcome on a server. */
static void check_guest(char *const *lines, const SessionOutput *output)
{
    static const char *const begin[] = {
        "{\"type\":\"welcome\",\"version\":1,\"colour\":\"white\",\"token\":\"a\",\"rules\":{"
        "\"ms_per_space\":{\"pawn\":1,\"knight\":2,\"bishop\":3,\"rook\":4,\"queen\":5,\"king\":6},"
        "\"knight_spaces\":2,\"head_on\":\"meet\",\"see_paths\":false,\"time_limit_ms\":60000},"
        "\"speed\":2.5}",
        "{\"type\":\"state\",\"time_ms\":5,\"running\":true,\"pieces\":[{\"square\":\"e2\","
        "\"colour\":\"white\",\"piece\":\"pawn\",\"under_way\":false}]}",
    };
    const AsyncGuestOptions options = {
        .player = "async-random:pause_ms=10",
        .role = ASYNC_ROLE_ANY,
        .server = *output,
    };
    g_autoptr(AsyncGuest) guest = async_guest_new(&options, NULL);
    int64_t now_us = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(begin); i++)
        require(async_guest_hear(guest, begin[i], now_us, NULL), "no welcome", begin[i]);
    for (; *lines != NULL; lines++) {
        async_guest_act(guest, now_us += 5000);
        if (!async_guest_hear(guest, *lines, now_us, NULL))
            return;
    }
    async_guest_act(guest, now_us + 5000);
}

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
    async_session_hear(session, bytes, strlen(bytes), now_us);
}

static void check_session(const uint8_t *data, size_t size)
{
    const AsyncHostOptions options = {.rules = ASYNC_RULES_DEFAULT, .seed = 1, .speed = 1};
    g_autoptr(AsyncHost) host = async_host_new(&options, NULL);
    Heard heard = {0}, by_black = {0};
    const SessionOutput output = {note_line, &heard}, black_output = {note_line, &by_black};
    AsyncPeer peer = {0};
    AsyncSession *session = async_session_new(host, &peer, &output, 1000);
    AsyncSession *black = async_session_new(host, &peer, &black_output, 1000);
    size_t at = 0;

    hear(session, HELLO("white"), 0);
    hear(black, HELLO("black"), 0);
    while (at < size) {
        const size_t length = MIN(size - at, 1 + (size_t)data[at] % 64);
        async_session_hear(session, (const char *)data + at, length, (int64_t)at * 1000);
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

static void check_guest_of(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    Heard heard = {0};
    const SessionOutput output = {note_line, &heard};

    check_guest(lines, &output);
    g_free(heard.last);
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
    else if (data[0] == 'G')
        check_guest_of(text);
    else
        check_recording(text);
    return 0;
}
