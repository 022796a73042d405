/* What a master of three-player chess imagines: what each of the others would do for itself. */
#include "master/beyond/decision.h"
#include "tests/test.h"
#include "tests/three_support.h"

/* What the master of @level decides in the position that @text arranges, as "BA3BA1". */
static char *decide(int level, const char *text)
{
    const ThreePosition pos = three_arrange(text);
    const LogicSet logics = logic_set_of_level(level);
    Random random = random_for_job(1, 1);
    char move[THREE_MOVE_TEXT_SIZE];
    Deliberation deliberation;
    Percept percept;

    g_assert_true(percept_take_three(&pos, &logics, &percept));
    three_text_format_move(decision_make(&percept, &random, NULL, &deliberation), move);
    return g_strdup(move);
}

/* Red's bishop attacks Blue's rook, but Green moves before. Blue's knight could take a pawn. */
TEST(what_the_third_side_takes_is_seen)
{
    for (int level = 11; level <= 13; level++) {
        g_autofree char *move = decide(level, "B BKBG1 BRBA3 BNBF2 GKGE1 GPBE4 RKRE1 RBBB4");
        g_assert_cmpmem(move, 3, "BA3", 3);
    }
}

/* Green's rook takes Red's queen next. Blue's knight could prevent it, or take a pawn. */
TEST(what_others_take_from_each_other_is_no_loss)
{
    for (int level = 11; level <= 13; level++) {
        g_autofree char *move = decide(level, "B BKBE1 BNGC3 GKGB2 GRGA1 RKRE1 RQGH1 RPGE2");
        g_assert_cmpstr(move, ==, "GC3GE2");
    }
}
