#include "board/threechess.h"
#include "tests/test.h"
#include "tests/three_support.h"

static void assert_outcome(GameOutcome outcome, int winner, int loser)
{
    g_assert_cmpint(outcome.termination, ==,
                    loser == GAME_NOBODY ? TERMINATION_NONE : TERMINATION_TIME);
    g_assert_cmpint(outcome.winner, ==, winner);
    g_assert_cmpint(outcome.loser, ==, loser);
}

TEST(time_is_charged_to_who_moves)
{
    ThreePosition pos = three_position_start();
    int64_t left_ms[] = {1000, 1000, 1000};

    three_clock_charge(left_ms, &pos, 10);
    three_position_set_turn(&pos, THREE_RED);
    assert_outcome(three_clock_charge(left_ms, &pos, 300), GAME_NOBODY, GAME_NOBODY);
    g_assert_cmpint(left_ms[THREE_BLUE], ==, 990);
    g_assert_cmpint(left_ms[THREE_GREEN], ==, 1000);
    g_assert_cmpint(left_ms[THREE_RED], ==, 700);
}

TEST(a_clock_may_be_run_down_to_zero_but_not_below)
{
    const ThreePosition pos = three_position_start();
    int64_t left_ms[] = {1000, 1000, 1000};

    assert_outcome(three_clock_charge(left_ms, &pos, 1000), GAME_NOBODY, GAME_NOBODY);
    g_assert_cmpint(left_ms[THREE_BLUE], ==, 0);
    assert_outcome(three_clock_charge(left_ms, &pos, 1), THREE_GREEN, THREE_BLUE);
    g_assert_cmpint(left_ms[THREE_BLUE], ==, -1);
}

/* The position, the side to move, which lets its time run out, and the side that then wins. */
typedef struct {
    const char *position;
    int winner, loser;
} TimeOutCase;

TEST(the_higher_score_wins_on_time_and_the_earlier_of_equals)
{
    static const TimeOutCase cases[] = {
        {"B BKBE1 GKGE1 RKRE1", THREE_GREEN, THREE_BLUE},
        {"G BKBE1 GKGE1 RKRE1", THREE_BLUE, THREE_GREEN},
        {"R BKBE1 GKGE1 RKRE1", THREE_BLUE, THREE_RED},
        {"B BKBE1 GKGE1 RKRE1 RPRA2", THREE_RED, THREE_BLUE},
        {"G BKBE1 GKGE1 RKRE1 RPRA2", THREE_RED, THREE_GREEN},
        {"R BKBE1 GKGE1 RKRE1 GPGA2", THREE_GREEN, THREE_RED},
        /* kings count */
        {"R BKBE1 GQGE1 GRGA1 GRGB1 GRGC1 GRGD1 RKRE1", THREE_BLUE, THREE_RED},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const ThreePosition pos = three_arrange(cases[i].position);
        int64_t left_ms[] = {10, 10, 10};
        assert_outcome(three_clock_charge(left_ms, &pos, 11), cases[i].winner, cases[i].loser);
    }
}

TEST(what_was_captured_counts_on_time)
{
    ThreePosition pos = three_arrange("R BKBE1 BNBB1 GKGE1 RKRE1 RRRA1 GBRA4");
    int64_t left_ms[] = {10, 10, 10};

    three_position_play(&pos,
                        three_move_make(three_square_parse("RA1"), three_square_parse("RA4")));
    three_position_set_turn(&pos, THREE_GREEN);
    assert_outcome(three_clock_charge(left_ms, &pos, 11), THREE_RED, THREE_GREEN);
}
