/* Any text as the recording of a game of asynchronous chess, behind a first line that is right,
 * too: it is refused with the line, or played again to its end. */
#include "app/async/async_recording.h"
#include "require.h"

#define MAX_SIZE 20000

#define START                                                                                      \
    "{\"type\":\"game\",\"version\":1,\"rules\":{\"ms_per_space\":{\"pawn\":1000,\"knight\":1000," \
    "\"bishop\":1000,\"rook\":1000,\"queen\":1000,\"king\":1000},\"knight_spaces\":2,"             \
    "\"head_on\":\"meet\",\"see_paths\":false,\"time_limit_ms\":60000},\"seed\":7,"                \
    "\"start\":\"0 - Ke1 Pe2 pe7 ke8\",\"white\":\"a\",\"black\":\"b\"}\n"

static void play(const char *text)
{
    g_autoptr(GError) error = NULL;
    AsyncReplay replay;

    if (async_recording_replay(text, NULL, &replay, &error))
        require(replay.commands >= 0 && replay.events >= 0, "counts below zero", text);
    else
        require(error != NULL && g_str_has_prefix(error->message, "line "), "no line", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, MIN(size, MAX_SIZE));
    g_autofree char *behind = g_strconcat(START, text, NULL);

    play(text);
    play(behind);
    return 0;
}
