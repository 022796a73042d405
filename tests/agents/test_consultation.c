#include "agents/consultation.h"
#include "percepts.h"

#include "tests/test.h"

/* Whether the agent of @text may suggest it at @level, the greatest loss being @worst_loss. */
static bool allows_at(const char *level, const char *fen, const char *text, int worst_loss,
                      bool consults)
{
    Scene scene;

    scene_set(&scene, fen, level);
    scene.order.consults = consults;
    scene.order.worst_loss = worst_loss;
    consultation_begin(&scene.order);
    return consultation_allows(&scene.order, action_of(&scene.percept, text));
}

/* The same at level 7 if the greatest loss is the measure. */
static bool allows(const char *fen, const char *text, int worst_loss, bool consults)
{
    return allows_at("7,any-worse-disregarded=off", fen, text, worst_loss, consults);
}

/* The rook on e2 shields the queen on e1 from the rook on e8. */
static const char SHIELD[] = "k3r3/8/8/7n/8/8/4R3/4Q1K1 w - - 0 1";

TEST(a_move_that_exposes_another_is_disregarded)
{
    g_assert_false(allows(SHIELD, "e2a2", 0, true));
    g_assert_true(allows(SHIELD, "e2e5", 0, true)); /* it still shields */
}

TEST(without_consultation_everything_is_allowed)
{
    g_assert_true(allows(SHIELD, "e2a2", 0, false));
}

TEST(the_greatest_loss_of_before_is_the_measure)
{
    g_assert_true(allows(SHIELD, "e2a2", 900, true));
    g_assert_false(allows(SHIELD, "e2a2", 899 - 500, true));
}

TEST(no_agent_may_be_worse_off)
{
    g_assert_false(allows_at("7", SHIELD, "e2a2", 900, true));
    g_assert_true(allows_at("7", SHIELD, "e2e5", 900, true));
    /* The rook attacks the knight before and after. */
    g_assert_true(allows_at("7", "k7/8/8/8/r2N4/8/8/6K1 w - - 0 1", "g1h1", 300, true));
}

TEST(an_attack_that_gains_more_than_is_exposed_is_allowed)
{
    /* The king defends the queen: exposed to a rook it loses 400. */
    g_assert_true(allows("k3r3/8/8/8/8/8/q3R3/4QK2 w - - 0 1", "e2a2", 0, true));
    g_assert_false(allows("k3r3/8/8/8/8/8/n3R3/4QK2 w - - 0 1", "e2a2", 0, true));
}

TEST(what_loses_its_defender_is_heard)
{
    /* The bishop goes away from the knight that the rook attacks. */
    static const char fen[] = "k7/8/8/8/r2N4/8/5B2/6K1 w - - 0 1";

    g_assert_false(allows(fen, "f2h4", 0, true));
    g_assert_true(allows(fen, "f2e3", 0, true));
}

TEST(a_castling_rook_is_asked_where_it_will_stand)
{
    /* On f1 the bishop on a6 attacks it, but the king beside it defends it: 500 - 350. */
    static const char fen[] = "4k3/8/b7/8/8/8/3PPPPP/3QK2R w K - 0 1";

    g_assert_true(allows(fen, "e1g1", 0, true)); /* the pawn on e2 is in the way */
    g_assert_cmpint(allows("4k3/8/8/8/8/8/3P1PPP/4K2R w K - 0 1", "e1g1", 0, true), ==, true);
}
