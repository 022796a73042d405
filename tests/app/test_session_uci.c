#include "app/sessions/session_uci.h"
#include "tests/agent_options.h"
#include "tests/test.h"
#include "tests/transcript.h"

static void *begin(const char *player, const SessionOutput *output)
{
    g_autoptr(GError) error = NULL;
    UciSession *session = uci_session_new("AgentChess", player, 1, output, NULL, &error);

    g_assert_no_error(error);
    return session;
}

static bool feed(void *session, const char *line)
{
    return uci_session_feed(session, line);
}

static void end(void *session)
{
    uci_session_free(session);
}

static const TranscriptProtocol UCI = {begin, feed, end};

TEST(the_session_answers_as_the_transcript_says)
{
    transcript_run("uci.transcript", &UCI);
}

TEST(every_logic_is_an_option)
{
    static const AgentOptionForm form = {
        "option name ", " type combo default level var level var off var on",
        " type combo default level var level var off var 1 var 2 var 3 var 4"};
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    UciSession *session = begin("level:7", &output);

    feed(session, "uci");
    agent_options_check(said, &form);
    end(session);
    g_queue_free_full(said, g_free);
}

TEST(a_player_that_is_none_is_refused)
{
    g_autoptr(GError) error = NULL;

    g_assert_null(uci_session_new("x", "level:14", 1, &SESSION_STANDARD_OUTPUT, NULL, &error));
    g_assert_nonnull(error);
}

/* Plays @plies with one session on both sides and returns the moves. Owner: the caller. */
static char *play_alone(const char *seed, int plies)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    UciSession *session = begin("level:7", &output);
    g_autofree char *option = g_strdup_printf("setoption name seed value %s", seed);
    g_autoptr(GString) moves = g_string_new("position startpos moves");

    feed(session, option);
    for (int ply = 0; ply < plies; ply++) {
        g_autofree char *last = NULL;
        feed(session, moves->str);
        feed(session, "go movetime 1");
        last = g_queue_pop_tail(said);
        if (last == NULL || !g_str_has_prefix(last, "bestmove ") || strchr(last, '(') != NULL)
            break;
        g_string_append_printf(moves, " %s", last + strlen("bestmove "));
    }
    for (char *line; (line = g_queue_pop_head(said)) != NULL; g_free(line))
        if (!g_str_has_prefix(line, "info depth 1 "))
            g_test_fail_printf("'%s'", line);
    uci_session_free(session);
    g_queue_free_full(said, g_free);
    return g_strdup(moves->str);
}

TEST(the_same_seed_gives_the_same_game)
{
    g_autofree char *first = play_alone("5", 60);
    g_autofree char *second = play_alone("5", 60);
    g_autofree char *other = play_alone("6", 60);

    g_assert_cmpstr(first, ==, second);
    g_assert_cmpstr(first, !=, other);
}

/* Hears "stop" from the third time on. */
static SessionNews hear(void *data)
{
    int *asked = data;

    return (SessionNews){.stop = ++*asked >= 3};
}

TEST(a_search_without_end_is_stopped)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    int asked = 0;
    const SessionEar ear = {.hear = hear, .data = &asked};
    g_autoptr(GError) error = NULL;
    g_autoptr(UciSession) session = uci_session_new("x", "search:hash=1", 1, &output, &ear, &error);
    g_autofree char *last = NULL;

    g_assert_no_error(error);
    uci_session_feed(session, "go infinite");
    g_assert_cmpint(asked, ==, 3);
    last = g_queue_peek_tail(said) != NULL ? g_strdup(g_queue_peek_tail(said)) : NULL;
    g_assert_true(g_str_has_prefix(last, "info depth "));
    uci_session_feed(session, "stop");
    g_assert_true(g_str_has_prefix(g_queue_peek_tail(said), "bestmove "));
    g_queue_free_full(said, g_free);
}

/* A script of what is said to a session that is thinking: the lines that wait. */
typedef struct {
    const char *const *next;
} Script;

static SessionNews script_hear(void *data)
{
    const Script *script = data;
    SessionCall calls[8];
    guint count = 0;

    for (const char *const *line = script->next; *line != NULL; line++)
        calls[count++] = uci_session_call(*line);
    return session_news(calls, count, false, false);
}

static bool script_take_question(void *data)
{
    Script *script = data;

    if (*script->next == NULL || uci_session_call(*script->next) != SESSION_CALL_QUESTION)
        return false;
    script->next++;
    return true;
}

TEST(who_asks_a_search_whether_it_is_ready_is_answered_at_once)
{
    static const char *const lines[] = {"isready", "isready", "stop", "isready", NULL};
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Script script = {lines};
    const SessionEar ear = {script_hear, script_take_question, &script};
    g_autoptr(GError) error = NULL;
    g_autoptr(UciSession) session = uci_session_new("x", "search:hash=1", 1, &output, &ear, &error);
    int answers = 0;

    g_assert_no_error(error);
    uci_session_feed(session, "go infinite");
    for (const GList *line = said->head; line != NULL; line = line->next)
        answers += g_str_equal(line->data, "readyok");
    g_assert_cmpint(answers, ==, 2);
    g_assert_cmpstr(*script.next, ==, "stop"); /* what comes behind it waits for its turn */
    g_queue_free_full(said, g_free);
}

/* Hears that the input has ended. */
static SessionNews hear_end(G_GNUC_UNUSED void *data)
{
    return (SessionNews){.any = true, .end = true};
}

TEST(the_moves_that_a_script_asks_for_come_though_its_input_has_ended)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    const SessionEar ear = {.hear = hear_end};
    g_autoptr(UciSession) session = uci_session_new("x", "search:hash=1", 1, &output, &ear, NULL);

    uci_session_feed(session, "go depth 4");
    g_assert_true(g_str_has_prefix(g_queue_peek_tail(said), "bestmove "));
    g_assert_cmpuint(g_queue_get_length(said), ==, 5);
    uci_session_feed(session, "go infinite"); /* comes back */
    g_queue_free_full(said, g_free);
}
