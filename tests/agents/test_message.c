#include <string.h>

#include "agents/agent.h"
#include "agents/logics.h"
#include "agents/message.h"
#include "board/chess.h"
#include "board/threechess.h"

#include "tests/test.h"

static const AgentName KNIGHT = {PIECE_KNIGHT, 6};

static void assert_text(const Message *message, const char *expected)
{
    g_autofree char *text = message_format(message, &GAME_CHESS);

    g_assert_cmpstr(text, ==, expected);
}

static Move move_of(const char *squares)
{
    return move_make(square_at(squares[0] - 'a', squares[1] - '1'),
                     square_at(squares[2] - 'a', squares[3] - '1'), MOVE_QUIET);
}

TEST(names_are_pieces_and_squares)
{
    const AgentText knight = agent_text(KNIGHT, &GAME_CHESS);
    const AgentText master = agent_text(AGENT_MASTER, &GAME_CHESS);
    const AgentText all = agent_text(AGENT_ALL, &GAME_CHESS);

    g_assert_cmpstr(knight.text, ==, "knight g1");
    g_assert_cmpstr(master.text, ==, "master");
    g_assert_cmpstr(all.text, ==, "all");
}

TEST(names_are_read_as_they_are_written)
{
    AgentName name;

    for (char **field; (field = NEXT_ROW("names are read as they are written")) != NULL;) {
        AgentText again;
        g_assert_true(agent_name_parse(field[0], &GAME_CHESS, &name));
        again = agent_text(name, &GAME_CHESS);
        g_assert_cmpstr(again.text, ==, field[0]);
    }
    for (char **field; (field = NEXT_ROW("names are read as they are written: others")) != NULL;)
        g_assert_false(agent_name_parse(field[0], &GAME_CHESS, &name));
}

TEST(a_report_tells_threat_attack_and_move)
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
                "report    knight g1 to master: attacked by 2, cheapest attacker 100, defended, "
                "loss 200; attack none; move g1f3 0 (move, one of g1f3,g1h3); disregarded g1f3");
}

TEST(requests_and_answers_are_sentences)
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

    assert_text(&request, "request   knight g1 to all: who can capture one of my attackers, or who "
                          "can defend or shield me?");
    assert_text(&answer, "answer    knight g1 to queen d1: d1d7 would cost me 300");
}

TEST(a_king_is_beyond_counting)
{
    const Proposal rows[] = {
        {.move = move_of("e1e2"), .kind = CANDIDATE_MOVE, .worth = -PIECE_KING_VALUE},
        {.move = move_of("d1d7"), .kind = CANDIDATE_PLANNED_MOVE, .worth = PIECE_KING_VALUE - 300}};
    const Message message = {.kind = MESSAGE_DECISION,
                             .sender = AGENT_MASTER,
                             .receiver = AGENT_ALL,
                             .is_threatened = true,
                             .worst = KNIGHT,
                             .loss = 300,
                             .candidates = rows,
                             .candidate_count = 2,
                             .proposal = rows[1]};

    assert_text(&message,
                "decision  master to all: most threatened: knight g1, loss 300; candidates: "
                "e1e2 -king (move), d1d7 king (move with a planned attack); played: "
                "d1d7 king (move with a planned attack); the same without any one of the logics");
}

TEST(an_answer_can_be_a_mate_which_is_more_than_a_king_or_missing)
{
    Message expected = {.kind = MESSAGE_EXPECT,
                        .sender = KNIGHT,
                        .receiver = AGENT_MASTER,
                        .action = move_of("a1a2"),
                        .proposal = {.move = move_of("g1e2"), .kind = CANDIDATE_MOVE}};

    expected.proposal.worth = 500 - WORTH_OF_MATE;
    assert_text(&expected,
                "expect    knight g1 to master: a1a2 would be worth -mate after the answer g1e2 "
                "(move)");
    expected.proposal.worth = WORTH_OF_MATE;
    assert_text(&expected,
                "expect    knight g1 to master: a1a2 would be worth mate after the answer g1e2 "
                "(move)");
    expected.proposal.move = MOVE_NONE;
    assert_text(&expected,
                "expect    knight g1 to master: a1a2: the opponents would have no answer");
}

TEST(a_refusal_gives_its_reason)
{
    for (int i = OBJECTION_NONE + 1; i < OBJECTION_COUNT; i++) {
        const Message refusal = {.kind = MESSAGE_REFUSE,
                                 .sender = AGENT_MASTER,
                                 .receiver = KNIGHT,
                                 .action = move_of("g1f3"),
                                 .objection = (Objection)i};
        g_autofree char *text = g_strconcat(
            "refuse    master to knight g1: g1f3 is refused: ", OBJECTION_SENTENCES[i], NULL);
        assert_text(&refusal, text);
    }
}

TEST(a_decision_names_the_logics_it_hangs_on)
{
    const Proposal row = {.move = move_of("d5c5"), .kind = CANDIDATE_ATTACK, .worth = 100};
    const Decider deciders[] = {{LOGIC_BACKUP, move_of("h5h8"), 1},
                                {LOGIC_DEFENCE_CONSIDERATION, move_of("d5d6"), 0.75}};
    const Share shares[] = {{move_of("d5c5"), 0.75}, {move_of("d5d6"), 0.25}};
    const Message message = {.kind = MESSAGE_DECISION,
                             .sender = AGENT_MASTER,
                             .receiver = AGENT_ALL,
                             .candidates = &row,
                             .candidate_count = 1,
                             .proposal = row,
                             .deciders = deciders,
                             .decider_count = 2,
                             .shares = shares,
                             .share_count = 2};

    assert_text(&message,
                "decision  master to all: candidates: d5c5 100 (attack); played: d5c5 100 "
                "(attack); drawn from: d5c5 75 %, d5d6 25 %; decided by backup (else h5h8), "
                "defence-consideration (else d5d6; shares differ by 75 %)");
}

TEST(names_and_moves_are_those_of_the_game)
{
    const AgentName knight = {PIECE_KNIGHT, three_square_parse("BG1")};
    const Message consult = {
        .kind = MESSAGE_CONSULT,
        .sender = knight,
        .receiver = AGENT_ALL,
        .action = three_move_make(three_square_parse("BG1"), three_square_parse("BF3"))};
    g_autofree char *text = message_format(&consult, &GAME_THREECHESS);
    AgentName name;

    g_assert_cmpstr(text, ==, "consult   knight BG1 to all: BG1BF3: what would you lose?");
    g_assert_true(agent_name_parse("knight BG1", &GAME_THREECHESS, &name));
    g_assert_cmpint(name.square, ==, knight.square);
    g_assert_false(agent_name_parse("knight BG1 ", &GAME_THREECHESS, &name));
    g_assert_false(agent_name_parse("knight g1", &GAME_THREECHESS, &name));
}

/* A copy has lists of its own, lists of lists too. */
TEST(a_copy_stands_on_its_own)
{
    Move equals[] = {move_of("g1f3"), move_of("g1h3")};
    Decider decider = {LOGIC_BACKUP, move_of("h5h8"), 1};
    Proposal row = {.move = equals[0], .equals = equals, .equal_count = 2};
    const Message message = {.kind = MESSAGE_DECISION,
                             .sender = AGENT_MASTER,
                             .receiver = AGENT_ALL,
                             .candidates = &row,
                             .candidate_count = 1,
                             .proposal = row,
                             .deciders = &decider,
                             .decider_count = 1};
    g_autofree char *before = message_format(&message, &GAME_CHESS);
    g_autoptr(Message) copy = message_copy(&message);
    g_autofree char *after = NULL;

    memset(equals, 0, sizeof equals);
    memset(&decider, 0, sizeof decider);
    memset(&row, 0, sizeof row);
    after = message_format(copy, &GAME_CHESS);
    g_assert_cmpstr(before, ==, after);
}
