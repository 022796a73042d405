/* Any lines as what another program says to us: the sessions of all protocols live through them and
 * can still decide. */
#include <string.h>

#include "app/sessions/session_antichess.h"
#include "app/sessions/session_engine.h"
#include "require.h"

/* The player decides at once, and no line can seat another one: fuzz_player.c reads their texts. */
#define PLAYER "random"

/* The clock of the sessions: whoever waits for it does not wait long, and the same input has the
 * same answers. */
gint64 g_get_monotonic_time(void)
{
    static gint64 now_us;

    return now_us += 1000;
}

static bool seats_another(const char *line)
{
    g_autofree char *lower = g_ascii_strdown(line, -1);

    return strstr(lower, "player") != NULL;
}

static void note_line(const char *line, void *data)
{
    if (strpbrk(line, "\r\n") != NULL)
        g_error("more than one line: %s", line);
    g_free(*(char **)data);
    *(char **)data = g_strdup(line);
}

static void require_answer(char *const *answer, const char *expected)
{
    if (*answer == NULL || !g_str_has_prefix(*answer, expected))
        g_error("'%s' instead of '%s'", *answer, expected);
}

static int64_t now_ms(void *data)
{
    return ++*(int64_t *)data;
}

/* All but what would write files. Says whether the session goes on. */
static bool feed_antichess(AntichessSession *session, const char *line)
{
    return strstr(line, "SaveGame") != NULL || antichess_session_feed(session, line);
}

static void check_antichess(char *const *lines)
{
    g_autofree char *answer = NULL, *complaint = NULL;
    int64_t clock_ms = 0;
    const AntichessSessionOptions options = {
        .player = PLAYER,
        .seed = 1,
        .shows_board = true,
        .replies = {note_line, &answer},
        .complaints = {note_line, &complaint},
        .clock = {now_ms, &clock_ms},
    };
    g_autoptr(AntichessSession) session = antichess_session_new(&options, NULL);

    while (*lines != NULL && feed_antichess(session, *lines))
        lines++;
    antichess_session_feed(session, "StartNewGame computer 1 human 0");
    require_answer(&answer, "New game started");
    antichess_session_feed(session, "GetNextMove");
    require_answer(&answer, "Black Player has won");
}

static void feed(void *session, char *const *lines)
{
    for (; *lines != NULL; lines++)
        if (!seats_another(*lines))
            session_feed(session, *lines);
}

static void check_uci(char *const *lines)
{
    g_autofree char *answer = NULL;
    const SessionOutput output = {note_line, &answer};
    void *uci = session_begin(&SESSION_UCI, "fuzz", PLAYER, 1, &output, NULL, NULL);

    feed(uci, lines);
    session_feed(uci, "go");
    require_answer(&answer, "bestmove ");
    session_end(uci);
}

static void check_xboard(char *const *lines)
{
    g_autofree char *answer = NULL;
    const SessionOutput output = {note_line, &answer};
    void *xboard = session_begin(&SESSION_XBOARD, "fuzz", PLAYER, 1, &output, NULL, NULL);

    feed(xboard, lines);
    session_feed(xboard, "ping 1");
    require_answer(&answer, "pong 1");
    session_end(xboard);
}

/* The first byte says which protocol the rest is. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const checks[])(char *const *lines) = {check_uci, check_xboard, check_antichess};
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (size == 0 || size > 1000)
        return 0;
    text = g_strndup((const char *)data + 1, size - 1);
    lines = g_strsplit(text, "\n", -1);
    checks[data[0] % G_N_ELEMENTS(checks)](lines);
    return 0;
}
