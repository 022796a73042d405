#include "agents/beyond/captures_chess.h"
#include "percepts.h"

#include "tests/test.h"

static Bitboard attacks(const Position *pos, Color color)
{
    return position_attacks(pos, color, position_occupied(pos));
}

static Reach reach_of(const Arrangement *arrangement, Color side)
{
    return (Reach){
        .side = side,
        .by_exchange = true,
        .own_attacks = attacks(&arrangement->pos, side),
        .other_attacks = attacks(&arrangement->pos, color_opponent(side)),
        .anyone = ~UINT64_C(0),
    };
}

static int overload(const char *fen, int least)
{
    const Arrangement arrangement = arrangement_in(fen, false);
    const Reach reach = reach_of(&arrangement, COLOR_WHITE);
    Gain best[2];

    captures_best(&arrangement, &reach, INT_MAX, best);
    g_assert_cmpint(best[0].amount, <=, least);
    return captures_of_overloaded(&arrangement, &reach, least).amount;
}

static int fork_in(const char *fen, Color side)
{
    const Arrangement arrangement = arrangement_in(fen, false);

    return forks_gain(&arrangement, side, attacks(&arrangement.pos, color_opponent(side))).amount;
}

TEST(a_defender_that_has_captured_back_defends_nothing_else)
{
    /* The pawn guards both knights, and can take back but once. */
    g_assert_cmpint(overload("6k1/8/3p4/2n1n3/8/5N2/8/2R3K1 w - - 0 1", 0), ==, 300);
    /* With a bishop as well one knight is left: the rook lures the pawn away. */
    g_assert_cmpint(overload("6k1/b7/3p4/2n1n3/8/5N2/8/2R3K1 w - - 0 1", 0), ==, 300 - 500 + 300);
    /* It is dear to take a bishop that the king guards, and worth it. */
    g_assert_cmpint(overload("6k1/5b2/8/3n4/8/1B6/5R2/6K1 w - - 0 1", 0), ==, 300 - 150);
}

TEST(a_defender_that_is_captured_defends_nothing_else)
{
    /* The knight on f6 alone guards the queen on h5. */
    static const char guarded[] = "6k1/6p1/5n2/7q/4N3/8/8/3Q3K w - - 0 1";

    g_assert_cmpint(overload(guarded, 0), ==, 300);
}

TEST(what_is_no_more_is_not_found)
{
    g_assert_cmpint(overload("6k1/6p1/5n2/7q/4N3/8/8/3Q3K w - - 0 1", 300), ==, 300);
    g_assert_cmpint(overload("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", 0), ==, 0);
}

/* Thesis, section 6, second point: "moves with two or more less profitable attacks". */
TEST(a_fork_gains_what_remains_when_the_dearest_is_saved)
{
    g_assert_cmpint(fork_in("r3k3/8/8/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 500);
    g_assert_cmpint(fork_in("r3k2q/8/8/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 500);
    /* One of them alone is saved. */
    g_assert_cmpint(fork_in("r6k/8/8/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 0);
    /* The pawn goes between two knights. */
    g_assert_cmpint(fork_in("6k1/8/2n1n3/8/3P4/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 300);
}

TEST(no_fork_from_where_the_piece_is_lost)
{
    g_assert_cmpint(fork_in("r3k3/1b1p4/8/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), >, 0);
    g_assert_cmpint(fork_in("r2qk3/8/8/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 0);
    /* A pinned piece goes nowhere. */
    g_assert_cmpint(fork_in("r3k3/8/8/1N6/8/8/8/1K6 w - - 0 1", COLOR_WHITE), ==, 500);
    g_assert_cmpint(fork_in("rr2k3/8/8/1N6/8/8/8/1K6 w - - 0 1", COLOR_WHITE), ==, 0);
}

TEST(the_attacker_may_be_captured_instead)
{
    /* The bishop that pins the other one is traded for it. */
    g_assert_cmpint(fork_in("4k1r1/8/8/8/5B1b/8/3K4/8 b - - 0 1", COLOR_BLACK), ==, 0);
    g_assert_cmpint(fork_in("4k1r1/8/8/8/5N1b/8/3K4/8 b - - 0 1", COLOR_BLACK), ==, 300);
    /* The rook is given for the knight, rather than the other rook for nothing. */
    g_assert_cmpint(fork_in("r3k3/4r3/1P6/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 200);
}

TEST(a_piece_behind_another_is_attacked_too)
{
    /* The rook checks, and takes the rook behind the king. */
    g_assert_cmpint(fork_in("8/8/8/r2k4/8/8/8/4K2R w - - 0 1", COLOR_WHITE), ==, 500);
    g_assert_cmpint(fork_in("8/8/8/r2k4/8/8/8/4K2R b - - 0 1", COLOR_BLACK), ==, 500);
}

TEST(a_fork_may_begin_with_a_capture)
{
    g_assert_cmpint(fork_in("r3k3/2p5/8/1N6/8/8/8/6K1 w - - 0 1", COLOR_WHITE), ==, 600);
}
