/* What the MasterAgent of asynchronous chess does and when, on small worlds. */
#include "tests/async_seat.h"
#include "tests/test.h"

#define SEEDS 20

static void assert_command(const AsyncAnswered *command, const char *expected)
{
    const char text[] = {(char)('a' + square_file(command->command.from)),
                         (char)('1' + square_rank(command->command.from)),
                         (char)('a' + square_file(command->command.to)),
                         (char)('1' + square_rank(command->command.to)), '\0'};

    g_assert_cmpstr(text, ==, expected);
}

/* The first command of @player on @world: when it is carried out. */
static int64_t first_command(const char *player, const char *world, uint64_t seed,
                             AsyncAnswered *out_command)
{
    AsyncSeat seat;
    int64_t time_ms;

    async_seat_take(&seat, player, world, seed, false);
    time_ms = async_seat_next_command(&seat, 100000, out_command);
    async_seat_leave(&seat);
    return time_ms;
}

TEST(a_free_queen_is_taken_as_late_as_the_thought_takes)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        AsyncAnswered command = {0};
        AsyncSeat seat;
        async_seat_take(&seat, "async-master:level=1,think_ms=700", "0 - Ra1 Ke1 qa3 kh8", seed,
                        false);
        g_assert_cmpint(async_seat_next_command(&seat, 10000, &command), ==, 700);
        assert_command(&command, "a1a3");
        async_seat_play_to(&seat, 2700);
        g_assert_cmpint(async_world_type_at(&seat.game->world, SQUARE_A1), ==, PIECE_NONE);
        g_assert_cmpint(bitboard_count(seat.game->world.by_color[COLOR_BLACK]), ==, 1);
        async_seat_leave(&seat);
    }
}

TEST(a_queen_that_has_gone_meanwhile_is_lost)
{
    /* It leaves a3 along the rank when the rook is still being thought about. */
    AsyncAnswered command = {0};
    AsyncSeat seat;

    async_seat_take(&seat, "async-master:level=1,think_ms=700,pause_ms=100000",
                    "0 - Ra1 Ke1 qa3h3@500 kh8", 1, false);
    g_assert_cmpint(async_seat_next_command(&seat, 10000, &command), ==, 700);
    assert_command(&command, "a1a3");
    async_seat_play_to(&seat, 20000);
    async_assert_is(&seat.game->world, "6500 - Ke1 Ra3 qh3 kh8");
    async_seat_leave(&seat);
}

TEST(each_answer_of_an_agent_takes_its_time)
{
    AsyncAnswered command = {0};

    /* 3 reports; with level 7 the 9 actions are put to 2 others each. */
    g_assert_cmpint(first_command("async-master:level=1,think_ms=5,agent_ms=10",
                                  "0 - Ke1 Pa2 Pb2 kh8", 1, &command),
                    ==, 5 + 3 * 10);
    g_assert_cmpint(first_command("async-master:level=7,think_ms=5,agent_ms=10",
                                  "0 - Ke1 Pa2 Pb2 kh8", 1, &command),
                    ==, 5 + (3 + 9 * 2) * 10);
}

TEST(it_decides_again_after_a_pause_when_the_decision_has_taken_effect)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        AsyncAnswered command = {0};
        AsyncSeat seat;
        async_seat_take(&seat, "async-master:level=4,think_ms=300,pause_ms=50",
                        "0 - Ke1 Pa2 Pb2 Pc2 Pd2 Pe2 kh8", seed, false);
        for (int i = 0; i < 5; i++)
            g_assert_cmpint(async_seat_next_command(&seat, 10000, &command), ==,
                            300 + i * (50 + 300));
        async_seat_leave(&seat);
    }
}

TEST(without_thought_and_pause_pieces_leave_in_one_millisecond_each)
{
    AsyncSeat seat;

    async_seat_take(&seat, "async-master:level=1,pause_ms=0", "0 - Ke1 Pa2 Pb2 kh8", 1, false);
    async_seat_play_to(&seat, 2);
    g_assert_cmpint(bitboard_count(seat.game->world.under_way), ==, 3);
    async_seat_leave(&seat);
}

TEST(who_can_command_nobody_looks_again_when_a_piece_arrives)
{
    AsyncAnswered command = {0};
    AsyncSeat seat;

    /* The pawn cannot move; the king is under way until 150. */
    async_seat_take(&seat, "async-master:level=4", "0 - Ka1b1@150 Pa2 pa3 kh8", 1, false);
    g_assert_cmpint(async_seat_next_command(&seat, 10000, &command), ==, 150);
    async_seat_leave(&seat);
    /* No piece arrives: the rook leaves the pawn free, and that is seen a second later. */
    async_seat_take(&seat, "async-master:level=4,pause_ms=0", "0 - Pa2 ra3b3@500 kh8", 1, false);
    g_assert_cmpint(async_seat_next_command(&seat, 10000, &command), ==, 1000);
    async_seat_leave(&seat);
}

TEST(a_side_with_more_pieces_than_agents_is_left_alone)
{
    GString *world = g_string_new("0 -");
    AsyncSeat seat;

    for (Square sq = 0; sq < 17; sq++)
        g_string_append_printf(world, " K%c%c", 'a' + square_file(sq), '1' + square_rank(sq));
    g_string_append(world, " kh8");
    async_seat_take(&seat, "async-master:level=1", world->str, 1, false);
    async_seat_play_to(&seat, 10000);
    g_assert_cmpuint(seat.game->world.under_way, ==, 0);
    g_assert_cmpint(bitboard_count(seat.game->world.by_color[COLOR_WHITE]), ==, 17);
    async_seat_leave(&seat);
    g_string_free(world, TRUE);
}

TEST(its_description_has_all_its_numbers)
{
    g_autoptr(Player) player = player_new(
        "async-master:agent_ms=2,level=5+defence-consideration,even-trade=on", NULL, NULL);
    g_autofree char *description = player_describe(player);

    g_assert_cmpstr(description, ==,
                    "async-master:level=5+defence-consideration,even-trade=on,think_ms=0,"
                    "agent_ms=2,pause_ms=1000");
}
