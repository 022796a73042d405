#include "board/three_clock.h"

#include <glib.h>

#include "tests/three_support.h"

static ThreePlay play(ThreeClocks *clocks, ThreePosition *pos, const char *move, int ms)
{
    return three_clocks_play(clocks, pos, three_square_parse(move), three_square_parse(move + 3),
                             ms);
}

static void assert_result(const ThreeClocks *clocks, const ThreePosition *pos, bool is_over,
                          int winner, int loser)
{
    const ThreeResult result = three_clocks_result(clocks, pos);

    g_assert_true(result.is_over == is_over);
    g_assert_cmpint(result.winner, ==, winner);
    g_assert_cmpint(result.loser, ==, loser);
}

static void test_time_is_charged_to_who_moves(void)
{
    ThreePosition pos = three_position_start();
    ThreeClocks clocks = three_clocks_start(1000);

    g_assert_cmpint(play(&clocks, &pos, "BA2BA3", 10), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "GA2GA3", 0), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "RA2RA3", 300), ==, THREE_PLAYED);
    g_assert_cmpint(clocks.left_ms[THREE_BLUE], ==, 990);
    g_assert_cmpint(clocks.left_ms[THREE_GREEN], ==, 1000);
    g_assert_cmpint(clocks.left_ms[THREE_RED], ==, 700);
    assert_result(&clocks, &pos, false, THREE_NOBODY, THREE_NOBODY);
}

static void test_an_illegal_move_changes_nothing_and_is_asked_before_the_time(void)
{
    ThreePosition pos = three_position_start();
    const ThreePosition before = pos;
    ThreeClocks clocks = three_clocks_start(1000);
    static const char *const moves[] = {"BA2BA2", "BA2BB3", "GA2GA3", "BC3BC4"};

    for (size_t i = 0; i < G_N_ELEMENTS(moves); i++)
        g_assert_cmpint(play(&clocks, &pos, moves[i], 2000), ==, THREE_ILLEGAL);
    g_assert_cmpint(clocks.left_ms[THREE_BLUE], ==, 1000);
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    assert_result(&clocks, &pos, false, THREE_NOBODY, THREE_NOBODY);
}

static void test_a_clock_may_be_run_down_to_zero_but_not_below(void)
{
    ThreePosition pos = three_position_start();
    ThreePosition before;
    ThreeClocks clocks = three_clocks_start(1000);

    g_assert_cmpint(play(&clocks, &pos, "BA2BA3", 1000), ==, THREE_PLAYED);
    g_assert_cmpint(clocks.left_ms[THREE_BLUE], ==, 0);
    assert_result(&clocks, &pos, false, THREE_NOBODY, THREE_NOBODY);
    before = pos;
    g_assert_cmpint(play(&clocks, &pos, "GA2GA3", 1001), ==, THREE_TIMED_OUT);
    g_assert_cmpint(clocks.left_ms[THREE_GREEN], ==, -1);
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    assert_result(&clocks, &pos, true, THREE_BLUE, THREE_GREEN);
}

static void test_negative_times_add_to_a_clock(void)
{
    ThreePosition pos = three_position_start();
    ThreeClocks clocks = three_clocks_start(1000);

    g_assert_cmpint(play(&clocks, &pos, "BA2BA3", -500), ==, THREE_PLAYED);
    g_assert_cmpint(clocks.left_ms[THREE_BLUE], ==, 1500);
}

static void test_time_given_back_after_the_end_leaves_a_game_over_without_a_winner(void)
{
    ThreePosition pos = three_position_start();
    ThreeClocks clocks = three_clocks_start(1000);

    g_assert_cmpint(play(&clocks, &pos, "BA2BA3", 1001), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_GREEN, THREE_BLUE);
    g_assert_cmpint(play(&clocks, &pos, "BA2BA3", -10), ==, THREE_PLAYED);
    g_assert_cmpint(pos.turn, ==, THREE_GREEN);
    assert_result(&clocks, &pos, true, THREE_NOBODY, THREE_NOBODY);
}

/* The position, the side to move, which lets its time run out, and the side that then wins. */
typedef struct {
    const char *position;
    int winner, loser;
} TimeOutCase;

static void test_the_higher_score_wins_on_time_and_the_earlier_of_equals(void)
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
        ThreePosition pos = three_arrange(cases[i].position);
        ThreeClocks clocks = three_clocks_start(10);
        Move moves[THREE_MAX_MOVES];
        g_assert_cmpint(three_movegen_moves(&pos, moves), >, 0);
        g_assert_cmpint(three_clocks_play(&clocks, &pos, three_move_from(moves[0]),
                                          three_move_to(moves[0]), 11),
                        ==, THREE_TIMED_OUT);
        assert_result(&clocks, &pos, true, cases[i].winner, cases[i].loser);
    }
}

static void test_what_was_captured_counts_on_time(void)
{
    ThreePosition pos = three_arrange("R BKBE1 BNBB1 GKGE1 RKRE1 RRRA1 GBRA4");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "RA1RA4", 0), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "BE1BE2", 0), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "GE1GE2", 11), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_GREEN);
}

static void test_a_king_taken_too_late_is_not_taken(void)
{
    ThreePosition pos = three_arrange("R RRGE4 BKBE1 GKGE1 RKRE1");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "GE4GE1", 11), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_BLUE, THREE_RED);
    g_assert_cmpint(three_position_winner(&pos), ==, THREE_NOBODY);
}

static void test_a_king_taken_in_time_wins(void)
{
    ThreePosition pos = three_arrange("R RRGE4 BKBE1 GKGE1 RKRE1");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "GE4GE1", 10), ==, THREE_PLAYED);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_GREEN);
}

static void test_the_first_side_with_a_king_or_without_time_decides(void)
{
    ThreePosition pos = three_arrange("R RRGE4 BKBE1 GKGE1 RKRE1");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "GE4GE1", 10), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "BE1BE2", 11), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_BLUE);
    g_assert_cmpint(play(&clocks, &pos, "BE1BE2", -1), ==, THREE_PLAYED);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_GREEN);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/three-clock/time-is-charged-to-who-moves", test_time_is_charged_to_who_moves);
    g_test_add_func("/three-clock/an-illegal-move-changes-nothing-and-is-asked-before-the-time",
                    test_an_illegal_move_changes_nothing_and_is_asked_before_the_time);
    g_test_add_func("/three-clock/a-clock-may-be-run-down-to-zero-but-not-below",
                    test_a_clock_may_be_run_down_to_zero_but_not_below);
    g_test_add_func("/three-clock/negative-times-add-to-a-clock",
                    test_negative_times_add_to_a_clock);
    g_test_add_func(
        "/three-clock/time-given-back-after-the-end-leaves-a-game-over-without-a-winner",
        test_time_given_back_after_the_end_leaves_a_game_over_without_a_winner);
    g_test_add_func("/three-clock/the-higher-score-wins-on-time-and-the-earlier-of-equals",
                    test_the_higher_score_wins_on_time_and_the_earlier_of_equals);
    g_test_add_func("/three-clock/what-was-captured-counts-on-time",
                    test_what_was_captured_counts_on_time);
    g_test_add_func("/three-clock/a-king-taken-too-late-is-not-taken",
                    test_a_king_taken_too_late_is_not_taken);
    g_test_add_func("/three-clock/a-king-taken-in-time-wins", test_a_king_taken_in_time_wins);
    g_test_add_func("/three-clock/the-first-side-with-a-king-or-without-time-decides",
                    test_the_first_side_with_a_king_or_without_time_decides);
    return g_test_run();
}
