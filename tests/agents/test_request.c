#include "agents/request.h"
#include "percepts.h"

#include "tests/test.h"

/* The best offers to the agent on @threatened, as "KIND MOVE,MOVE NET", or "nothing". */
static char *solution(const char *fen, const char *logics, const char *threatened,
                      bool wants_defence)
{
    g_autoptr(GString) moves = g_string_new(NULL);
    Scene scene;
    Offers offers;

    scene_set(&scene, fen, logics);
    scene.order.worst = agent_on(&scene.percept, threatened);
    scene.order.worst_loss = agent_loss(&scene.order, scene.order.worst);
    request_help(&scene.order, percept_others(&scene.percept, scene.order.worst), wants_defence,
                 &offers);
    if (equals_first(&offers.equals, &scene.percept) == NO_ACTION)
        return g_strdup("nothing");
    for (int action = 0; action < scene.percept.action_count; action++) {
        char move[MOVE_TEXT_SIZE];
        if (!equals_have(&offers.equals, &scene.percept, action))
            continue;
        move_format(scene.percept.actions[action].move, move);
        g_string_append_printf(moves, "%s%s", moves->len > 0 ? "," : "", move);
    }
    return g_strdup_printf("%s %s %d",
                           offers.kind == CANDIDATE_ATTACK_REQUEST ? "attack" : "defence",
                           moves->str, offers.net);
}

static void assert_solution(const char *fen, const char *threatened, bool wants_attack,
                            bool wants_defence, const char *expected)
{
    g_autofree char *found =
        solution(fen, wants_attack ? "6" : "6-attack-request", threatened, wants_defence);

    g_assert_cmpstr(found, ==, expected);
}

TEST(an_attacker_is_captured)
{
    assert_solution("5k2/8/2n5/8/B2Q4/8/8/6K1 w - - 0 1", "d4", true, false, "attack a4c6 300");
    assert_solution("5k2/8/2n5/8/B2Q4/8/8/6K1 w - - 0 1", "d4", false, false, "nothing");
}

TEST(the_loss_by_another_attacker_remains)
{
    /* When the bishop has taken the knight the rook still attacks the undefended queen. */
    assert_solution("5k2/8/2n5/8/B2Q3r/8/8/6K1 w - - 0 1", "d4", true, false, "attack a4c6 -600");
}

TEST(a_capture_that_attacks_nothing_of_the_threat_is_no_answer)
{
    assert_solution("5k2/3p4/2n5/1p6/B2Q4/8/8/6K1 w - - 0 1", "d4", true, false, "nothing");
}

TEST(en_passant_answers_if_the_pawn_attacks)
{
    assert_solution("4k3/8/8/3pP3/2N5/8/8/4K3 w - d6 0 1", "c4", true, false, "attack e5d6 100");
}

TEST(a_defender_leaves_the_exchange)
{
    /* A pawn attacked by a rook: defended it is not taken. Two knight moves are as good. */
    assert_solution("6k1/8/8/3p4/r2P4/8/8/6NK w - - 0 1", "d4", false, true, "defence g1e2,g1f3 0");
}

TEST(the_cheapest_attacker_of_a_defended_agent_counts)
{
    /* The knight, once defended, still costs 300 - 100 to the pawn. */
    g_autofree char *found =
        solution("6k1/8/8/2p5/3N4/8/4K3/8 w - - 0 1", "6-attack-request", "d4", true);

    g_assert_true(g_str_has_suffix(found, " -200"));
}

TEST(a_blocker_must_be_defended)
{
    /* Bishop f1 can go to c4 between rook and knight, and the pawn on b3 defends it there. */
    static const char defended[] = "6k1/8/8/8/r4N2/1P6/8/5B1K w - - 0 1";
    static const char sacrificed[] = "6k1/8/8/8/r4N2/8/1P6/5B1K w - - 0 1";

    assert_solution(defended, "f4", false, true, "defence f1c4 0");
    assert_solution(sacrificed, "f4", false, true, "nothing");
}

TEST(nobody_defends_a_king)
{
    assert_solution("6k1/8/8/8/r5K1/8/8/5B2 w - - 0 1", "g4", false, true, "nothing");
}

TEST(what_the_helper_risks_is_part_of_the_net)
{
    /* The rook can defend the pawn only where a pawn takes it. */
    g_autofree char *found =
        solution("k7/8/8/8/3p4/r2P4/4p3/2R4K w - - 0 1", "6-attack-request", "d3", true);

    g_assert_true(g_str_has_suffix(found, " -500"));
}
