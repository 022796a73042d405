#include "board/threechess.h"

#include "tests/test.h"
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

TEST(time_is_charged_to_who_moves)
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

TEST(an_illegal_move_changes_nothing_and_is_asked_before_the_time)
{
    ThreePosition pos = three_position_start();
    const ThreePosition before = pos;
    ThreeClocks clocks = three_clocks_start(1000);

    for (char **field;
         (field = NEXT_ROW("an illegal move changes nothing and is asked before the time")) !=
         NULL;)
        g_assert_cmpint(play(&clocks, &pos, field[0], 2000), ==, THREE_ILLEGAL);
    g_assert_cmpint(clocks.left_ms[THREE_BLUE], ==, 1000);
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    assert_result(&clocks, &pos, false, THREE_NOBODY, THREE_NOBODY);
}

TEST(a_clock_may_be_run_down_to_zero_but_not_below)
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

TEST(negative_times_add_to_a_clock)
{
    ThreePosition pos = three_position_start();
    ThreeClocks clocks = three_clocks_start(1000);

    g_assert_cmpint(play(&clocks, &pos, "BA2BA3", -500), ==, THREE_PLAYED);
    g_assert_cmpint(clocks.left_ms[THREE_BLUE], ==, 1500);
}

TEST(time_given_back_after_the_end_leaves_a_game_over_without_a_winner)
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

TEST(what_was_captured_counts_on_time)
{
    ThreePosition pos = three_arrange("R BKBE1 BNBB1 GKGE1 RKRE1 RRRA1 GBRA4");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "RA1RA4", 0), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "BE1BE2", 0), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "GE1GE2", 11), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_GREEN);
}

TEST(a_king_taken_too_late_is_not_taken)
{
    ThreePosition pos = three_arrange("R RRGE4 BKBE1 GKGE1 RKRE1");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "GE4GE1", 11), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_BLUE, THREE_RED);
    g_assert_cmpint(three_position_winner(&pos), ==, THREE_NOBODY);
}

TEST(a_king_taken_in_time_wins)
{
    ThreePosition pos = three_arrange("R RRGE4 BKBE1 GKGE1 RKRE1");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "GE4GE1", 10), ==, THREE_PLAYED);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_GREEN);
}

TEST(the_first_side_with_a_king_or_without_time_decides)
{
    ThreePosition pos = three_arrange("R RRGE4 BKBE1 GKGE1 RKRE1");
    ThreeClocks clocks = three_clocks_start(10);

    g_assert_cmpint(play(&clocks, &pos, "GE4GE1", 10), ==, THREE_PLAYED);
    g_assert_cmpint(play(&clocks, &pos, "BE1BE2", 11), ==, THREE_TIMED_OUT);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_BLUE);
    g_assert_cmpint(play(&clocks, &pos, "BE1BE2", -1), ==, THREE_PLAYED);
    assert_result(&clocks, &pos, true, THREE_RED, THREE_GREEN);
}
