#include "board/async_world.h"

#include "tests/async_support.h"
#include "tests/test.h"

#define WORLD "1500 - Ra1a8@2000 Ke1 pa7 ke8 rh8h1@1700"

TEST(a_side_sees_where_its_own_pieces_go)
{
    const AsyncWorld world = async_read(WORLD);
    const AsyncWorld seen = async_view_of(&world, &ASYNC_RULES_DEFAULT, COLOR_WHITE);

    g_assert_true(async_view_has_path(&seen, SQUARE_A1));
    g_assert_cmpint(seen.to[SQUARE_A1], ==, SQUARE_A8);
    g_assert_cmpint(seen.due_ms[SQUARE_A1], ==, 2000);
}

TEST(of_an_opponent_it_sees_that_it_moves_and_not_where_to)
{
    const AsyncWorld world = async_read(WORLD);
    const AsyncWorld seen = async_view_of(&world, &ASYNC_RULES_DEFAULT, COLOR_WHITE);

    g_assert_true(bitboard_has(seen.under_way, SQUARE_H8));
    g_assert_cmpint(seen.type_at[SQUARE_H8], ==, PIECE_ROOK);
    g_assert_false(async_view_has_path(&seen, SQUARE_H8));
    g_assert_cmpint(seen.due_ms[SQUARE_H8], ==, 0);
}

TEST(worlds_that_differ_in_hidden_paths_look_the_same)
{
    const AsyncWorld one = async_read(WORLD);
    const AsyncWorld other = async_read("1500 - Ra1a8@2000 Ke1 pa7 ke8 rh8f8@1900");
    const AsyncWorld one_seen = async_view_of(&one, &ASYNC_RULES_DEFAULT, COLOR_WHITE);
    const AsyncWorld other_seen = async_view_of(&other, &ASYNC_RULES_DEFAULT, COLOR_WHITE);

    g_assert_cmpmem(&one_seen, sizeof one_seen, &other_seen, sizeof other_seen);
}

TEST(where_paths_are_seen_nothing_is_hidden)
{
    const AsyncWorld world = async_read(WORLD);
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    AsyncWorld seen;

    rules.see_paths = true;
    seen = async_view_of(&world, &rules, COLOR_WHITE);
    async_assert_is(&seen, WORLD);
}
