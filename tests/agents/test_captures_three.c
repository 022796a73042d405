/* What opponents may capture in three-player chess, in positions small enough to count. */
#include "agents/beyond/captures_three.h"

#include "agents/beyond/percept_beyond.h"
#include "tests/positions.h"
#include "tests/test.h"
#include "tests/three_support.h"

static int lost_on(const char *text, const char *square)
{
    const ThreePosition pos = three_arrange(text);

    return three_exchange_on(&pos, false, three_square_parse(square));
}

static int overload(const char *text, int best_expected)
{
    const ThreePosition pos = three_arrange(text);
    Gain best[2];

    three_captures_best(&pos, false, true, INT_MAX, best);
    g_assert_cmpint(best[0].amount, ==, best_expected);
    return three_captures_of_overloaded(&pos, best[0].amount).amount;
}

static int fork_in(const char *text)
{
    const ThreePosition pos = three_arrange(text);

    return three_forks_gain(&pos).amount;
}

TEST(both_opponents_capture_on_one_square)
{
    /* Green's rook alone does not take the knight that a pawn guards. With Red's bishop, it does
     * not either: the bishop begins, and the rook takes back. */
    g_assert_cmpint(lost_on("B BNBC3 BPBD2 GRBC4", "BC3"), ==, 0);
    g_assert_cmpint(lost_on("B BNBC3 BPBD2 GRBC4 RBBB4", "BC3"), ==, 300 - 350 + 100);
}

TEST(a_pawn_that_captures_on_the_last_rank_is_a_queen)
{
    g_assert_cmpint(lost_on("B BRBA1 RPBB2", "BA1"), ==, 500 + 800);
    g_assert_cmpint(lost_on("B BRBA1 BRBH1 RPBB2", "BA1"), ==, 500 + 800 - 900);
}

TEST(a_defender_that_has_captured_back_defends_nothing_else)
{
    /* The pawn guards both bishops. Red's knight takes one, and then Green's rook the other, or the
     * pawn does not take back. */
    g_assert_cmpint(overload("B BBBC3 BBBE3 BPBD2 GRBC4 RNBF1", 50), ==, 350);
    /* One bishop is guarded by a second pawn. */
    g_assert_cmpint(overload("B BBBC3 BBBE3 BPBD2 BPBB2 BPBF2 GRBC4 RNBF1", 50), ==, 50);
}

TEST(double_attacks_of_the_next_move_are_seen)
{
    /* Red's knight comes to D3 and attacks two rooks that defend each other, */
    g_assert_cmpint(fork_in("B BRBC1 BRBE1 RNBF4"), ==, 500 - 300);
    /* or the king and a rook, */
    g_assert_cmpint(fork_in("B BRBC1 BKBE1 RNBF4"), ==, 500);
    /* but not if a pawn guards the square. */
    g_assert_cmpint(fork_in("B BRBC1 BKBE1 BPBC2 RNBF4"), ==, 0);
}

/* The outlook of what @from can do to @to. */
static CapturesAfter outlook_of(const char *text, const char *from, const char *to)
{
    const LogicSet logics = logics_of("1+exchange+whole-threat+double-attack");
    const ThreePosition pos = three_arrange(text);
    const Move move = three_move_make(three_square_parse(from), three_square_parse(to));
    CapturesAfter captures = {.overload.amount = -1};
    Percept percept;

    g_assert_true(percept_take_three(&pos, &logics, &percept));
    for (int i = 0; i < percept.action_count; i++)
        if (percept.actions[i].move == move)
            percept.board->beyond->captures_after(&percept, i, INT_MIN, &captures);
    return captures;
}

TEST(the_outlook_of_an_action_tells_them)
{
    const CapturesAfter overload =
        outlook_of("B BBBC3 BBBE3 BPBD2 BKBH1 GRBC4 RNBF1", "BH1", "BG1");
    const CapturesAfter fork = outlook_of("B BRBC1 BRBE1 BKBH1 RNBF4", "BH1", "BH2");

    g_assert_cmpint(overload.threat[0].amount, ==, 50);
    g_assert_cmpint(overload.overload.amount, ==, 350);
    g_assert_cmpint(fork.threat[0].amount, ==, 0);
    g_assert_cmpint(fork.fork.amount, ==, 200);
}
