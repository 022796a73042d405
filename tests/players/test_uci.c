#include "players/engine/uci.h"

#include "tests/test.h"

/* What each word is for is in tests/data/uci.transcript. */
TEST(words_are_known_as_they_are_written_alone)
{
    static const char *const nothing[] = {"", " \t\r", "hello", "Quit"};
    g_auto(UciCommand) command = uci_parse("  isready \r");

    g_assert_cmpint(command.kind, ==, UCI_ISREADY);
    for (size_t i = 0; i < G_N_ELEMENTS(nothing); i++) {
        g_auto(UciCommand) none = uci_parse(nothing[i]);
        g_assert_cmpint(none.kind, ==, UCI_NOTHING);
    }
}

TEST(unknown_words_before_a_command_are_ignored)
{
    g_auto(UciCommand) command = uci_parse("joho debug on");

    g_assert_cmpint(command.kind, ==, UCI_DEBUG);
    g_assert_true(command.on);
}

TEST(names_and_values_of_options_may_have_blanks)
{
    g_auto(UciCommand) both = uci_parse("setoption name Clear  Hash value a b  c");
    g_auto(UciCommand) button = uci_parse("setoption name Clear Hash");
    g_auto(UciCommand) nothing = uci_parse("setoption");
    g_auto(UciCommand) empty = uci_parse("setoption name Book value");

    g_assert_cmpstr(both.name, ==, "Clear Hash");
    g_assert_cmpstr(both.value, ==, "a b c");
    g_assert_cmpstr(button.name, ==, "Clear Hash");
    g_assert_null(button.value);
    g_assert_null(nothing.name);
    g_assert_cmpstr(empty.name, ==, "Book");
    g_assert_null(empty.value);
}

TEST(a_position_is_the_start_or_a_fen_with_moves)
{
    g_auto(UciCommand) start = uci_parse("position startpos");
    g_auto(UciCommand) moves = uci_parse("position startpos moves e2e4  e7e5");
    g_auto(UciCommand) fen = uci_parse("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2");
    g_auto(UciCommand) nothing = uci_parse("position moves e2e4");
    g_auto(UciCommand) no_fen = uci_parse("position fen");

    g_assert_true(start.is_set_up && start.fen == NULL && start.moves == NULL);
    g_assert_true(moves.is_set_up && moves.fen == NULL);
    g_assert_cmpuint(g_strv_length(moves.moves), ==, 2);
    g_assert_cmpstr(moves.moves[1], ==, "e7e5");
    g_assert_true(fen.is_set_up);
    g_assert_cmpstr(fen.fen, ==, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    g_assert_cmpuint(g_strv_length(fen.moves), ==, 1);
    g_assert_false(nothing.is_set_up);
    g_assert_false(no_fen.is_set_up);
}

TEST(all_limits_of_a_search_are_read)
{
    g_auto(UciCommand) clocks =
        uci_parse("go wtime 60000 btime -5 winc 1000 binc 2000 movestogo 40");
    g_auto(UciCommand) fixed = uci_parse("go depth 5 nodes 6000000000 mate 3 movetime 250");
    g_auto(UciCommand) endless = uci_parse("go infinite");
    g_auto(UciCommand) ponder = uci_parse("go ponder wtime 1");

    g_assert_cmpint(clocks.limits.white_time_ms, ==, 60000);
    g_assert_cmpint(clocks.limits.black_time_ms, ==, -5);
    g_assert_cmpint(clocks.limits.white_increment_ms, ==, 1000);
    g_assert_cmpint(clocks.limits.black_increment_ms, ==, 2000);
    g_assert_cmpint(clocks.limits.moves_to_go, ==, 40);
    g_assert_cmpint(fixed.limits.depth, ==, 5);
    g_assert_cmpint(fixed.limits.nodes, ==, 6000000000);
    g_assert_cmpint(fixed.limits.mate, ==, 3);
    g_assert_cmpint(fixed.limits.move_time_ms, ==, 250);
    g_assert_true(endless.limits.infinite && !endless.limits.ponder);
    g_assert_true(ponder.limits.ponder && ponder.limits.white_time_ms == 1);
}

TEST(a_search_can_be_restricted_to_moves)
{
    g_auto(UciCommand) command = uci_parse("go searchmoves e2e4 e7e8q depth 3 infinite");

    g_assert_cmpuint(g_strv_length(command.moves), ==, 2);
    g_assert_cmpstr(command.moves[1], ==, "e7e8q");
    g_assert_cmpint(command.limits.depth, ==, 3);
    g_assert_true(command.limits.infinite);
}

TEST(a_limit_without_a_number_is_none)
{
    g_auto(UciCommand) last = uci_parse("go depth");
    g_auto(UciCommand) word = uci_parse("go depth nonsense movetime 7");
    g_auto(UciCommand) limit = uci_parse("go depth movetime 7");

    g_assert_cmpint(last.limits.depth, ==, 0);
    g_assert_cmpint(word.limits.depth, ==, 0);
    g_assert_cmpint(word.limits.move_time_ms, ==, 7);
    g_assert_cmpint(limit.limits.move_time_ms, ==, 7);
}

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
