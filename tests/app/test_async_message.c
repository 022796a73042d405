#include "app/async/async_message.h"

#include <string.h>

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
    g_assert_error(error, ASYNC_ERROR, ASYNC_ERROR_FAILED);
    if (error != NULL && strstr(error->message, field[1]) == NULL)
        g_test_message("%s: '%s' does not say '%s'", field[0], error->message, field[1]);
    g_assert_true(error != NULL && strstr(error->message, field[1]) != NULL);
}

TEST(the_lines_on_the_page_are_the_messages)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "app", "async-server.md", NULL);
    g_autofree char *page = NULL;
    bool is_shown[ASYNC_MESSAGE_KIND_COUNT] = {false};
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) lines = NULL;

    g_file_get_contents(path, &page, NULL, &error);
    g_assert_no_error(error);
    lines = g_strsplit(page != NULL ? page : "", "\n", -1);
    for (char **line = lines; *line != NULL; line++)
        if (g_str_has_prefix(*line, "    {")) {
            const AsyncMessage message = parse(*line + 4);
            g_autofree char *written = async_message_format(&message);
            g_assert_cmpstr(written, ==, *line + 4);
            is_shown[message.kind] = true;
        }
    for (int kind = 0; kind < ASYNC_MESSAGE_KIND_COUNT; kind++)
        g_assert_true(is_shown[kind]);
}
