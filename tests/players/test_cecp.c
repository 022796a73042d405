#include "players/engine/cecp.h"

#include "tests/test.h"

TEST(a_time_control_is_moves_base_and_increment)
{
    CecpLevel level = {0};

    g_assert_true(cecp_parse_level("40 5 0", &level));
    g_assert_cmpint(level.moves, ==, 40);
    g_assert_cmpint(level.increment_ms, ==, 0);
    g_assert_true(cecp_parse_level("0 2:30 12.5", &level));
    g_assert_cmpint(level.moves, ==, 0);
    g_assert_cmpint(level.increment_ms, ==, 12500);
    for (char **field; (field = NEXT_ROW("a time control is moves base and increment")) != NULL;)
        if (cecp_parse_level(field[0], &level))
            g_test_fail_printf("'%s' is taken for a time control", field[0]);
}

TEST(seconds_a_move_may_have_minutes)
{
    int64_t ms = 0;

    g_assert_true(cecp_parse_seconds("10", &ms));
    g_assert_cmpint(ms, ==, 10000);
    g_assert_true(cecp_parse_seconds("2:05", &ms));
    g_assert_cmpint(ms, ==, 125000);
    g_assert_true(cecp_parse_seconds("1.0", &ms));
    g_assert_cmpint(ms, ==, 1000);
    g_assert_true(cecp_parse_seconds("0.05", &ms));
    g_assert_cmpint(ms, ==, 50);
    g_assert_true(cecp_parse_seconds("0.0001", &ms));
    g_assert_cmpint(ms, ==, 1);
    for (char **field; (field = NEXT_ROW("seconds a move may have minutes")) != NULL;)
        if (cecp_parse_seconds(field[0], &ms))
            g_test_fail_printf("'%s' is taken for seconds", field[0]);
}

TEST(what_an_engine_says_is_understood)
{
    static const struct {
        const char *line;
        CecpAnswerKind kind;
        const char *text;
    } cases[] = {
        {"move e2e4", CECP_ANSWER_MOVE, "e2e4"},
        {"move Nfg4 {0.15}", CECP_ANSWER_MOVE, "Nfg4"},
        {"My move is: e7e8q", CECP_ANSWER_MOVE, "e7e8q"},
        {"My move is : O-O", CECP_ANSWER_MOVE, "O-O"},
        {"move ", CECP_ANSWER_MOVE, ""},
        {"pong 17", CECP_ANSWER_PONG, "17"},
        {"resign", CECP_ANSWER_RESIGN, ""},
        {"tellics resign", CECP_ANSWER_RESIGN, ""},
        {"1-0 {White mates}", CECP_ANSWER_WHITE_WINS, "{White"},
        {"0-1 {White resigns}", CECP_ANSWER_BLACK_WINS, "{White"},
        {"1/2-1/2 {Stalemate}", CECP_ANSWER_DRAW, "{Stalemate}"},
        {"Illegal move (in check): e2e4", CECP_ANSWER_ILLEGAL, "(in"},
        {"feature ping=1 done=1", CECP_ANSWER_FEATURE, "ping=1 done=1"},
        {"", CECP_ANSWER_OTHER, NULL},
        {"moves e2e4", CECP_ANSWER_OTHER, NULL},
        {" 1 23 0 56 e2e4 e7e5", CECP_ANSWER_OTHER, NULL},
        {"# move e2e4", CECP_ANSWER_OTHER, NULL},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const CecpAnswer answer = cecp_parse_answer(cases[i].line);
        g_autofree char *text =
            answer.text != NULL ? g_strndup(answer.text, (gsize)answer.length) : NULL;
        g_assert_cmpint(answer.kind, ==, cases[i].kind);
        g_assert_cmpstr(text, ==, cases[i].text);
    }
}

/* All features of a line, each "NAME=VALUE;". Owner: the caller. */
static char *list_features(const char *text)
{
    g_autoptr(GString) list = g_string_new(NULL);
    CecpFeature feature;

    while (cecp_next_feature(&text, &feature))
        g_string_append_printf(list, "%.*s=%.*s;", (int)feature.name_length, feature.name,
                               (int)feature.value_length, feature.value);
    return g_strdup(list->str);
}

TEST_ROWS(features_are_names_with_values_some_in_quotes)
{
    g_autofree char *list = list_features(field[0]);

    g_assert_cmpstr(list, ==, field[1]);
}
