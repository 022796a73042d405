#include "app/async/async_message.h"

#include <string.h>

#include "tests/async_support.h"
#include "tests/test.h"

static AsyncMessage parse(const char *line)
{
    g_autoptr(GError) error = NULL;
    AsyncMessage message = {0};

    async_message_parse(line, &message, &error);
    g_assert_no_error(error);
    return message;
}

TEST_ROWS(what_is_read_is_written_as_it_was)
{
    const AsyncMessage message = parse(field[0]);
    g_autofree char *written = async_message_format(&message);

    g_assert_cmpstr(written, ==, field[0]);
}

TEST_ROWS(what_is_wrong_is_named)
{
    g_autoptr(GError) error = NULL;
    AsyncMessage message = {.kind = ASYNC_MESSAGE_KIND_COUNT};
    g_assert_false(async_message_parse(field[0], &message, &error));
    g_assert_cmpint(message.kind, ==, ASYNC_MESSAGE_KIND_COUNT);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    if (error != NULL && strstr(error->message, field[1]) == NULL)
        g_test_message("%s: '%s' does not say '%s'", field[0], error->message, field[1]);
    g_assert_true(error != NULL && strstr(error->message, field[1]) != NULL);
}

/* Whether @text is a line on the page @lines. */
static void check_line(const char *const *lines, const char *text)
{
    g_autofree char *line = g_strconcat("    ", text, NULL);

    if (!g_strv_contains(lines, line))
        g_test_fail_printf("the page does not have the line %s", text);
}

/* A state, and an event in which a king is killed, as the page has them. */
static void check_written(const char *const *lines)
{
    const AsyncChance chance = {async_draw_by_seed, &(uint64_t){1}};
    const AsyncWorld world = async_read("1500 - Ra1a8@2000 Ke1 pc7c5@2000 ke8");
    const AsyncWorld before = async_read("8000 - Qd7e8@9000 ke8");
    g_autoptr(AsyncGame) game = async_game_new(&ASYNC_RULES_DEFAULT, &world, &chance);
    g_autoptr(AsyncGame) ended = async_game_new(&ASYNC_RULES_DEFAULT, &before, &chance);
    g_autofree char *state = async_state_format(game, true, ASYNC_ROLE_WHITE), *event = NULL;

    while (ended->world.end == ASYNC_GOES_ON)
        async_game_advance(ended);
    event = async_event_format(ended, &before, ASYNC_ROLE_ANY);
    check_line(lines, state);
    check_line(lines, event);
}

TEST(the_lines_on_the_page_are_the_messages)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "app", "async-server.md", NULL);
    g_autofree char *page = NULL;
    bool is_there[ASYNC_MESSAGE_KIND_COUNT] = {false};
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) lines = NULL;

    g_file_get_contents(path, &page, NULL, &error);
    g_assert_no_error(error);
    lines = g_strsplit(page != NULL ? page : "", "\n", -1);
    for (char **line = lines; *line != NULL; line++)
        if (g_str_has_prefix(*line, "    {")) {
            const AsyncMessage message = parse(*line + 4);
            is_there[message.kind] = true;
            if (message.kind != ASYNC_MESSAGE_STATE && message.kind != ASYNC_MESSAGE_EVENT) {
                g_autofree char *text = async_message_format(&message);
                check_line((const char *const *)lines, text);
            }
        }
    for (int kind = 0; kind < ASYNC_MESSAGE_KIND_COUNT; kind++)
        g_assert_true(is_there[kind]);
    check_written((const char *const *)lines);
}
