#include "board/async_settle.h"

#include <string.h>

#include "tests/async_support.h"
#include "tests/test.h"

/* The answers that a test gives to the draws, in their order, as spaces: "d3 e4". */
typedef struct {
    const char *next;
} Script;

static Square choose_by_script(const void *source, const AsyncDraw *draw)
{
    Script *script = *(Script *const *)source;
    Square sq = SQUARE_NONE;

    if (*script->next != '\0') {
        sq = square_at(script->next[0] - 'a', script->next[1] - '1');
        script->next += script->next[2] == ' ' ? 3 : 2;
    }
    g_assert_cmpint(bitboard_count(draw->candidates), >=, 2);
    if (sq != SQUARE_NONE && bitboard_has(draw->candidates, sq))
        return sq;
    g_test_message("a draw of kind %d that was not expected", (int)draw->kind);
    g_test_fail();
    return bitboard_first(draw->candidates);
}

/* Settles the next entries of @before; all draws must be asked, and no more. */
static AsyncSettled settle(AsyncWorld *world, const AsyncRules *rules, const char *answers)
{
    Script script = {answers};
    const Script *const source = &script;
    const AsyncChance chance = {choose_by_script, &source};
    const AsyncSettled settled = async_settle(world, rules, &chance, async_world_next_ms(world));

    g_assert_cmpstr(script.next, ==, "");
    g_assert_cmpstr(async_world_fault(world), ==, NULL);
    return settled;
}

/* In the world @before the next instant, with @answers to the draws, leads to @after. */
static void assert_settled(const char *before, const char *answers, const char *after,
                           const AsyncRules *rules)
{
    AsyncWorld world = async_read(before);

    g_test_message("%s, drawn: %s", before, answers);
    settle(&world, rules, answers);
    async_assert_is(&world, after);
}

static void run_row(char **field)
{
    assert_settled(field[0], field[1], field[2], &ASYNC_RULES_DEFAULT);
}

TEST_EACH(a_piece_goes_from_space_to_space_at_its_rate_and_is_idle_at_the_end, run_row);

TEST(each_kind_of_piece_goes_on_at_its_own_rate)
{
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        rules.ms_per_space[type] = type + 1;
    for (char **field; (field = NEXT_ROW("each kind of piece goes on at its own rate")) != NULL;)
        assert_settled(field[0], field[1], field[2], &rules);
}

TEST_EACH(step_2_one_of_several_friends_enters_and_the_others_stop, run_row);
TEST_EACH(step_2_who_stops_stands_in_the_way_of_friends_and_is_killed_by_opponents, run_row);
TEST_EACH(step_3_who_would_enter_the_space_of_a_friend_stops, run_row);
TEST_EACH(step_3_a_friend_who_leaves_is_followed, run_row);
TEST_EACH(step_3_two_friends_do_not_exchange_spaces_but_a_ring_moves, run_row);
TEST_EACH(step_4_of_opponents_that_meet_head_on_one_is_killed, run_row);

TEST(step_4_in_the_other_reading_opponents_exchange_their_spaces)
{
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    rules.exchange_head_on = true;
    for (char **field;
         (field = NEXT_ROW("step 4 in the other reading opponents exchange their spaces")) != NULL;)
        assert_settled(field[0], field[1], field[2], &rules);
}

TEST_EACH(step_4_of_opponents_that_enter_one_space_one_is_killed, run_row);
TEST_EACH(step_4_three_and_four_meet_by_sides_first, run_row);
TEST_EACH(step_4_who_has_won_head_on_may_meet_another, run_row);
TEST_EACH(step_5_a_pawn_goes_straight_to_an_empty_space, run_row);
TEST_EACH(step_5_a_pawn_goes_diagonally_where_an_opponent_stands, run_row);
TEST_EACH(step_5_a_pawn_drawn_before_may_still_not_enter, run_row);
TEST_EACH(step_5_chains_are_judged_from_the_front, run_row);
TEST_EACH(step_5_a_ring_moves_unless_a_pawn_in_it_may_not, run_row);
TEST_EACH(step_6_who_enters_kills_who_stands_there_and_is_idle, run_row);
TEST_EACH(step_6_who_leaves_in_the_same_instant_is_not_touched, run_row);
TEST_EACH(step_6_a_pawn_that_enters_the_last_rank_is_a_queen, run_row);
TEST_EACH(step_7_the_game_is_over_when_a_king_is_killed, run_row);
TEST_EACH(step_7_two_kings_killed_in_one_instant_are_a_draw, run_row);
static Bitboard spaces(const char *names)
{
    Bitboard set = 0;

    for (; *names != '\0'; names += names[2] == ' ' ? 3 : 2)
        set |= bitboard_of(square_at(names[0] - 'a', names[1] - '1'));
    return set;
}

TEST(an_instant_tells_who_entered_stopped_and_was_killed)
{
    AsyncWorld world =
        async_read("0 - Ra1a3@1000 Pa2 Pe2e4@1000 Bf2h4@1000 Pe3 qg3g1@9000 Ra4a6@1000 ra6a4@1000");
    AsyncSettled settled;

    settled = settle(&world, &ASYNC_RULES_DEFAULT, "a4");
    g_assert_cmpuint(settled.entered, ==, spaces("f2 a4"));
    g_assert_cmpuint(settled.stopped, ==, spaces("a1 e2"));
    g_assert_cmpuint(settled.killed, ==, spaces("g3 a6"));
    /* one that stops may be killed */
    world = async_read("0 - qd4h4@1000 Pe4e5@1000 re5");
    settled = settle(&world, &ASYNC_RULES_DEFAULT, "");
    g_assert_cmpuint(settled.entered, ==, spaces("d4"));
    g_assert_cmpuint(settled.stopped, ==, spaces("e4"));
    g_assert_cmpuint(settled.killed, ==, spaces("e4"));
}

/* The last draw that was asked. */
static Square note(const void *source, const AsyncDraw *draw)
{
    **(AsyncDraw *const *)source = *draw;
    return bitboard_first(draw->candidates);
}

TEST(a_draw_is_known_by_what_it_is_about)
{
    static const struct {
        const char *world;
        AsyncDrawKind kind;
        const char *space;
        Color side;
        const char *candidates;
    } cases[] = {
        {"0 - Rd3d5@7 Qc4f4@7", ASYNC_DRAW_ONE_A_SIDE, "d4", COLOR_WHITE, "d3 c4"},
        {"0 - rd3d5@7 qc4f4@7 Kd4", ASYNC_DRAW_ONE_A_SIDE, "d4", COLOR_BLACK, "d3 c4"},
        {"0 - Ra1a8@7 ra2a1@7", ASYNC_DRAW_HEAD_ON, "a1", COLOR_COUNT, "a1 a2"},
        {"0 - ra1a8@7 Ra2a1@7", ASYNC_DRAW_HEAD_ON, "a1", COLOR_COUNT, "a1 a2"},
        {"0 - Ra1a8@7 ra3a1@7", ASYNC_DRAW_CONTESTED, "a2", COLOR_COUNT, "a1 a3"},
        {"0 - Be3d4@7 Pd4e5@7 qf4e3@7 pe5f4@7", ASYNC_DRAW_RING, "d4", COLOR_COUNT, "d4 e5"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        AsyncWorld world = async_read(cases[i].world);
        AsyncDraw asked = {0};
        const AsyncDraw *const source = &asked;
        const AsyncChance chance = {note, &source};
        async_settle(&world, &ASYNC_RULES_DEFAULT, &chance, 7);
        g_assert_cmpint(asked.time_ms, ==, 7);
        g_assert_cmpint(asked.kind, ==, cases[i].kind);
        g_assert_cmpuint(bitboard_of(asked.space), ==, spaces(cases[i].space));
        g_assert_cmpint(asked.side, ==, cases[i].side);
        g_assert_cmpuint(asked.candidates, ==, spaces(cases[i].candidates));
    }
}

TEST(an_instant_without_entries_only_takes_time)
{
    AsyncWorld world = async_read("0 - Ra1a3@1000 Ke1");
    const AsyncSettled settled = async_settle(&world, &ASYNC_RULES_DEFAULT, NULL, 999);

    async_assert_is(&world, "999 - Ra1a3@1000 Ke1");
    g_assert_cmpuint(settled.entered | settled.stopped | settled.killed, ==, 0);
}
