/* Sessions of the protocols between chess programs, UCI and XBoard. */
#include "app/sessions/session.h"
#include "tests/test.h"
#include "tests/transcript.h"

TEST(uci_answers_as_the_transcript_says)
{
    transcript_run("uci.transcript", &SESSION_UCI);
}

TEST(xboard_answers_as_the_transcript_says)
{
    transcript_run("xboard.transcript", &SESSION_XBOARD);
}

TEST(a_player_that_is_none_is_refused)
{
    const SessionProtocol *const protocols[] = {&SESSION_UCI, &SESSION_XBOARD};

    for (size_t i = 0; i < G_N_ELEMENTS(protocols); i++) {
        g_autoptr(GError) error = NULL;

        g_assert_null(
            protocols[i]->begin("x", "level:14", 1, &SESSION_STANDARD_OUTPUT, NULL, &error));
        g_assert_nonnull(error);
    }
}

/* Plays @plies with one session on both sides and returns the moves. Owner: the caller. */
static char *play_alone(const char *seed, int plies)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    void *session = transcript_begin(&SESSION_UCI, "level:7", &output);
    g_autofree char *option = g_strdup_printf("setoption name seed value %s", seed);
    g_autoptr(GString) moves = g_string_new("position startpos moves");

    SESSION_UCI.feed(session, option);
    for (int ply = 0; ply < plies; ply++) {
        g_autofree char *last = NULL;
        SESSION_UCI.feed(session, moves->str);
        SESSION_UCI.feed(session, "go movetime 1");
        last = g_queue_pop_tail(said);
        if (last == NULL || !g_str_has_prefix(last, "bestmove ") || strchr(last, '(') != NULL)
            break;
        g_string_append_printf(moves, " %s", last + strlen("bestmove "));
    }
    for (char *line; (line = g_queue_pop_head(said)) != NULL; g_free(line))
        if (!g_str_has_prefix(line, "info depth 1 "))
            g_test_fail_printf("'%s'", line);
    SESSION_UCI.end(session);
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
    void *session = SESSION_UCI.begin("x", "search:hash=1", 1, &output, &ear, &error);
    g_autofree char *last = NULL;

    g_assert_no_error(error);
    SESSION_UCI.feed(session, "go infinite");
    g_assert_cmpint(asked, ==, 3);
    last = g_queue_peek_tail(said) != NULL ? g_strdup(g_queue_peek_tail(said)) : NULL;
    g_assert_true(g_str_has_prefix(last, "info depth "));
    SESSION_UCI.feed(session, "stop");
    g_assert_true(g_str_has_prefix(g_queue_peek_tail(said), "bestmove "));
    SESSION_UCI.end(session);
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
        calls[count++] = SESSION_UCI.call(*line);
    return session_news(calls, count, false, false);
}

static bool script_take_question(void *data)
{
    Script *script = data;

    if (*script->next == NULL || SESSION_UCI.call(*script->next) != SESSION_CALL_QUESTION)
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
    void *session = SESSION_UCI.begin("x", "search:hash=1", 1, &output, &ear, &error);
    int answers = 0;

    g_assert_no_error(error);
    SESSION_UCI.feed(session, "go infinite");
    for (const GList *line = said->head; line != NULL; line = line->next)
        answers += g_str_equal(line->data, "readyok");
    g_assert_cmpint(answers, ==, 2);
    g_assert_cmpstr(*script.next, ==, "stop"); /* what comes behind it waits for its turn */
    SESSION_UCI.end(session);
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
    void *session = SESSION_UCI.begin("x", "search:hash=1", 1, &output, &ear, NULL);

    SESSION_UCI.feed(session, "go depth 4");
    g_assert_true(g_str_has_prefix(g_queue_peek_tail(said), "bestmove "));
    g_assert_cmpuint(g_queue_get_length(said), ==, 5);
    SESSION_UCI.feed(session, "go infinite"); /* comes back */
    SESSION_UCI.end(session);
    g_queue_free_full(said, g_free);
}

/* Gives the last move of @from, whose words are in @said, to @to; false at the end of the game. */
static bool pass_move(GQueue *said, void *to)
{
    g_autofree char *line = g_queue_pop_head(said);
    g_autofree char *command = NULL;

    if (line == NULL || !g_str_has_prefix(line, "move "))
        return false;
    command = g_strconcat("user", line, NULL);
    return SESSION_XBOARD.feed(to, command);
}

/* A game of two sessions ends by the rules, and both claim the same. */
TEST(two_sessions_play_to_an_end_that_both_see)
{
    GQueue *white_said = g_queue_new(), *black_said = g_queue_new();
    const SessionOutput white_output = {transcript_note, white_said};
    const SessionOutput black_output = {transcript_note, black_said};
    void *white = transcript_begin(&SESSION_XBOARD, "level:7", &white_output);
    void *black = transcript_begin(&SESSION_XBOARD, "level:2", &black_output);
    g_autofree char *white_claim = NULL, *black_claim = NULL;

    SESSION_XBOARD.feed(white, "go");
    while (pass_move(white_said, black) && g_queue_is_empty(white_said) &&
           pass_move(black_said, white) && g_queue_is_empty(black_said))
        ;
    white_claim = g_queue_pop_tail(white_said);
    black_claim = g_queue_pop_tail(black_said);
    g_assert_nonnull(white_claim);
    g_assert_cmpstr(white_claim, ==, black_claim);
    g_assert_nonnull(strchr(white_claim, '{'));
    SESSION_XBOARD.end(white);
    SESSION_XBOARD.end(black);
    g_queue_free_full(white_said, g_free);
    g_queue_free_full(black_said, g_free);
}
