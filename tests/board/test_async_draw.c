#include "board/async_settle.h"

#include "tests/test.h"

#define DRAWS 100000
#define CANDIDATES 5

static const AsyncDraw DRAW = {
    .time_ms = 1000,
    .kind = ASYNC_DRAW_CONTESTED,
    .space = 27,
    .side = COLOR_COUNT,
    .candidates = UINT64_C(0x8000000400020101),
};

typedef enum { SEED, TIME } Differing;

/* How many of the draws that differ in @what go to the lower of two. */
static int lower_of_two(Differing what, AsyncDraw draw)
{
    int lower = 0;

    draw.candidates = 3;
    for (uint64_t i = 0; i < DRAWS; i++) {
        const uint64_t seed = what == SEED ? i : 1;
        draw.time_ms = what == TIME ? (int64_t)i : 1000;
        lower += async_draw_by_seed(&seed, &draw) == 0;
    }
    return lower;
}

TEST(a_candidate_is_drawn_and_all_are_equally_likely)
{
    int drawn[SQUARE_COUNT] = {0};
    int others = DRAWS;

    g_assert_cmpint(bitboard_count(DRAW.candidates), ==, CANDIDATES);
    for (uint64_t seed = 0; seed < DRAWS; seed++)
        drawn[async_draw_by_seed(&seed, &DRAW)]++;
    for (Bitboard rest = DRAW.candidates; rest; rest &= rest - 1) {
        const int count = drawn[bitboard_first(rest)];
        g_assert_cmpint(ABS(count - DRAWS / CANDIDATES), <, 600); /* less than five sigma */
        others -= count;
    }
    g_assert_cmpint(others, ==, 0);
}

TEST(a_seed_draws_the_same_in_every_version)
{
    static const Square drawn[] = {63, 17, 34, 8, 0, 17, 63, 63, 17, 8, 34, 0};

    for (uint64_t seed = 0; seed < G_N_ELEMENTS(drawn); seed++)
        g_assert_cmpint(async_draw_by_seed(&seed, &DRAW), ==, drawn[seed]);
}

TEST(seeds_and_times_both_decide)
{
    g_assert_cmpint(ABS(lower_of_two(SEED, DRAW) - DRAWS / 2), <, 800); /* five sigma */
    g_assert_cmpint(ABS(lower_of_two(TIME, DRAW) - DRAWS / 2), <, 800);
}

/* How often two draws that are asked with the same seeds agree. */
static int agreements(const AsyncDraw *a, const AsyncDraw *b)
{
    int agree = 0;

    for (uint64_t seed = 0; seed < DRAWS; seed++)
        agree += async_draw_by_seed(&seed, a) == async_draw_by_seed(&seed, b);
    return agree;
}

TEST(draws_about_different_things_have_nothing_to_do_with_each_other)
{
    AsyncDraw draw = DRAW, other;

    draw.candidates = UINT64_C(0x8000000000000001);
    g_assert_cmpint(agreements(&draw, &draw), ==, DRAWS);
    other = draw;
    other.time_ms++;
    g_assert_cmpint(ABS(agreements(&draw, &other) - DRAWS / 2), <, 800); /* five sigma */
    other = draw;
    other.kind = ASYNC_DRAW_HEAD_ON;
    g_assert_cmpint(ABS(agreements(&draw, &other) - DRAWS / 2), <, 800);
    other = draw;
    other.space++;
    g_assert_cmpint(ABS(agreements(&draw, &other) - DRAWS / 2), <, 800);
    other = draw;
    other.side = COLOR_WHITE;
    g_assert_cmpint(ABS(agreements(&draw, &other) - DRAWS / 2), <, 800);
}
