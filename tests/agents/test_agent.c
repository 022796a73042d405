#include "agents/agent.h"
#include "agents/beyond/percept_beyond.h"
#include "percepts.h"

#include "tests/test.h"

/* What @text is worth to its agent. */
static Worth worth_in(const char *fen, const char *logics, const char *text)
{
    Scene scene;

    scene_set(&scene, fen, logics);
    return mind_worth(&scene.percept, action_of(&scene.percept, text), NULL);
}

static int profit(const char *fen, const char *logics, const char *text)
{
    return worth_in(fen, logics, text).profit;
}

TEST(an_attack_is_worth_what_it_captures)
{
    static const char fen[] = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1";

    g_assert_cmpint(profit(fen, "1", "d1d5"), ==, 100);
    g_assert_cmpint(profit(fen, "2", "d1d5"), ==, 100 - 900);
}

TEST(backup_counts_the_capture_of_the_attacker)
{
    /* The rook on d1 backs up the knight: it costs 300, the pawn that takes it 100. */
    static const char fen[] = "4k3/8/4p3/3p4/8/2N5/8/3RK3 w - - 0 1";

    g_assert_cmpint(profit(fen, "2", "c3d5"), ==, 100 - (300 - 100));
}

TEST(a_promotion_is_worth_a_queen_less_a_pawn)
{
    g_assert_cmpint(profit("8/P6k/8/8/8/8/8/K7 w - - 0 1", "1", "a7a8q"), ==, 800);
    g_assert_cmpint(profit("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "1", "a7b8q"), ==, 800 + 500);
    /* On a8 the queen would be lost. */
    g_assert_cmpint(profit("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "2", "a7a8q"), ==, 800 - 900);
}

TEST(a_move_is_worth_the_attack_planned_from_it)
{
    static const char fen[] = "6k1/2qp4/8/8/3N4/8/8/6K1 w - - 0 1";

    for (char level = '1'; level <= '2'; level++) { /* the square moved to is not looked at */
        const char logics[] = {level, '\0'};
        g_assert_cmpint(profit(fen, logics, "d4e6"), ==, 900);
        g_assert_cmpint(profit(fen, logics, "d4b5"), ==, 900);
    }
    g_assert_cmpint(profit(fen, "3", "d4e6"), ==, -300);
    g_assert_cmpint(profit(fen, "3", "d4b5"), ==, 900);
}

TEST(an_equal_plan_ranks_above_none_from_level_3_on)
{
    /* From h1, where the king backs it up, the rook plans to give itself for the defended one. */
    static const char fen[] = "6kr/8/8/8/8/8/6K1/R7 w - - 0 1";

    for (char level = '2'; level <= '3'; level++) {
        const char text[] = {level, '\0'};
        const LogicSet logics = logics_of(text);
        Percept percept;
        const Worth plan = worth_in(fen, text, "a1h1");
        const Worth none = worth_in(fen, text, "a1a2");
        g_assert_cmpint(plan.profit, ==, 0);
        g_assert_cmpint(none.profit, ==, 0);
        percept_begin(&percept, COLOR_WHITE, (PerceptMode){0}, &logics);
        g_assert_cmpint(worth_rank(&percept, &plan) > worth_rank(&percept, &none), ==,
                        level == '3');
    }
}

TEST(a_plan_that_loses_counts_as_none)
{
    const Worth suggestion =
        worth_in("7k/6p1/5n2/8/8/3K4/8/R7 w - - 0 1", "3", "a1f1"); /* 300 - 500 */

    g_assert_cmpint(suggestion.profit, ==, 0);
    g_assert_false(suggestion.planned);
}

TEST(the_king_is_hunted_but_not_at_level_2)
{
    static const char fen[] = "8/6r1/R7/7K/8/8/1k6/8 b - - 0 66";

    g_assert_cmpint(profit(fen, "1", "g7h7"), ==, PIECE_KING_VALUE);
    g_assert_cmpint(profit(fen, "2", "g7h7"), ==, 0);
    g_assert_cmpint(profit(fen, "2,level-2-hunts-king=on", "g7h7"), ==, PIECE_KING_VALUE);
    g_assert_cmpint(profit(fen, "3", "g7h7"), ==, PIECE_KING_VALUE);
}

/* The squares on which the attack planned by the move @text may fall. */
static Bitboard planned_on(const char *fen, const char *logics, const char *text)
{
    Scene scene;

    scene_set(&scene, fen, logics);
    return worth_planned_targets(&scene.percept, action_of(&scene.percept, text));
}

TEST(a_plan_falls_on_all_targets_that_are_as_good)
{
    /* Both rooks stand a knight's move from d5. */
    static const char fen[] = "6k1/8/1r2pr2/4P3/8/2N5/8/6K1 w - - 0 1";
    const Bitboard b6 = bitboard_of(square_of("b6")), f6 = bitboard_of(square_of("f6"));

    g_assert_cmphex(planned_on(fen, "1", "c3d5"), ==, b6 | f6);
}

/* What a step of the pawn gains in place, and what the opponents gain after it. */
static int step_of_passed_pawn(bool gives_away, int *out_threat)
{
    const LogicSet logics =
        logics_of(gives_away ? "1+promotion+exchange+whole-threat,losing-wins=on"
                             : "1+promotion+exchange+whole-threat");
    const Position pos = position_of("7k/8/8/1P6/8/8/p7/2N1K3 w - - 0 1");
    Percept percept;
    CapturesAfter captures;
    int step;

    percept_take_chess(&pos, &logics, &percept);
    step = action_of(&percept, "b5b6");
    percept.board->beyond->captures_after(&percept, step, INT_MIN, &captures);
    *out_threat = captures.threat[0].amount;
    return percept.actions[step].place;
}

TEST(where_losing_wins_nobody_hopes_for_a_queen)
{
    int threat, threat_of_gift;
    const int gain = step_of_passed_pawn(false, &threat);

    g_assert_cmpint(gain, >, 0);
    g_assert_cmpint(step_of_passed_pawn(true, &threat_of_gift), ==, -gain);
    g_assert_cmpint(threat, ==, 800);
    g_assert_cmpint(threat_of_gift, ==, 0);
}
