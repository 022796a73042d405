
#include "players/search/search_settings.h"
#include "tests/test.h"

static const PaceBounds PAGE = {30000, 200000};

/* The depths after each of the moves, which took so many seconds. */
static void assert_depths(int first, const int *taken_s, const int *depths, int moves)
{
    Pace pace = {.depth = first};

    for (int i = 0; i < moves; i++) {
        pace_note(&pace, PAGE, INT64_C(1000) * taken_s[i], 8);
        if (pace.depth != depths[i])
            g_test_fail_printf("after move %d of %d s the depth is %d, not %d", i + 1, taken_s[i],
                               pace.depth, depths[i]);
    }
}

#define ASSERT_DEPTHS(first, taken, ...)                              \
    do {                                                              \
        const int depths[] = {__VA_ARGS__};                           \
        G_STATIC_ASSERT(G_N_ELEMENTS(depths) == G_N_ELEMENTS(taken)); \
        assert_depths(first, taken, depths, G_N_ELEMENTS(depths));    \
    } while (0)

TEST(it_looks_further_ahead_after_two_fast_moves)
{
    static const int fast[] = {100, 10, 10, 49};

    ASSERT_DEPTHS(4, fast, 4, 4, 5, 6);
}

TEST(it_looks_less_far_ahead_after_slow_moves_weighted)
{
    /* (4 * 400 + 3 * 100 + 2 * 100 + 100) / 10 = 220 */
    static const int slow[] = {100, 100, 100, 400};
    /* (400 + 2 * 100 + 3 * 100 + 4 * 100) / 10 = 130 in the end, 170 and 190 before */
    static const int long_ago[] = {199, 199, 199, 199, 199};

    ASSERT_DEPTHS(6, slow, 6, 6, 6, 5);
    ASSERT_DEPTHS(6, long_ago, 6, 6, 6, 6, 6);
}

TEST(the_depth_stays_from_three_to_the_most)
{
    static const int fast[] = {1, 1, 1}, slow[] = {900, 900, 900};

    ASSERT_DEPTHS(7, fast, 8, 8, 8);
    ASSERT_DEPTHS(4, slow, 3, 3, 3);
}

TEST(the_first_depth_is_by_the_base_six_logarithm_of_the_test)
{
    g_assert_cmpint(pace_first(1.0).depth, ==, 3);
    g_assert_cmpint(pace_first(0.2).depth, ==, 3);
    g_assert_cmpint(pace_first(0.16).depth, ==, 4);
    g_assert_cmpint(pace_first(0.02).depth, ==, 5);
    g_assert_cmpint(pace_first(30).depth, ==, 3);
    g_assert_cmpint(pace_first(0).depth, <, 20);
}
