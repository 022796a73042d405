#include "app/async/async_guest.h"

#include <string.h>

#include "app/async/async_event.h"
#include "players/player.h"

#include "tests/test.h"

#define MS 1000 /* microseconds */

/* Lines to the server are noted. */
typedef struct {
    AsyncGuest *guest;
    GPtrArray *said;
} Visitor;

static void note(const char *line, void *data)
{
    g_ptr_array_add(data, g_strdup(line));
}

static Visitor visitor_new(const char *player)
{
    GPtrArray *said = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    const AsyncGuestOptions options = {
        .player = player, .seed = 1, .role = ASYNC_ROLE_WHITE, .server = {note, said}};
    Visitor visitor = {async_guest_new(&options, &error), said};

    g_assert_no_error(error);
    return visitor;
}

static void visitor_clear(Visitor *visitor)
{
    async_guest_free(visitor->guest);
    g_ptr_array_unref(visitor->said);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Visitor, visitor_clear)

static void hear(const Visitor *visitor, const char *line, int64_t now_us)
{
    g_autoptr(GError) error = NULL;

    async_guest_hear(visitor->guest, line, now_us, &error);
    g_assert_no_error(error);
}

#define WELCOME(speed)                                                                         \
    "{\"type\":\"welcome\",\"version\":1,\"colour\":\"white\",\"token\":\"a\",\"rules\":{"     \
    "\"ms_per_space\":{\"pawn\":1000,\"knight\":1000,\"bishop\":1000,\"rook\":1000,\"queen\":" \
    "1000,"                                                                                    \
    "\"king\":1000},\"knight_spaces\":2,\"head_on\":\"meet\",\"see_paths\":false,"             \
    "\"time_limit_ms\":60000},\"speed\":" speed "}"
#define STATE(running, rook)                                                                    \
    "{\"type\":\"state\",\"time_ms\":0,\"running\":" running ",\"pieces\":[{\"square\":\"a1\"," \
    "\"colour\":\"white\",\"piece\":\"rook\",\"under_way\":" rook "}]}"
#define BUSY "true,\"to\":\"a8\",\"due_ms\":1000"
#define ENTERED                                                                                   \
    "{\"type\":\"event\",\"time_ms\":1000,\"entered\":[{\"from\":\"a1\",\"to\":\"a2\"}],"         \
    "\"stopped\":[],\"killed\":[],\"pieces\":[{\"square\":\"a2\",\"colour\":\"white\",\"piece\":" \
    "\"rook\",\"under_way\":false}]}"

TEST(it_says_hello_and_waits_for_the_game)
{
    g_auto(Visitor) visitor = visitor_new("async-random:pause_ms=100");

    async_guest_say_hello(visitor.guest, "b");
    g_assert_cmpstr(visitor.said->pdata[0], ==,
                    "{\"type\":\"hello\",\"version\":1,\"name\":\"async-random:pause_ms=100\","
                    "\"colour\":\"white\",\"token\":\"b\"}");
    hear(&visitor, WELCOME("1"), 0);
    hear(&visitor, STATE("false", "false"), 0);
    async_guest_act(visitor.guest, 5000 * MS);
    g_assert_cmpint(async_guest_next_us(visitor.guest), ==, INT64_MAX);
    g_assert_cmpuint(visitor.said->len, ==, 1);
    hear(&visitor, STATE("true", "false"), 6000 * MS);
    g_assert_cmpint(async_guest_next_us(visitor.guest), <=, 6000 * MS + 1);
    async_guest_act(visitor.guest, 6000 * MS);
    g_assert_cmpuint(visitor.said->len, ==, 2);
    g_assert_true(
        g_str_has_prefix(visitor.said->pdata[1], "{\"type\":\"command\",\"from\":\"a1\""));
}

/* pause_ms=N: the pause is from 1 to 2N milliseconds of the game. */
TEST(it_thinks_by_the_clock_of_the_game)
{
    g_auto(Visitor) visitor = visitor_new("async-random:pause_ms=1000");

    hear(&visitor, WELCOME("10"), 0);
    hear(&visitor, STATE("true", "false"), 0);
    async_guest_act(visitor.guest, 0);
    g_assert_cmpint(async_guest_next_us(visitor.guest), >, 0);
    g_assert_cmpint(async_guest_next_us(visitor.guest), <=, 200 * MS + 1);
    async_guest_act(visitor.guest, async_guest_next_us(visitor.guest) - 200);
    g_assert_cmpuint(visitor.said->len, ==, 1);
    async_guest_act(visitor.guest, async_guest_next_us(visitor.guest));
    g_assert_cmpuint(visitor.said->len, ==, 2);
}

TEST(its_clock_waits_for_what_must_have_happened)
{
    g_auto(Visitor) visitor = visitor_new("async-random:pause_ms=1");

    hear(&visitor, WELCOME("1"), 0);
    hear(&visitor, STATE("true", BUSY), 0);
    for (int ms = 0; ms < 999; ms++)
        async_guest_act(visitor.guest, ms * MS);
    for (int i = 0; i < 1000; i++)
        async_guest_act(visitor.guest, 5000 * MS + i);
    g_assert_cmpuint(visitor.said->len, ==, 0); /* nothing is idle */
    g_assert_cmpint(async_guest_next_us(visitor.guest), ==, INT64_MAX);
    hear(&visitor, ENTERED, 6000 * MS);
    async_guest_act(visitor.guest, 6000 * MS);
    g_assert_cmpuint(visitor.said->len, ==, 1);
    g_assert_nonnull(strstr(visitor.said->pdata[0], "\"from\":\"a2\""));
}

TEST(bye_is_the_end)
{
    g_auto(Visitor) visitor = visitor_new("async-random");

    hear(&visitor, WELCOME("1"), 0);
    hear(&visitor, STATE("true", "false"), 0);
    g_assert_null(async_guest_bye(visitor.guest));
    hear(&visitor, "{\"type\":\"bye\",\"reason\":\"so\"}", 0);
    g_assert_cmpstr(async_guest_bye(visitor.guest), ==, "so");
    async_guest_act(visitor.guest, 1000 * MS);
    g_assert_cmpuint(visitor.said->len, ==, 0);
    g_assert_cmpint(async_guest_next_us(visitor.guest), ==, INT64_MAX);
}

TEST(what_a_server_may_not_say_is_an_error)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"nonsense", "the server's line cannot be read: it is not JSON"},
        {STATE("true", "false"), "the server has sent no welcome"},
        {"{\"type\":\"error\",\"message\":\"white is taken\"}", "the server says: white is taken"},
        {"{\"type\":\"command\",\"from\":\"e2\",\"to\":\"e4\"}", "what only clients may send"},
        {ENTERED, "the event at 1000 ms does not fit: there is no such piece"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Visitor) visitor = visitor_new("async-random");
        g_autoptr(GError) error = NULL;
        g_assert_false(async_guest_hear(visitor.guest, cases[i].line, 0, &error));
        g_assert_error(error, ASYNC_ERROR, ASYNC_ERROR_FAILED);
        if (error != NULL && strstr(error->message, cases[i].words) == NULL)
            g_test_message("'%s' does not say '%s'", error->message, cases[i].words);
        g_assert_true(error != NULL && strstr(error->message, cases[i].words) != NULL);
    }
}

TEST(a_server_that_hides_where_our_own_pieces_go_is_an_error)
{
    g_auto(Visitor) visitor = visitor_new("async-master:level=4");
    g_autoptr(GError) error = NULL;

    hear(&visitor, WELCOME("1"), 0);
    g_assert_false(async_guest_hear(visitor.guest, STATE("true", "true"), 0, &error));
    g_assert_error(error, ASYNC_ERROR, ASYNC_ERROR_FAILED);
    g_assert_cmpstr(error != NULL ? error->message : "", ==,
                    "the server hides where a piece of our own goes");
}

/* async-patient would not stand it. */
TEST(a_clock_that_goes_back_calls_nobody_before_he_was_called)
{
    g_auto(Visitor) visitor = visitor_new("async-patient:look_ms=100,think_ms=0");

    hear(&visitor, WELCOME("1"), 0);
    hear(&visitor, STATE("true", "false"), 0);
    for (int ms = 0; ms < 500; ms++)
        async_guest_act(visitor.guest, ms * MS);
    hear(&visitor, STATE("false", "false"), 500 * MS);
    hear(&visitor, STATE("true", "false"), 500 * MS);
    async_guest_act(visitor.guest, 500 * MS);
    g_assert_cmpint(async_guest_next_us(visitor.guest), >, 900 * MS);
    async_guest_act(visitor.guest, 1000 * MS);
    g_assert_cmpint(async_guest_next_us(visitor.guest), >, 1000 * MS);
}
