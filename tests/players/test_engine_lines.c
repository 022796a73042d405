/* Lines of engines as they are understood, in the initial position. */
#include "board/chess.h"
#include "players/external/engine_protocol.h"
#include "tests/test.h"

static Engine *begin(EngineProtocolKind protocol)
{
    static const EngineSettings settings[] = {
        [ENGINE_PROTOCOL_UCI] = {.protocol = ENGINE_PROTOCOL_UCI},
        [ENGINE_PROTOCOL_CECP] = {.protocol = ENGINE_PROTOCOL_CECP},
    };
    Engine *engine = engine_new(&settings[protocol], (EngineLimit){0});

    engine->game = &GAME_CHESS;
    engine->state = GAME_CHESS.start();
    g_strlcpy(engine->cecp.last_move, "e2e4", sizeof engine->cecp.last_move);
    return engine;
}

static char *describe(const Engine *engine, bool is_answer, const Choice *choice)
{
    if (!is_answer)
        return g_strdup("nothing");
    if (choice->kind == CHOICE_MOVE)
        return g_strdup(game_move_code(&GAME_CHESS, choice->move).text);
    return g_strdup(choice->kind == CHOICE_FAILURE       ? engine->reason->str
                    : choice->kind == CHOICE_RESIGNATION ? "resigns"
                                                         : "draw");
}

static void check(EngineProtocolKind protocol, char **field)
{
    Engine *engine = begin(protocol);
    Choice choice = {.kind = CHOICE_FAILURE};
    const bool is_answer = engine->protocol->understand(engine, field[0], &choice);
    g_autofree char *found = describe(engine, is_answer, &choice);

    if (!g_str_equal(found, field[1]))
        g_test_fail_printf("'%s' is understood as '%s', not '%s'", field[0], found, field[1]);
    engine_free(engine);
}

TEST_ROWS(what_a_uci_engine_says_is_understood)
{
    check(ENGINE_PROTOCOL_UCI, field);
}

TEST_ROWS(what_an_xboard_engine_says_is_understood)
{
    check(ENGINE_PROTOCOL_CECP, field);
}

/* The features that @engine has, "ping setboard ", and its title in brackets. Owner: the caller. */
static char *list_features(const Engine *engine)
{
    const char *title = engine_title(engine);

    return g_strdup_printf(
        "%s%s%s%s%s%s[%s]", engine->cecp.has_ping ? "ping " : "",
        engine->cecp.has_setboard ? "setboard " : "", engine->cecp.has_usermove ? "usermove " : "",
        engine->cecp.wants_san ? "san " : "", engine->cecp.is_done ? "done " : "",
        engine->cecp.is_busy ? "busy " : "", title != NULL ? title : "");
}

TEST_ROWS(features_are_names_with_values_some_in_quotes)
{
    Engine *engine = begin(ENGINE_PROTOCOL_CECP);
    g_autofree char *line = g_strconcat("feature ", field[0], NULL), *found = NULL;
    Choice choice;

    g_assert_false(engine->protocol->understand(engine, line, &choice));
    found = list_features(engine);
    g_assert_cmpstr(found, ==, field[1]);
    engine_free(engine);
}

/* Speaks UCI: says who it is and what options it has, and plays e2e4. */
#define SCRIPT                                                                                     \
    "while read -r line; do case $line in uci) echo id author Unknown; echo id name Toy Engine 1;" \
    "echo option name Own Book type check default true; echo info string id name Other;"           \
    "echo option name Clear Hash type button; echo option name Odd; echo readyok; echo uciok;;"    \
    "isready) echo uciok; echo readyok;; go*) echo id author X; echo bestmove e2e4; esac; done"

TEST(a_uci_engine_says_its_name_and_its_options)
{
    g_autofree char *quoted = g_shell_quote(SCRIPT);
    g_autofree char *command = g_strconcat("sh -c ", quoted, NULL);
    const EngineSettings settings = {.command = command,
                                     .protocol = ENGINE_PROTOCOL_UCI,
                                     .options = "Own Book=false; clear hash; Odd=1",
                                     .init = "",
                                     .each_game = "",
                                     .dir = "",
                                     .start_ms = 20000,
                                     .answer_ms = 20000};
    Engine *engine = engine_new(&settings, (EngineLimit){ENGINE_LIMIT_DEPTH, 1});
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &(DrawRules){0});
    const Choice choice = engine_choose(engine, &(PlayerCall){.line = line});

    g_assert_cmpstr(engine_title(engine), ==, "Toy Engine 1");
    g_assert_cmpint(engine->uci_options->len, ==, 3);
    g_assert_cmpint(choice.kind, ==, CHOICE_MOVE);
    g_assert_cmpstr(game_move_code(&GAME_CHESS, choice.move).text, ==, "e2e4");
    engine_free(engine);
}
