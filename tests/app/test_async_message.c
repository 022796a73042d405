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

#define PIECE(square, more) \
    "{\"square\":\"" square "\",\"colour\":\"white\",\"piece\":\"rook\",\"under_way\":" more "}"
#define STATE(pieces) "{\"type\":\"state\",\"time_ms\":5,\"running\":true,\"pieces\":[" pieces "]}"
#define EVENT(members) "{\"type\":\"event\",\"time_ms\":5," members "}"

TEST(what_is_wrong_is_named)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"", "not a JSON object"},
        {"\xff", "UTF-8"},
        {"[1]", "not a JSON object"},
        {"{\"type\":\"bye\"", "not JSON"},
        {"[[[[[[[[[[[[[[[[", "nested too deep"},
        {"{\"type\":\"bye\"}{}", "it is not JSON: something follows"},
        {"{\"type\":\"bye\"} x", "it is not JSON: something follows"},
        {"{\"type\":\"bye\" /* so */}", "it is not JSON: it has a character"},
        {"{'type':'bye'}", "it is not JSON: it has a character"},
        {"var a = {\"type\":\"bye\"}", "it is not JSON"},
        {"{}", "type: the string is missing"},
        {"{\"type\":7}", "type: the string is missing"},
        {"{\"type\":\"resign\"}", "type: there is no 'resign'"},
        {"{\"type\":\"bye\",\"when\":1}", "the member 'when' is unknown"},
        {"{\"type\":\"command\",\"from\":\"e2\"}", "to: the string is missing"},
        {"{\"type\":\"command\",\"from\":\"e9\",\"to\":\"e4\"}", "from: 'e9' is not a square"},
        {"{\"type\":\"command\",\"from\":\"e2\",\"to\":\"e4\",\"time_ms\":1}", "'time_ms'"},
        {"{\"type\":\"hello\",\"version\":2,\"name\":\"a\",\"colour\":\"white\"}",
         "version: 2 is not from 1 to 1"},
        {"{\"type\":\"hello\",\"version\":1.5,\"name\":\"a\",\"colour\":\"white\"}",
         "version: the whole number"},
        {"{\"type\":\"hello\",\"version\":1,\"name\":\"\",\"colour\":\"white\"}",
         "name: it must have"},
        {"{\"type\":\"hello\",\"version\":1,\"name\":\"a\\nb\",\"colour\":\"white\"}",
         "name: it has characters"},
        {"{\"type\":\"hello\",\"version\":1,\"name\":\"a\",\"colour\":\"red\"}",
         "colour: there is no 'red'"},
        {STATE("7"), "pieces: it has elements that are not objects"},
        {STATE(PIECE("a1", "false") "," PIECE("a1", "false")), "square: a1 is named twice"},
        {STATE(PIECE("a1", "true,\"to\":\"b2\",\"due_ms\":9")), "a piece goes where it does not"},
        {STATE(PIECE("a1", "true,\"to\":\"b1\",\"due_ms\":5")), "due_ms: 5 is not from 6"},
        {STATE(PIECE("a1", "true,\"to\":\"b1\"")), "due_ms: the whole number is missing"},
        {STATE(PIECE("a1", "true,\"due_ms\":7")), "the member 'due_ms' is unknown"},
        {STATE(PIECE("a1", "false,\"to\":\"b1\"")), "the member 'to' is unknown"},
        {EVENT("\"entered\":[],\"stopped\":[7],\"killed\":[],\"pieces\":[]"),
         "stopped: it has elements that are not squares"},
        {EVENT("\"entered\":[],\"stopped\":[\"a1\",\"a1\"],\"killed\":[],\"pieces\":[]"),
         "stopped: a1 is named twice"},
        {EVENT("\"entered\":[],\"stopped\":[],\"killed\":[],\"pieces\":[],"
               "\"over\":{\"winner\":\"white\",\"reason\":\"time up\"}"),
         "winner: it does not fit"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        AsyncMessage message = {.kind = ASYNC_MESSAGE_KIND_COUNT};
        g_assert_false(async_message_parse(cases[i].line, &message, &error));
        g_assert_cmpint(message.kind, ==, ASYNC_MESSAGE_KIND_COUNT);
        g_assert_error(error, ASYNC_ERROR, ASYNC_ERROR_FAILED);
        if (error != NULL && strstr(error->message, cases[i].words) == NULL)
            g_test_message("%s: '%s' does not say '%s'", cases[i].line, error->message,
                           cases[i].words);
        g_assert_true(error != NULL && strstr(error->message, cases[i].words) != NULL);
    }
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
