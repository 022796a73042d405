#include "percepts.h"

#include "tests/test.h"

TEST(nothing_is_lost_where_nobody_attacks)
{
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        const LogicSet logics = logic_set_of_level(level);
        g_assert_cmpint(loss_at(&logics, 900, (Exposure){0, false}), ==, 0);
        g_assert_cmpint(loss_at(&logics, 900, (Exposure){0, true}), ==, 0);
    }
}

TEST(no_defense_is_considered_at_this_logic_level)
{
    const LogicSet logics = logic_set_of_level(1);

    g_assert_cmpint(loss_at(&logics, 500, (Exposure){900, true}), ==, 500);
    g_assert_cmpint(loss_at(&logics, 500, (Exposure){100, false}), ==, 500);
}

TEST(the_cheapest_attacker_is_lost_if_the_square_is_defended)
{
    const LogicSet logics = logic_set_of_level(2);

    g_assert_cmpint(loss_at(&logics, 500, (Exposure){100, true}), ==, 400);
    g_assert_cmpint(loss_at(&logics, 500, (Exposure){500, true}), ==, 0);
    g_assert_cmpint(loss_at(&logics, 500, (Exposure){900, true}), ==, 0);
    g_assert_cmpint(loss_at(&logics, 500, (Exposure){100, false}), ==, 500);
}

TEST(a_king_alone_never_threatens_what_is_defended)
{
    const LogicSet logics = logic_set_of_level(2);

    g_assert_cmpint(loss_at(&logics, 900, (Exposure){PIECE_KING_VALUE, true}), ==, 0);
    g_assert_cmpint(loss_at(&logics, 900, (Exposure){PIECE_KING_VALUE, false}), ==, 900);
}
