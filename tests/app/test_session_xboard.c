#include "app/sessions/session_xboard.h"
#include "tests/agent_options.h"
#include "tests/test.h"
#include "tests/transcript.h"

static void *begin(const char *player, const SessionOutput *output)
{
    g_autoptr(GError) error = NULL;
    XboardSession *session = xboard_session_new("AgentChess", player, 1, output, NULL, &error);

    g_assert_no_error(error);
    return session;
}

static bool feed(void *session, const char *line)
{
    return xboard_session_feed(session, line);
}

static void end(void *session)
{
    xboard_session_free(session);
}

static const TranscriptProtocol XBOARD = {begin, feed, end};

TEST(the_session_answers_as_the_transcript_says)
{
    transcript_run("xboard.transcript", &XBOARD);
}

TEST(every_logic_is_an_option)
{
    static const AgentOptionForm form = {"feature option=\"", " -combo *level /// off /// on\"",
                                         " -combo *level /// off /// 1 /// 2 /// 3 /// 4\""};
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    XboardSession *session = begin("level:7", &output);

    feed(session, "xboard");
    feed(session, "protover 2");
    agent_options_check(said, &form);
    end(session);
    g_queue_free_full(said, g_free);
}

TEST(a_player_that_is_none_is_refused)
{
    g_autoptr(GError) error = NULL;

    g_assert_null(xboard_session_new("x", "level:14", 1, &SESSION_STANDARD_OUTPUT, NULL, &error));
    g_assert_nonnull(error);
}

/* Gives the last move of @from, whose words are in @said, to @to; false at the end of the game. */
static bool pass_move(GQueue *said, XboardSession *to)
{
    g_autofree char *line = g_queue_pop_head(said);
    g_autofree char *command = NULL;

    if (line == NULL || !g_str_has_prefix(line, "move "))
        return false;
    command = g_strconcat("user", line, NULL);
    return feed(to, command);
}

/* A game of two sessions ends by the rules, and both claim the same. */
TEST(two_sessions_play_to_an_end_that_both_see)
{
    GQueue *white_said = g_queue_new(), *black_said = g_queue_new();
    const SessionOutput white_output = {transcript_note, white_said};
    const SessionOutput black_output = {transcript_note, black_said};
    XboardSession *white = begin("level:7", &white_output),
                  *black = begin("level:2", &black_output);
    g_autofree char *white_claim = NULL, *black_claim = NULL;

    feed(white, "go");
    while (pass_move(white_said, black) && g_queue_is_empty(white_said) &&
           pass_move(black_said, white) && g_queue_is_empty(black_said))
        ;
    white_claim = g_queue_pop_tail(white_said);
    black_claim = g_queue_pop_tail(black_said);
    g_assert_nonnull(white_claim);
    g_assert_cmpstr(white_claim, ==, black_claim);
    g_assert_nonnull(strchr(white_claim, '{'));
    end(white);
    end(black);
    g_queue_free_full(white_said, g_free);
    g_queue_free_full(black_said, g_free);
}
