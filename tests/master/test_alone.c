/* Agents without a master, on small worlds of asynchronous chess. */
#include "master/beyond/alone.h"

#include "master/beyond/decision.h"
#include "tests/async_support.h"
#include "tests/percepts.h"
#include "tests/test.h"

typedef struct {
    LogicSet logics;
    Percept percept;
    Random random;
} Alone;

/* White's agents on @world, thinking with @logics. */
static Alone alone_on(const char *world, const char *logics)
{
    const AsyncWorld read = async_read(world);
    Alone alone = {.logics = logics_of(logics), .random = random_for_job(1, 1)};

    g_assert_true(percept_take_async(&read, COLOR_WHITE, &alone.logics, &alone.percept));
    return alone;
}

static Resolve decide(const char *world, const char *logics, const char *square)
{
    Alone alone = alone_on(world, logics);

    return alone_decide(&alone.percept, &alone.random, agent_on(&alone.percept, square));
}

static Resolve answer(const char *world, const char *logics, const char *square,
                      const char *threatened)
{
    Alone alone = alone_on(world, logics);

    return alone_answer(&alone.percept, &alone.random, agent_on(&alone.percept, square),
                        agent_on(&alone.percept, threatened));
}

static void assert_move(Resolve resolve, const char *expected)
{
    char move[MOVE_TEXT_SIZE];

    move_format(resolve.move, move);
    g_assert_cmpstr(move, ==, expected);
}

TEST(an_agent_takes_what_it_can)
{
    const Resolve resolve = decide("0 - Ra1 Ke1 na6 kh8", "4", "a1");

    assert_move(resolve, "a1a6");
    g_assert_cmpint(resolve.gain, ==, PIECE_VALUE[PIECE_KNIGHT]);
    g_assert_false(resolve.needs_help);
}

TEST(who_is_threatened_gains_what_it_saves)
{
    const Resolve resolve = decide("0 - Ke1 Qd4 rd8 kh8", "4", "d4");

    assert_move(resolve, "d4h8"); /* a king is worth more than all */
    g_assert_cmpint(decide("0 - Ke1 Nd4 kh7 rd8", "4", "d4").gain, ==, PIECE_VALUE[PIECE_KNIGHT]);
}

TEST(who_loses_whatever_it_does_needs_help_if_it_may_ask)
{
    /* The pawn is attacked by a rook and can only step on. */
    static const char world[] = "0 - Kg1 Pa4 ra8 kh8";

    g_assert_true(decide(world, "5", "a4").needs_help);
    g_assert_false(decide(world, "4", "a4").needs_help);
    g_assert_false(decide("0 - Ke1 Nd4 kh7 rd8", "5", "d4").needs_help);
    g_assert_true(decide("0 - Kg1 Pa4b5@1000 ra8 kh8", "5", "a4").needs_help);
    g_assert_cmpint(decide("0 - Kg1 Pa4b5@1000 ra8 kh8", "5", "a4").move, ==, MOVE_NONE);
}

TEST(who_is_asked_captures_the_attacker_or_defends)
{
    const Resolve attack = answer("0 - Kg1 Bg2 Pa4 re4 kh8", "5", "g2", "a4");
    const Resolve defence = answer("0 - Rb1 Kg1 Pa4 ra8 kh8", "6", "b1", "a4");

    assert_move(attack, "g2e4");
    g_assert_cmpint(attack.gain, ==, PIECE_VALUE[PIECE_ROOK] + PIECE_VALUE[PIECE_PAWN]);
    g_assert_cmpint(defence.gain, ==, PIECE_VALUE[PIECE_PAWN]);
    g_assert_true(move_from(defence.move) == square_of("b1"));
}

TEST(who_cannot_help_gains_nothing)
{
    g_assert_cmpint(answer("0 - Kg1 Nh1 Pa4 ra8 kh8", "6", "h1", "a4").gain, <=, 0);
    g_assert_cmpint(answer("0 - Kg1 Nh1 Pa4 rb8 kh8", "6", "h1", "a4").move, ==, MOVE_NONE);
}

TEST(who_is_asked_helps_rather_than_give_check)
{
    /* To save the other queen it gives itself for a rook and the pawn that takes it, which is taken
     * back; h6 and f8 would attack the king. */
    const Resolve resolve = answer("0 - Kg1 rd2 pc3 Qf4 Qd5d8@60000 kh8", "5", "f4", "d5");

    assert_move(resolve, "f4d2");
    g_assert_cmpint(resolve.gain, ==, PIECE_VALUE[PIECE_ROOK] + PIECE_VALUE[PIECE_PAWN]);
}

TEST(a_profit_is_seen_as_the_own_logics_have_it)
{
    static const char world[] = "0 - Ra1 Ke1 pa6 pb7 kh8"; /* the pawn on a6 is defended */
    const Alone first = alone_on(world, "1"), second = alone_on(world, "2");

    g_assert_true(alone_sees_profit(&first.percept, 0));
    g_assert_false(alone_sees_profit(&second.percept, 0));
}

/* The answers that a MasterAgent's decision takes. */
static int asked(const char *world, const char *logics)
{
    Alone alone = alone_on(world, logics);
    Deliberation deliberation;

    decision_make(&alone.percept, &alone.random, NULL, &deliberation);
    return deliberation.asked;
}

TEST(the_answers_that_agents_are_asked_for_are_counted)
{
    static const char quiet[] = "0 - Ke1 Pa2 Pb2 kh8"; /* 5 + 2 + 2 actions */
    static const char threatened[] = "0 - Kg1 Pa2 Pb2 ra8 kh8";

    g_assert_cmpint(asked(quiet, "1"), ==, 3);
    g_assert_cmpint(asked(quiet, "6"), ==, 3);
    g_assert_cmpint(asked(threatened, "4"), ==, 3);
    g_assert_cmpint(asked(threatened, "5"), ==, 3 + 2);
    g_assert_cmpint(asked(quiet, "7"), ==, 3 + 9 * 2);
}
