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

/* A world, the answers to the draws, and what the world is after its next instant. */
typedef struct {
    const char *before, *answers, *after;
} Case;

static void assert_settled(const Case *cases, size_t count, const AsyncRules *rules)
{
    for (size_t i = 0; i < count; i++) {
        AsyncWorld world = async_read(cases[i].before);
        g_test_message("%s, drawn: %s", cases[i].before, cases[i].answers);
        settle(&world, rules, cases[i].answers);
        async_assert_is(&world, cases[i].after);
    }
}

#define ASSERT_SETTLED(cases) assert_settled(cases, G_N_ELEMENTS(cases), &ASYNC_RULES_DEFAULT)

TEST(a_piece_goes_from_space_to_space_at_its_rate_and_is_idle_at_the_end)
{
    static const Case cases[] = {
        {"0 - Ra1a3@1000", "", "1000 - Ra2a3@2000"},
        {"1000 - Ra2a3@2000", "", "2000 - Ra3"},
        {"0 - Bc1f4@1000", "", "1000 - Bd2f4@2000"},
        {"0 - Nb1c3@2000", "", "2000 - Nc3"},
        {"0 - Pe2e4@1000", "", "1000 - Pe3e4@2000"},
        {"1000 - Pe3e4@2000", "", "2000 - Pe4"},
        {"0 - pe7e5@1000", "", "1000 - pe6e5@2000"},
        /* a piece that is not due goes on as it was */
        {"0 - Ra1a3@1000 Rb1b3@1001", "", "1000 - Rb1b3@1001 Ra2a3@2000"},
    };

    ASSERT_SETTLED(cases);
}

TEST(each_kind_of_piece_goes_on_at_its_own_rate)
{
    static const Case cases[] = {
        {"0 - Ra1a8@9", "", "9 - Ra2a8@13"},
        {"0 - Ba1h8@9", "", "9 - Bb2h8@12"},
        {"0 - Pe2e4@9", "", "9 - Pe3e4@10"},
        {"0 - Qa1h8@9", "", "9 - Qb2h8@14"},
    };
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        rules.ms_per_space[type] = type + 1;
    assert_settled(cases, G_N_ELEMENTS(cases), &rules);
}

TEST(step_2_one_of_several_friends_enters_and_the_others_stop)
{
    static const Case cases[] = {
        {"0 - Rd3d5@1000 Qc4f4@1000", "d3", "1000 - Qc4 Rd4d5@2000"},
        {"0 - Rd3d5@1000 Qc4f4@1000", "c4", "1000 - Rd3 Qd4f4@2000"},
        {"0 - Rd3d5@1000 Qc4f4@1000 Nb5d4@1000", "d3", "1000 - Qc4 Rd4d5@2000 Nb5"},
        {"0 - Rd3d5@1000 Qc4f4@1000 Nb5d4@1000", "c4", "1000 - Rd3 Qd4f4@2000 Nb5"},
        {"0 - Rd3d5@1000 Qc4f4@1000 Nb5d4@1000", "b5", "1000 - Rd3 Qc4 Nd4"},
        {"0 - rd3d5@1000 qc4f4@1000", "d3", "1000 - qc4 rd4d5@2000"},
        /* two spaces, two draws, the lower space first */
        {"0 - Ra1a3@1000 Rb2a2@1000 Rh7h8@1000 Rg8h8@1000", "b2 h7", "1000 - Ra1 Ra2 Rg8 Rh8"},
        {"0 - Ra1a3@1000 Rb2a2@1000 Rh7h8@1000 Rg8h8@1000", "a1 g8",
         "1000 - Ra2a3@2000 Rb2 Rh7 Rh8"},
        /* an opponent that stands there is killed by the piece that enters */
        {"0 - Rd3d5@1000 Qc4f4@1000 kd4", "d3", "1000 k Qc4 Rd4"},
        {"0 - Rd3d5@1000 Qc4f4@1000 kd4", "c4", "1000 k Rd3 Qd4"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_2_who_stops_stands_in_the_way_of_friends_and_is_killed_by_opponents)
{
    static const Case cases[] = {
        {"0 - Rd2d4@1000 Rd3d5@1000 Qc4f4@1000", "c4", "1000 - Rd2 Rd3 Qd4f4@2000"},
        {"0 - Rd2d4@1000 Rd3d5@1000 Qc4f4@1000", "d3", "1000 - Rd3d4@2000 Qc4 Rd4d5@2000"},
        {"0 - rd2d4@1000 Rd3d5@1000 Qc4f4@1000", "c4", "1000 - rd3 Qd4f4@2000"},
        {"0 - rd2d4@1000 Rd3d5@1000 Qc4f4@1000", "d3", "1000 - rd3d4@2000 Qc4 Rd4d5@2000"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_3_who_would_enter_the_space_of_a_friend_stops)
{
    static const Case cases[] = {
        {"0 - Ra1a3@1000 Pa2", "", "1000 - Ra1 Pa2"},
        {"0 - ra1a3@1000 pa2", "", "1000 - ra1 pa2"},
        {"0 - Ra1a3@1000 Pa2a3@1500", "", "1000 - Ra1 Pa2a3@1500"},
        {"0 - Nb1c3@1000 Pc3", "", "1000 - Nb1 Pc3"},
        /* it runs on, whichever way the spaces lie */
        {"0 - Ra1a3@1000 Ra2a4@1000 Ra3a5@1000 Pa4", "", "1000 - Ra1 Ra2 Ra3 Pa4"},
        {"0 - Pa4 Ra5a3@1000 Ra6a4@1000 Ra7a5@1000", "", "1000 - Pa4 Ra5 Ra6 Ra7"},
        /* and all before opponents meet, so that no piece that has stopped meets one */
        {"0 - Ra1a3@1000 Ra2a4@1000 rb2a2@1000 Pa3", "", "1000 - Ra1 ra2 Pa3"},
        /* two enter, the space is a friend's: a draw, and then both stop */
        {"0 - Rd3d5@1000 Qc4f4@1000 Pd4", "d3", "1000 - Rd3 Qc4 Pd4"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_3_a_friend_who_leaves_is_followed)
{
    static const Case cases[] = {
        {"0 - Ra1a3@1000 Ra2a4@1000", "", "1000 - Ra2a3@2000 Ra3a4@2000"},
        {"0 - Ra1a3@1000 Ra2a4@1000 Ra3a5@1000", "", "1000 - Ra2a3@2000 Ra3a4@2000 Ra4a5@2000"},
        {"0 - Ra1a3@1000 Na2b4@1000", "", "1000 - Ra2a3@2000 Nb4"},
        {"0 - Pa2a4@1000 Ra3h3@1000", "", "1000 - Pa3a4@2000 Rb3h3@2000"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_3_two_friends_do_not_exchange_spaces_but_a_ring_moves)
{
    static const Case cases[] = {
        {"0 - Ra1a3@1000 Qa2a1@1000", "", "1000 - Ra1 Qa2"},
        {"0 - qa1a3@1000 ra2a1@1000", "", "1000 - qa1 ra2"},
        {"0 - Nb1c3@1000 Nc3b1@1000", "", "1000 - Nb1 Nc3"},
        {"0 - Ra1a3@1000 Ra2a4@1000 Qa3a1@1000", "a1", "1000 - Ra1 Ra2 Qa3"},
        {"0 - Ra1a3@1000 Ra2a4@1000 Qa3a1@1000", "a3", "1000 - Ra1 Ra2 Qa3"},
        {"0 - Ba1b2@1000 Kb1a1@1000 Rb2b1@1000", "", "1000 - Ka1 Rb1 Bb2"},
        {"0 - Ra1b1@1000 Qb1b2@1000 Ka2a1@1000 Bb2a3@1000", "", "1000 - Ka1 Rb1 Qb2 Ba3"},
        {"0 - ra1c1@1000 qb1b2@1000 ka2a1@1000 rb2a2@1000", "", "1000 - ka1 rb1c1@2000 ra2 qb2"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_4_of_opponents_that_meet_head_on_one_is_killed)
{
    static const Case cases[] = {
        {"0 - Ra1a8@1000 ra2a1@1000", "a1", "1000 - Ra2"},
        {"0 - Ra1a8@1000 ra2a1@1000", "a2", "1000 - ra1"},
        {"0 - nb1c3@1000 Nc3b1@1000", "b1", "1000 - nc3"},
        {"0 - nb1c3@1000 Nc3b1@1000", "c3", "1000 - Nb1"},
        {"0 - Pe4e5@1000 pe5e4@1000", "e4", "1000 - Pe5"},
        {"0 - Pe4e5@1000 pe5e4@1000", "e5", "1000 - pe4"},
        /* not in the same instant: the one that enters first kills */
        {"0 - Ra1a8@1000 ra2a1@1001", "", "1000 - Ra2"},
        /* two pairs, that with the lower space first */
        {"0 - Ra1a8@1000 ra2a1@1000 rh7h8@1000 Rh8h1@1000", "a1 h7", "1000 - Ra2 rh8"},
        {"0 - Ra1a8@1000 ra2a1@1000 rh7h8@1000 Rh8h1@1000", "a2 h8", "1000 - ra1 Rh7"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_4_in_the_other_reading_opponents_exchange_their_spaces)
{
    static const Case cases[] = {
        {"0 - Ra1a8@1000 ra2a1@1000", "", "1000 - ra1 Ra2a8@2000"},
        {"0 - Ra1a8@1000 ra3a1@1000", "a1", "1000 - Ra2"},
        {"0 - Pe4e5@1000 pe5e4@1000", "", "1000 - pe4 Pe5"},
        /* a pawn does not capture a piece that leaves, and then stands in the way */
        {"0 - Pe4d5@1000 rd5h5@1000", "", "1000 - Pe4 re5h5@2000"},
        {"0 - Pe4d5@1000 bd5e4@1000", "", "1000 - be4"},
        {"0 - Pe4d5@1000 pd5e4@1000", "e4", "1000 - pe4"},
        {"0 - Pe4d5@1000 pd5e4@1000", "d5", "1000 - Pd5"},
    };
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    rules.exchange_head_on = true;
    assert_settled(cases, G_N_ELEMENTS(cases), &rules);
}

TEST(step_4_of_opponents_that_enter_one_space_one_is_killed)
{
    static const Case cases[] = {
        {"0 - Ra1a3@1000 ra3a1@1000", "a1", "1000 - Ra2"},
        {"0 - Ra1a3@1000 ra3a1@1000", "a3", "1000 - ra2"},
        {"0 - Ke4e5@1000 re6e1@1000", "e4", "1000 - Ke5"},
        {"0 - Ke4e5@1000 re6e1@1000", "e6", "1000 K re5"},
        {"0 - Ra1a3@1000 Rh1h3@1000 ra3a1@1000 rh3h1@1000", "a1 h3", "1000 - Ra2 rh2"},
        /* on a space that is left */
        {"0 - Ra1a3@1000 Ba2b3@1000 ra3a1@1000", "a1", "1000 - Ra2 Bb3"},
        {"0 - Ra1a3@1000 Ba2b3@1000 ra3a1@1000", "a3", "1000 - ra2 Bb3"},
        /* whose friend stands there stops before they can meet */
        {"0 - Ra1a3@1000 Ba2 ra3a1@1000", "", "1000 - Ra1 ra2"},
        {"0 - Ra1a3@1000 ba2 ra3a1@1000", "", "1000 - Ra2 ra3"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_4_three_and_four_meet_by_sides_first)
{
    static const char three[] = "0 - Rd3d5@1000 Qc4f4@1000 re4a4@1000";
    static const char four[] = "0 - Rd3d5@1000 Qc4f4@1000 re4a4@1000 bc5f2@1000";
    const Case cases[] = {
        {three, "d3 d3", "1000 - Qc4 Rd4"},       {three, "d3 e4", "1000 - Qc4 rd4"},
        {three, "c4 c4", "1000 - Rd3 Qd4"},       {three, "c4 e4", "1000 - Rd3 rd4"},
        {four, "d3 e4 d3", "1000 - Qc4 Rd4 bc5"}, {four, "d3 e4 e4", "1000 - Qc4 rd4 bc5"},
        {four, "c4 c5 c4", "1000 - Rd3 Qd4 re4"}, {four, "c4 c5 c5", "1000 - Rd3 bd4 re4"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_4_who_has_won_head_on_may_meet_another)
{
    static const char text[] = "0 - Ra1a8@1000 ra2a1@1000 qb2a2@1000";
    const Case cases[] = {
        {text, "a1 a1", "1000 - Ra2"},
        {text, "a1 b2", "1000 - qa2"},
        {text, "a2", "1000 - ra1 qa2"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_5_a_pawn_goes_straight_where_nobody_stands)
{
    static const Case cases[] = {
        {"0 - Pe4e5@1000", "", "1000 - Pe5"},
        {"0 - Pe4e5@1000 re5", "", "1000 - Pe4 re5"},
        {"0 - Pe2e4@1000 re3", "", "1000 - Pe2 re3"},
        {"0 - Re4 pe5e4@1000", "", "1000 - Re4 pe5"},
        {"0 - Pe4e5@1000 re5h5@1500", "", "1000 - Pe4 re5h5@1500"},
        {"0 - Pe4e5@1000 re5h5@1000", "", "1000 - Pe5 rf5h5@2000"},
        {"0 - Pe4e5@1000 re6e1@1000", "e4", "1000 - Pe5"},
        {"0 - Pe4e5@1000 re6e1@1000", "e6", "1000 - re5"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_5_a_pawn_goes_diagonally_where_an_opponent_stands)
{
    static const Case cases[] = {
        {"0 - Pe4d5@1000", "", "1000 - Pe4"},
        {"0 - Pe4d5@1000 rd5", "", "1000 - Pd5"},
        {"0 - Pe4d5@1000 rd5d1@1500", "", "1000 - Pd5"},
        {"0 - Pe4d5@1000 rd5d1@1000", "", "1000 - rd4d1@2000 Pe4"},
        {"0 - Pe4d5@1000 Rd5", "", "1000 - Pe4 Rd5"},
        {"0 - Pe4d5@1000 Rd5d1@1000", "", "1000 - Rd4d1@2000 Pe4"},
        {"0 - Rd4 pe5d4@1000", "", "1000 - pd4"},
        {"0 - pe5d4@1000", "", "1000 - pe5"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_5_a_pawn_drawn_before_may_still_not_enter)
{
    static const Case cases[] = {
        {"0 - Rd4d8@1000 Pe4d5@1000", "e4", "1000 - Rd4 Pe4"},
        {"0 - Rd4d8@1000 Pe4d5@1000", "d4", "1000 - Pe4 Rd5d8@2000"},
        {"0 - Pe4e5@1000 Rd5h5@1000 re5", "e4", "1000 - Pe4 Rd5 re5"},
        /* the piece that it met is killed, so there is nothing to capture */
        {"0 - Pe4d5@1000 pd5e4@1000", "e4", "1000 - Pe4"},
        {"0 - Pe4d5@1000 pd5e4@1000", "d5", "1000 - pd5"},
        {"0 - Pe4d5@1000 rd6d1@1000", "e4", "1000 - Pe4"},
        {"0 - Pe4d5@1000 rd6d1@1000", "d6", "1000 - rd5"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_5_chains_are_judged_from_the_front)
{
    static const Case cases[] = {
        /* a rook stops before its friend, so the pawn before it is blocked */
        {"0 - Pe4e5@1000 re5e7@1000 pe6", "", "1000 - Pe4 re5 pe6"},
        /* a pawn that is blocked can be captured */
        {"0 - Pd4 Pe4d5@1000 pd5d4@1000", "", "1000 - Pd4 Pd5"},
        /* friends behind it stop, however many */
        {"0 - Re2e5@1000 Re3e5@1000 Pe4e5@1000 re5", "", "1000 - Re2 Re3 Pe4 re5"},
        {"0 - Re2e5@1000 Re3e5@1000 Pe4e5@1000", "", "1000 - Re3e5@2000 Re4e5@2000 Pe5"},
        /* an opponent behind it kills it, and leaves its space to a friend */
        {"0 - qd4h4@1000 Pe4e5@1000 re5", "", "1000 - qe4 re5"},
        {"0 - qc4d4@1000 rd4h4@1000 Pe4e5@1000 re5", "", "1000 - qd4 re4 re5"},
        {"0 - qd4h4@1000 Pe4e5@1000", "", "1000 - qe4h4@2000 Pe5"},
        /* pawn behind pawn behind pawn */
        {"0 - Pe3e4@1000 Pe4e5@1000 Pe5e6@1000", "", "1000 - Pe4 Pe5 Pe6"},
        {"0 - Pe3e4@1000 Pe4e5@1000 Pe5e6@1000 pe6", "", "1000 - Pe3 Pe4 Pe5 pe6"},
        {"0 - Pe3e4@1000 Pe4e5@1000 Pe5e6@1000 pe6d5@1000", "", "1000 - Pe3 Pe4 Pe5 pe6"},
        {"0 - Pe3e4@1000 Pe4e5@1000 Rd5 Pe5e6@1000 pe6d5@1000", "", "1000 - Pe4 pd5 Pe5 Pe6"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_5_a_ring_moves_unless_a_pawn_in_it_may_not)
{
    static const char two_pawns[] = "0 - Be3d4@1000 Pd4e5@1000 qf4e3@1000 pe5f4@1000";
    const Case cases[] = {
        {"0 - Pd4d5@1000 Re4d4@1000 rd5e5@1000 pe5e4@1000", "", "1000 - Rd4 pe4 Pd5 re5"},
        {"0 - Pd4e5@1000 Re4d4@1000 re5e1@1000", "", "1000 - Pd4 re4"},
        {"0 - Pd4e5@1000 re4d4@1000 Re5e1@1000", "", "1000 - rd4 Re4e1@2000"},
        /* two rings */
        {"0 - Pa4b5@1000 Rb4a4@1000 Pd4e5@1000 Re4d4@1000 rb5b1@1000 re5e1@1000", "",
         "1000 - Pa4 rb4 Pd4 re4"},
        {two_pawns, "d4", "1000 - qe3 Pd4 pe5"},
        {two_pawns, "e5", "1000 - qe3 Bd4 Pe5"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_6_who_enters_kills_who_stands_there_and_is_idle)
{
    static const Case cases[] = {
        {"0 - Ra1a4@1000 pa2", "", "1000 - Ra2"},
        {"0 - ra1a4@1000 Pa2", "", "1000 - ra2"},
        {"0 - Nb1c3@1000 qc3", "", "1000 - Nc3"},
        {"0 - Ra1a4@1000 ra2h2@1500", "", "1000 - Ra2"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_6_who_leaves_in_the_same_instant_is_not_touched)
{
    static const Case cases[] = {
        {"0 - Ra1a4@1000 ra2h2@1000", "", "1000 - Ra2a4@2000 rb2h2@2000"},
        {"0 - Ba1h8@1000 kb2b1@1000", "", "1000 - kb1 Bb2h8@2000"},
        /* even if it kills another there */
        {"0 - Ra1a4@1000 ra2h2@1000 Pb2", "", "1000 - Ra2a4@2000 rb2"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_6_a_pawn_that_enters_the_last_rank_is_a_queen)
{
    static const Case cases[] = {
        {"0 - Pa7a8@1000", "", "1000 - Qa8"},         {"0 - Pa7b8@1000 rb8", "", "1000 - Qb8"},
        {"0 - pa2a1@1000", "", "1000 - qa1"},         {"0 - Rb1 pa2b1@1000", "", "1000 - qb1"},
        {"0 - Pa7a8@1000 ra8", "", "1000 - Pa7 ra8"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_7_the_game_is_over_when_a_king_is_killed)
{
    static const Case cases[] = {
        {"0 - Ra1a8@1000 ka2", "", "1000 k Ra2"},
        {"0 - ra1a8@1000 Ka2", "", "1000 K ra2"},
        {"0 - Ra1a8@1000 ka2a3@1500", "", "1000 k Ra2"},
        {"0 - Ra1a8@1000 ka2b2@1000", "", "1000 - Ra2a8@2000 kb2"},
        /* met head on, and on a space that both enter */
        {"0 - Ke4e5@1000 ke5e4@1000", "e4", "1000 k Ke5"},
        {"0 - Ke4e5@1000 ke5e4@1000", "e5", "1000 K ke4"},
        {"0 - Ke4e5@1000 ke6e5@1000", "e4", "1000 k Ke5"},
        {"0 - Ke4e5@1000 ke6e5@1000", "e6", "1000 K ke5"},
    };

    ASSERT_SETTLED(cases);
}

TEST(step_7_two_kings_killed_in_one_instant_are_a_draw)
{
    static const Case cases[] = {
        {"0 - Ra1a2@1000 Kh1 ka2 rh2h1@1000", "", "1000 Kk rh1 Ra2"},
        {"0 - Ra1a8@1000 Ke1 ka2a1@1000 re2e1@1000", "a1", "1000 Kk re1 Ra2"},
        {"0 - Ra1a8@1000 Ke1 ka2a1@1000 re2e1@1000", "a2", "1000 K ka1 re1"},
    };

    ASSERT_SETTLED(cases);
}

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
