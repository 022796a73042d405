#include "app/async/async_recording.h"

#include <glib/gstdio.h>

#include "tests/async_clients.h"
#include "tests/async_support.h"
#include "tests/test.h"

#define STEP_US 7919 /* of the driven clock: no whole number of milliseconds */

/* Commands a piece of either side, drawn at random, to any square: often something that is refused.
 */
static void command_something(Client *client, Random *random, int64_t now_us)
{
    char from[3] = "", to[3] = "";

    square_format((Square)random_below(random, SQUARE_COUNT), from);
    square_format((Square)random_below(random, SQUARE_COUNT), to);
    client_command(client, from, to, now_us);
}

static void append_line(const char *line, void *data)
{
    g_string_append_printf(data, "%s\n", line);
}

/* A client plays against another one or against @ours. Owner: the caller, of the recording. */
static char *record_game(uint64_t seed, const char *ours)
{
    GString *text = g_string_new(NULL);
    const SessionOutput recording = {append_line, text};
    AsyncHostOptions options = {
        .rules = ASYNC_RULES_DEFAULT,
        .seed = seed,
        .speed = 10,
        .player = {NULL, ours},
        .recording = &recording,
    };
    Random random = random_for_job(seed, 1);
    int64_t now_us = 0;

    options.rules.time_limit_ms = 300000;
    options.rules.exchange_head_on = seed % 2 == 0;
    g_autoptr(AsyncHost) host = host_new(&options);
    g_auto(Client) white = client_new(host), black = client_new(host);
    client_hello(&white, "white", NULL, now_us);
    if (ours == NULL)
        client_hello(&black, "black", NULL, now_us);
    while (!host->is_closed) {
        now_us += 2 * STEP_US;
        command_something(&white, &random, now_us);
        if (ours == NULL && !host->is_closed)
            command_something(&black, &random, now_us);
        async_host_advance(host, now_us);
    }
    g_assert_nonnull(strstr(client_last(&white), "\"bye\""));
    return g_string_free(text, FALSE);
}

static void assert_replays(const char *text, AsyncReplay *out_replay)
{
    g_autoptr(GError) error = NULL;

    async_recording_replay(text, NULL, out_replay, &error);
    g_assert_no_error(error);
}

TEST(a_game_of_clients_is_played_again_to_the_byte)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        g_autofree char *text = record_game(seed, seed > 2 ? "async-random:pause_ms=50" : NULL);
        AsyncReplay replay = {0};
        assert_replays(text, &replay);
        g_assert_cmpint(replay.commands, >, 50);
        g_assert_cmpint(replay.events, >, 100);
        g_assert_cmpuint(replay.head.seed, ==, seed);
        g_assert_cmpuint(replay.world.end, !=, ASYNC_GOES_ON);
        g_assert_false(replay.is_cut_short);
    }
}

/* Every line of a recording is left out, and every one is cut in its midst. */
TEST(no_change_goes_unseen)
{
    g_autofree char *text = record_game(5, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const guint count = g_strv_length(lines) - 1;

    for (guint i = 0; i < count; i += 1 + count / 50) {
        g_autoptr(GString) changed = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        AsyncReplay replay;
        for (guint j = 0; j < count; j++)
            if (j != i)
                append_line(lines[j], changed);
        if (strstr(lines[i], "\"over\"") != NULL)
            continue; /* the end may be missing */
        g_assert_false(async_recording_replay(changed->str, NULL, &replay, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
        g_assert_true(error != NULL && g_str_has_prefix(error->message, "line "));
    }
}

#define HEAD                                                                                       \
    "{\"type\":\"game\",\"version\":1,\"rules\":{\"ms_per_space\":{\"pawn\":1000,\"knight\":1000," \
    "\"bishop\":1000,\"rook\":1000,\"queen\":1000,\"king\":1000},\"knight_spaces\":2,"             \
    "\"head_on\":\"meet\",\"see_paths\":false,\"time_limit_ms\":60000},\"seed\":7,"                \
    "\"start\":\"0 - Ke1 Pe2 pe7 ke8\",\"white\":\"a\",\"black\":\"b\"}\n"
#define BYE "{\"type\":\"bye\",\"reason\":\"x\"}\n"
TEST_ROWS(what_is_wrong_is_told_with_its_line)
{
    g_autoptr(GError) error = NULL;
    AsyncReplay replay;
    g_assert_false(async_recording_replay(field[0], NULL, &replay, &error));
    if (error != NULL && strstr(error->message, field[1]) == NULL)
        g_test_message("'%s' does not say '%s'", error->message, field[1]);
    g_assert_true(error != NULL && strstr(error->message, field[1]) != NULL);
}

TEST(a_recording_may_be_cut_short_or_break_off)
{
    AsyncReplay replay = {0};

    assert_replays(HEAD BYE, &replay);
    g_assert_true(replay.is_cut_short);
    g_assert_cmpstr(replay.reason, ==, "x");
    assert_replays(HEAD, &replay);
    g_assert_false(replay.is_cut_short);
    g_assert_cmpuint(replay.world.end, ==, ASYNC_GOES_ON);
    g_assert_cmpint(replay.commands, ==, 0);
}

TEST(a_file_is_never_replaced_and_none_is_left_without_a_line)
{
    g_autofree char *folder = g_dir_make_tmp("async-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "game.jsonl", NULL), *text = NULL;
    g_autoptr(GError) error = NULL;
    AsyncRecording *recording = async_recording_create(path, &error);

    g_assert_no_error(error);
    g_assert_true(async_recording_close(recording, &error));
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    recording = async_recording_create(path, &error);
    async_recording_write("a line", recording);
    g_assert_true(g_file_get_contents(path, &text, NULL, &error)); /* it is there at once */
    g_assert_cmpstr(text, ==, "a line\n");
    g_assert_true(async_recording_close(recording, &error));
    g_assert_null(async_recording_create(path, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_unlink(path);
    g_rmdir(folder);
}
