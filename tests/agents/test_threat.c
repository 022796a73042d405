#include <glib.h>

#include "agents/threat.h"

static void test_nothing_is_lost_where_nobody_attacks(void)
{
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        const LogicSet logics = logic_set_of_level(level);
        g_assert_cmpint(threat_loss(&logics, 900, (Exposure){0, false}), ==, 0);
        g_assert_cmpint(threat_loss(&logics, 900, (Exposure){0, true}), ==, 0);
    }
}

static void test_no_defense_is_considered_at_this_logic_level(void)
{
    const LogicSet logics = logic_set_of_level(1);

    g_assert_cmpint(threat_loss(&logics, 500, (Exposure){900, true}), ==, 500);
    g_assert_cmpint(threat_loss(&logics, 500, (Exposure){100, false}), ==, 500);
}

static void test_the_cheapest_attacker_is_lost_if_the_square_is_defended(void)
{
    const LogicSet logics = logic_set_of_level(2);

    g_assert_cmpint(threat_loss(&logics, 500, (Exposure){100, true}), ==, 400);
    g_assert_cmpint(threat_loss(&logics, 500, (Exposure){500, true}), ==, 0);
    g_assert_cmpint(threat_loss(&logics, 500, (Exposure){900, true}), ==, 0);
    g_assert_cmpint(threat_loss(&logics, 500, (Exposure){100, false}), ==, 500);
}

static void test_a_king_alone_never_threatens_what_is_defended(void)
{
    const LogicSet logics = logic_set_of_level(2);

    g_assert_cmpint(threat_loss(&logics, 900, (Exposure){PIECE_KING_VALUE, true}), ==, 0);
    g_assert_cmpint(threat_loss(&logics, 900, (Exposure){PIECE_KING_VALUE, false}), ==, 900);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/threat/nothing-is-lost-where-nobody-attacks",
                    test_nothing_is_lost_where_nobody_attacks);
    g_test_add_func("/threat/no-defense-is-considered-at-this-logic-level",
                    test_no_defense_is_considered_at_this_logic_level);
    g_test_add_func("/threat/the-cheapest-attacker-is-lost-if-the-square-is-defended",
                    test_the_cheapest_attacker_is_lost_if_the_square_is_defended);
    g_test_add_func("/threat/a-king-alone-never-threatens-what-is-defended",
                    test_a_king_alone_never_threatens_what_is_defended);
    return g_test_run();
}
