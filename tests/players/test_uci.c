#include "players/engine/uci.h"

#include "tests/test.h"

TEST(what_an_engine_says_is_understood)
{
    static const struct {
        const char *line;
        UciAnswerKind kind;
        const char *text;
    } cases[] = {
        {"bestmove e2e4 ponder e7e5", UCI_ANSWER_BESTMOVE, "e2e4"},
        {" bestmove\te7e8q", UCI_ANSWER_BESTMOVE, "e7e8q"},
        {"bestmove (none)", UCI_ANSWER_BESTMOVE, "(none)"},
        {"bestmove", UCI_ANSWER_BESTMOVE, ""},
        {"readyok", UCI_ANSWER_READYOK, NULL},
        {"uciok", UCI_ANSWER_UCIOK, NULL},
        {"id name Toy Engine 1", UCI_ANSWER_NAME, "Toy Engine 1"},
        {"id author Unknown", UCI_ANSWER_OTHER, NULL},
        {"option name Own Book type check default true", UCI_ANSWER_OPTION, "Own Book"},
        {"option name Clear Hash type button", UCI_ANSWER_OPTION, "Clear Hash"},
        {"option name Odd", UCI_ANSWER_OPTION, "Odd"},
        {"info depth 1 pv e2e4", UCI_ANSWER_OTHER, NULL},
        {"bestmoves e2e4", UCI_ANSWER_OTHER, NULL},
        {"", UCI_ANSWER_OTHER, NULL},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const UciAnswer answer = uci_parse_answer(cases[i].line);
        g_autofree char *text =
            answer.text != NULL ? g_strndup(answer.text, (gsize)answer.length) : NULL;
        g_assert_cmpint(answer.kind, ==, cases[i].kind);
        g_assert_cmpstr(text, ==, cases[i].text);
    }
}
