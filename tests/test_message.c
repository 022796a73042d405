#include <glib.h>

#include "agents/message.h"

static const AgentName KNIGHT = {PIECE_KNIGHT, 6};

static void assert_text(const Message *message, const char *expected)
{
    g_autofree char *text = message_format(message);

    g_assert_cmpstr(text, ==, expected);
}

static Move move_of(const char *squares)
{
    return move_make(square_at(squares[0] - 'a', squares[1] - '1'),
                     square_at(squares[2] - 'a', squares[3] - '1'), MOVE_QUIET);
}

static void test_names_are_pieces_and_squares(void)
{
    g_autofree char *knight = agent_name_format(KNIGHT);
    g_autofree char *master = agent_name_format(AGENT_MASTER);
    g_autofree char *all = agent_name_format(AGENT_ALL);

    g_assert_cmpstr(knight, ==, "knight g1");
    g_assert_cmpstr(master, ==, "master");
    g_assert_cmpstr(all, ==, "all");
}

static void test_names_are_read_as_they_are_written(void)
{
    static const char *const names[] = {"master", "all", "pawn a1", "king h8", "knight g1"};
    static const char *const others[] = {"",         "nobody",    "knight",     "knight ",
                                         "knight g", "knight g9", "knight g1 ", "Knight g1",
                                         "king i1",  "knight  g1"};
    AgentName name;

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *again = NULL;
        g_assert_true(agent_name_parse(names[i], &name));
        again = agent_name_format(name);
        g_assert_cmpstr(again, ==, names[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        g_assert_false(agent_name_parse(others[i], &name));
}

static void test_a_report_tells_threat_attack_and_move(void)
{
    const Move equals[] = {move_of("g1f3"), move_of("g1h3")};
    const Message message = {
        .kind = MESSAGE_REPORT,
        .sender = KNIGHT,
        .receiver = AGENT_MASTER,
        .attackers = 2,
        .cheapest_attacker = 100,
        .defended = true,
        .loss = 200,
        .has_actions = true,
        .move = {.move = equals[0], .kind = CANDIDATE_MOVE, .equals = equals, .equal_count = 2},
        .disregarded = equals,
        .disregarded_count = 1,
    };

    assert_text(&message,
                "report    knight g1 to master: attacked by 2, the cheapest worth 100, defended, "
                "loss 200; attack none; move g1f3 0 (move, drawn from g1f3,g1h3); "
                "disregarded g1f3");
}

static void test_requests_and_answers_are_sentences(void)
{
    const Message request = {.kind = MESSAGE_REQUEST,
                             .sender = KNIGHT,
                             .receiver = AGENT_ALL,
                             .wants_attack = true,
                             .wants_defence = true};
    const Message answer = {.kind = MESSAGE_ANSWER,
                            .sender = KNIGHT,
                            .receiver = {PIECE_QUEEN, 3},
                            .action = move_of("d1d7"),
                            .loss = 300};

    assert_text(&request, "request   knight g1 to all: who can capture an attacker of mine, or who "
                          "can defend or shield me?");
    assert_text(&answer, "answer    knight g1 to queen d1: d1d7 would cost me 300");
}

static void test_a_king_is_beyond_counting(void)
{
    const Proposal rows[] = {
        {.move = move_of("e1e2"), .kind = CANDIDATE_MOVE, .worth = -PIECE_KING_VALUE},
        {.move = move_of("d1d7"), .kind = CANDIDATE_PLANNED_MOVE, .worth = PIECE_KING_VALUE - 300}};
    const Message message = {.kind = MESSAGE_DECISION,
                             .sender = AGENT_MASTER,
                             .receiver = AGENT_ALL,
                             .worst = KNIGHT,
                             .loss = 300,
                             .candidates = rows,
                             .candidate_count = 2,
                             .proposal = rows[1]};

    assert_text(&message, "decision  master to all: worst threat: knight g1, loss 300; candidates: "
                          "e1e2 -a king (move), d1d7 a king (move with a planned attack); played: "
                          "d1d7 a king (move with a planned attack)");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/message/names-are-pieces-and-squares", test_names_are_pieces_and_squares);
    g_test_add_func("/message/names-are-read-as-they-are-written",
                    test_names_are_read_as_they_are_written);
    g_test_add_func("/message/a-report-tells-threat-attack-and-move",
                    test_a_report_tells_threat_attack_and_move);
    g_test_add_func("/message/requests-and-answers-are-sentences",
                    test_requests_and_answers_are_sentences);
    g_test_add_func("/message/a-king-is-beyond-counting", test_a_king_is_beyond_counting);
    return g_test_run();
}
