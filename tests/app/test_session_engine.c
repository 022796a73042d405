/* Sessions of the protocols between chess programs, UCI and XBoard. */
#include <stdio.h>

#include "app/sessions/session_engine.h"
#include "tests/test.h"
#include "tests/transcript.h"

static void *begin_uci(const char *player, const SessionOutput *output)
{
    return session_begin(&SESSION_UCI, "AgentChess", player, 1, output, NULL, NULL);
}

static void *begin_xboard(const char *player, const SessionOutput *output)
{
    return session_begin(&SESSION_XBOARD, "AgentChess", player, 1, output, NULL, NULL);
}

TEST(uci_answers_as_the_transcript_says)
{
    transcript_run("uci.transcript", &(TranscriptTalker){begin_uci, session_feed, session_end});
}

TEST(xboard_answers_as_the_transcript_says)
{
    transcript_run("xboard.transcript",
                   &(TranscriptTalker){begin_xboard, session_feed, session_end});
}

TEST(a_player_that_is_none_is_refused)
{
    const SessionProtocol *const protocols[] = {&SESSION_UCI, &SESSION_XBOARD};

    for (size_t i = 0; i < G_N_ELEMENTS(protocols); i++) {
        g_autoptr(GError) error = NULL;

        g_assert_null(session_begin(protocols[i], "x", "level:14", 1, &SESSION_STANDARD_OUTPUT,
                                    NULL, &error));
        g_assert_nonnull(error);
    }
}

/* A session, and what it has said. */
typedef struct {
    GQueue *said;
    void *session;
} Talk;

static Talk talk_begin(const SessionProtocol *protocol, const char *player,
                       const SessionListener *listener)
{
    Talk talk = {.said = g_queue_new()};
    const SessionOutput output = {transcript_note, talk.said};
    g_autoptr(GError) error = NULL;

    talk.session = session_begin(protocol, "x", player, 1, &output, listener, &error);
    g_assert_no_error(error);
    return talk;
}

static void talk_clear(Talk *talk)
{
    session_end(talk->session);
    g_queue_free_full(talk->said, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Talk, talk_clear)

static bool say(Talk *talk, const char *line)
{
    return session_feed(talk->session, line);
}

/* Plays @plies with one session on both sides and returns the moves. Owner: the caller. */
static char *play_alone(const char *seed, int plies)
{
    g_auto(Talk) talk = talk_begin(&SESSION_UCI, "level:7", NULL);
    g_autofree char *option = g_strdup_printf("setoption name seed value %s", seed);
    g_autoptr(GString) moves = g_string_new("position startpos moves");

    say(&talk, option);
    for (int ply = 0; ply < plies; ply++) {
        g_autofree char *last = NULL;
        say(&talk, moves->str);
        say(&talk, "go movetime 1");
        last = g_queue_pop_tail(talk.said);
        if (last == NULL || !g_str_has_prefix(last, "bestmove ") || strchr(last, '(') != NULL)
            break;
        g_string_append_printf(moves, " %s", last + strlen("bestmove "));
    }
    for (char *line; (line = g_queue_pop_head(talk.said)) != NULL; g_free(line))
        if (!g_str_has_prefix(line, "info depth 1 "))
            g_test_fail_printf("'%s'", line);
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

/* A session, and the clock with which it has thought last. */
typedef struct {
    Session *session;
    int64_t clock_ms, increment_ms;
    int moves_to_go;
} Watcher;

/* Whatever is sent during a thought. */
static void note_terms(G_GNUC_UNUSED const char *line, void *data)
{
    Watcher *watcher = data;
    const ThinkingLimits *limits = watcher->session != NULL ? watcher->session->seat->limits : NULL;

    if (limits == NULL)
        return;
    watcher->clock_ms = limits->clock_ms;
    watcher->increment_ms = limits->increment_ms;
    watcher->moves_to_go = limits->moves_to_go;
}

static void watcher_begin(Watcher *watcher, const SessionProtocol *protocol)
{
    const SessionOutput output = {note_terms, watcher};

    *watcher = (Watcher){.clock_ms = -1};
    watcher->session =
        session_begin(protocol, "x", "search:hash=1,nodes=500", 1, &output, NULL, NULL);
}

static void watcher_clear(Watcher *watcher)
{
    session_end(watcher->session);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Watcher, watcher_clear)

TEST(each_side_thinks_by_its_own_clock_and_increment)
{
    static const char *const positions[] = {"position startpos", "position startpos moves e2e4"};

    for (int turn = 0; turn < COLOR_COUNT; turn++) {
        g_auto(Watcher) watcher;

        watcher_begin(&watcher, &SESSION_UCI);
        session_feed(watcher.session, positions[turn]);
        session_feed(watcher.session, "go wtime 60000 btime 70000 winc 8000 binc 9000");
        g_assert_cmpint(watcher.clock_ms, ==, turn == COLOR_WHITE ? 60000 : 70000);
        g_assert_cmpint(watcher.increment_ms, ==, turn == COLOR_WHITE ? 8000 : 9000);
    }
}

/* Clocks of White in "go", and what is thought with; 0: it is not limited by a clock. */
TEST(uci_go_takes_a_clock_that_has_run_out_for_as_good_as_nothing)
{
    static const struct {
        const char *go;
        int64_t clock_ms, increment_ms;
        int moves_to_go;
    } cases[] = {
        {"go wtime 0 btime 100", 1, 0, 0},
        {"go wtime -50 btime 100", 1, 0, 0},
        {"go wtime 300 winc -5 movestogo 0", 300, 0, 0},
        {"go wtime 300 winc 7 movestogo -3", 300, 7, 0},
        {"go wtime 300 movestogo 99999999999999999999", 300, 0, G_MAXINT},
        {"go wtime 99999999999999999999", INT64_C(1000000000000), 0, 0},
        {"go wtime nodes 50", 0, 0, 0},
        {"go winc 100 btime 0", 0, 100, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Watcher) watcher;

        watcher_begin(&watcher, &SESSION_UCI);
        session_feed(watcher.session, cases[i].go);
        g_assert_cmpint(watcher.clock_ms, ==, cases[i].clock_ms);
        g_assert_cmpint(watcher.increment_ms, ==, cases[i].increment_ms);
        g_assert_cmpint(watcher.moves_to_go, ==, cases[i].moves_to_go);
    }
}

/* What XBoard says, and the clock with which the engine, which plays White at last, thinks. */
TEST_ROWS(xboard_moves_count_since_new_setboard_or_the_last_level)
{
    g_auto(Watcher) watcher;
    g_auto(GStrv) lines = g_strsplit(field[0], "; ", -1);

    watcher_begin(&watcher, &SESSION_XBOARD);
    session_feed(watcher.session, "post");
    for (char **line = lines; *line != NULL; line++)
        session_feed(watcher.session, *line);
    g_assert_cmpint(watcher.clock_ms, ==, g_ascii_strtoll(field[1], NULL, 10));
    g_assert_cmpint(watcher.moves_to_go, ==, g_ascii_strtoll(field[2], NULL, 10));
}

/* Whether xboard's @command, "level" or "st", takes @rest; the talk has said an error otherwise. */
static bool takes_limit(Talk *talk, const char *command, const char *rest)
{
    g_autofree char *line = g_strconcat(command, " ", rest, NULL), *error = NULL;

    say(talk, line);
    error = g_queue_pop_tail(talk->said);
    g_assert_true(error == NULL || g_str_has_prefix(error, "Error (invalid limit): "));
    return error == NULL;
}

TEST(a_time_control_is_moves_base_and_increment)
{
    g_auto(Talk) talk = talk_begin(&SESSION_XBOARD, "level:7", NULL);
    const XboardState *xboard = &((const Session *)talk.session)->xboard;

    g_assert_true(takes_limit(&talk, "level", "40 5 0"));
    g_assert_cmpint(xboard->level_moves, ==, 40);
    g_assert_cmpint(xboard->increment_ms, ==, 0);
    g_assert_true(takes_limit(&talk, "level", "0 2:30 12.5"));
    g_assert_cmpint(xboard->level_moves, ==, 0);
    g_assert_cmpint(xboard->increment_ms, ==, 12500);
    for (char **field; (field = NEXT_ROW("a time control is moves base and increment")) != NULL;)
        if (takes_limit(&talk, "level", field[0]))
            g_test_fail_printf("'%s' is taken for a time control", field[0]);
}

TEST(seconds_a_move_may_have_minutes)
{
    static const struct {
        const char *text;
        int64_t ms;
    } cases[] = {{"10", 10000}, {"2:05", 125000}, {"1.0", 1000},
                 {"0.05", 50},  {"0.0001", 1},    {"0", 1}};
    g_auto(Talk) talk = talk_begin(&SESSION_XBOARD, "level:7", NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_true(takes_limit(&talk, "st", cases[i].text));
        g_assert_cmpint(((const Session *)talk.session)->xboard.movetime_ms, ==, cases[i].ms);
    }
    for (char **field; (field = NEXT_ROW("seconds a move may have minutes")) != NULL;)
        if (takes_limit(&talk, "st", field[0]))
            g_test_fail_printf("'%s' is taken for seconds", field[0]);
}

/* Hears "stop" from the third time on. */
static SessionEvents hear(void *data)
{
    int *asked = data;

    return (SessionEvents){.stop = ++*asked >= 3};
}

TEST(a_search_without_end_is_stopped)
{
    int asked = 0;
    const SessionListener listener = {.read_events = hear, .data = &asked};
    g_auto(Talk) talk = talk_begin(&SESSION_UCI, "search:hash=1", &listener);
    g_autofree char *last = NULL;

    say(&talk, "go infinite");
    g_assert_cmpint(asked, ==, 3);
    last = g_queue_peek_tail(talk.said) != NULL ? g_strdup(g_queue_peek_tail(talk.said)) : NULL;
    g_assert_true(g_str_has_prefix(last, "info depth "));
    say(&talk, "stop");
    g_assert_true(g_str_has_prefix(g_queue_peek_tail(talk.said), "bestmove "));
}

/* Hears "stop" at a certain question. */
typedef struct {
    int asked, at;
} Stopper;

static SessionEvents hear_stop(void *data)
{
    Stopper *stopper = data;

    return (SessionEvents){.stop = ++stopper->asked >= stopper->at};
}

/* The move behind @word in the last line that has it; NULL: none has. Owner: the caller. */
static char *last_move(const GQueue *said, const char *word)
{
    for (const GList *line = said->tail; line != NULL; line = line->prev) {
        const char *place = strstr(line->data, word);
        if (place != NULL)
            return g_strndup(place + strlen(word), strcspn(place + strlen(word), " "));
    }
    return NULL;
}

/* Wherever a search is stopped: in some of these places it has found a better move at a depth that
 * it does not finish. */
TEST(the_last_line_sent_begins_with_the_move_that_is_played)
{
    static const char *const players[] = {"search:hash=1", "homeostatic:depth=5", "level:13"};
    static const char *const positions[] = {
        "position fen r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
        "position fen 2r3k1/1p3ppp/p3pn2/3p4/1q1P4/2NBP3/PP1Q1PPP/5RK1 b - - 0 1",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++)
        for (int at = 1; at < 60; at += 2) {
            Stopper stopper = {.at = at};
            const SessionListener listener = {.read_events = hear_stop, .data = &stopper};
            g_auto(Talk) uci = talk_begin(&SESSION_UCI, players[i], &listener);
            g_autofree char *line = NULL, *move = NULL;

            say(&uci, positions[at % 4 / 2]);
            say(&uci, "go wtime 600000 btime 600000");
            line = last_move(uci.said, " pv ");
            move = last_move(uci.said, "bestmove ");
            g_assert_cmpstr(line, ==, move);
        }
}

/* A script of what is said to a session that is thinking: the lines that wait. */
typedef struct {
    const char *const *next;
} Script;

static SessionEvents script_hear(void *data)
{
    const Script *script = data;
    SessionCall calls[8];
    guint count = 0;

    for (const char *const *line = script->next; *line != NULL; line++)
        calls[count++] = session_call(&SESSION_UCI, *line);
    return session_events_of(calls, count, false, false);
}

static bool script_take_question(void *data)
{
    Script *script = data;

    if (*script->next == NULL || session_call(&SESSION_UCI, *script->next) != SESSION_CALL_QUESTION)
        return false;
    script->next++;
    return true;
}

TEST(who_asks_a_search_whether_it_is_ready_is_answered_at_once)
{
    static const char *const lines[] = {"isready", "isready", "stop", "isready", NULL};
    Script script = {lines};
    const SessionListener listener = {script_hear, script_take_question, &script};
    g_auto(Talk) talk = talk_begin(&SESSION_UCI, "search:hash=1", &listener);
    int answers = 0;

    say(&talk, "go infinite");
    for (const GList *line = talk.said->head; line != NULL; line = line->next)
        answers += g_str_equal(line->data, "readyok");
    g_assert_cmpint(answers, ==, 2);
    g_assert_cmpstr(*script.next, ==, "stop"); /* what comes behind it waits for its turn */
}

/* A program that wants to know how far an analysis is, and says something each tenth time. */
static SessionEvents hear_tenth(void *data)
{
    int *asked = data;

    return (SessionEvents){.any = ++*asked % 10 == 0};
}

static bool take_third_question(void *data)
{
    const int *asked = data;

    return *asked % 10 == 3 && (++*(int *)data, true);
}

TEST(an_xboard_analysis_goes_on_after_what_leaves_the_position_as_it_is)
{
    int asked = 0;
    const SessionListener listener = {hear_tenth, take_third_question, &asked};
    g_auto(Talk) talk = talk_begin(&SESSION_XBOARD, "search:hash=1", &listener);
    int nodes = 0;
    guint before;

    say(&talk, "force");
    say(&talk, "analyze");
    for (const GList *line = talk.said->head; line != NULL && nodes == 0; line = line->next)
        sscanf(line->data, "stat01: %*d %d", &nodes);
    g_assert_cmpint(nodes, >, 1000);
    g_assert_false(g_str_has_prefix(g_queue_peek_tail(talk.said), "stat01"));
    before = g_queue_get_length(talk.said);
    say(&talk, "ping 7");
    g_assert_cmpstr(g_queue_peek_nth(talk.said, before), ==, "pong 7");
    g_assert_cmpuint(g_queue_get_length(talk.said), >, before + 2);
    say(&talk, "exit");
    before = g_queue_get_length(talk.said);
    say(&talk, "ping 8");
    g_assert_cmpuint(g_queue_get_length(talk.said), ==, before + 1);
}

/* Hears that the input has ended. */
static SessionEvents hear_end(G_GNUC_UNUSED void *data)
{
    return (SessionEvents){.any = true, .end = true};
}

TEST(the_moves_that_a_script_asks_for_come_though_its_input_has_ended)
{
    const SessionListener listener = {.read_events = hear_end};
    g_auto(Talk) talk = talk_begin(&SESSION_UCI, "search:hash=1", &listener);

    say(&talk, "go depth 4");
    g_assert_true(g_str_has_prefix(g_queue_peek_tail(talk.said), "bestmove "));
    g_assert_cmpuint(g_queue_get_length(talk.said), ==, 5);
    say(&talk, "go infinite"); /* comes back */
}

/* Gives the last move of @from to @to; false at the end of the game. */
static bool pass_move(Talk *from, Talk *to)
{
    g_autofree char *line = g_queue_pop_head(from->said);
    g_autofree char *command = NULL;

    if (line == NULL || !g_str_has_prefix(line, "move "))
        return false;
    command = g_strconcat("user", line, NULL);
    return say(to, command);
}

/* A game of two sessions ends by the rules, and both claim the same. */
TEST(two_sessions_play_to_an_end_that_both_see)
{
    g_auto(Talk) white = talk_begin(&SESSION_XBOARD, "level:7", NULL);
    g_auto(Talk) black = talk_begin(&SESSION_XBOARD, "level:2", NULL);
    g_autofree char *white_claim = NULL, *black_claim = NULL;

    say(&white, "go");
    while (pass_move(&white, &black) && g_queue_is_empty(white.said) && pass_move(&black, &white) &&
           g_queue_is_empty(black.said))
        ;
    white_claim = g_queue_pop_tail(white.said);
    black_claim = g_queue_pop_tail(black.said);
    g_assert_nonnull(white_claim);
    g_assert_cmpstr(white_claim, ==, black_claim);
    g_assert_nonnull(strchr(white_claim, '{'));
}
