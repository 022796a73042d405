#include "percepts.h"

#include "tests/test.h"

/* Two draws, the second of which depends on the first. */
static int draw_twice(Chance *chance)
{
    const int first = pick(chance, 3);

    return first == 0 ? 10 * pick(chance, 4) : first;
}

TEST(chance_next_way_goes_through_all_ways)
{
    double share[31] = {0}, sum = 0;
    Chance chance = CHANCE_ALL_WAYS;
    int ways = 0;

    do {
        const int fell = draw_twice(&chance);
        share[fell] += chance_of_way(&chance);
        ways++;
    } while (chance_next_way(&chance));
    for (int i = 0; i < 31; i++)
        sum += share[i];
    g_assert_cmpint(ways, ==, 6);
    g_assert_cmpfloat_with_epsilon(sum, 1, 1e-12);
    g_assert_cmpfloat_with_epsilon(share[1], 1.0 / 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(share[30], 1.0 / 12, 1e-12);
}

TEST(pick_throws_a_fair_die)
{
    Random random = random_for_job(1, 1);
    int times[31] = {0};

    for (int i = 0; i < 12000; i++) {
        Chance chance = chance_thrown(random_next(&random));
        times[draw_twice(&chance)]++;
    }
    g_assert_cmpint(ABS(times[1] - 4000), <, 300);
    g_assert_cmpint(ABS(times[2] - 4000), <, 300);
    for (int i = 0; i < 4; i++)
        g_assert_cmpint(ABS(times[10 * i] - 1000), <, 170);
}

TEST(equals_draw_draws_an_agent_or_one_of_all)
{
    Equals equals = {.is_one_draw = false};
    Scene scene;
    int knight, king;

    scene_set(&scene, "k7/8/8/8/8/8/8/K6N w - - 0 1", "1");
    king = action_of(&scene.percept, "a1a2");
    knight = action_of(&scene.percept, "h1f2");
    equals.of[0] = agent_moves(&scene.percept.agents[0]);
    equals.of[1] = agent_moves(&scene.percept.agents[1]);
    g_assert_cmpfloat_with_epsilon(equals_share(&equals, &scene.percept, king), 1.0 / 6, 1e-12);
    g_assert_cmpfloat_with_epsilon(equals_share(&equals, &scene.percept, knight), 1.0 / 4, 1e-12);
    equals.is_one_draw = true;
    g_assert_cmpfloat_with_epsilon(equals_share(&equals, &scene.percept, king), 1.0 / 5, 1e-12);
    g_assert_cmpfloat_with_epsilon(equals_share(&equals, &scene.percept, knight), 1.0 / 5, 1e-12);
}
