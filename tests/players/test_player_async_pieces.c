/* What wakes piece agents without a master and what they do when, on small worlds. */
#include "tests/async_seat.h"
#include "tests/test.h"

#define SEEDS 20
#define NEVER_IDLE ",idle_ms=1000000000"

/* The first command of @player on @world is carried out at @time_ms and moves the piece on @from;
 * with any seed. */
static void assert_first_command(const char *player, const char *world, bool see_paths,
                                 int64_t time_ms, Square from)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        AsyncAnswered command = {0};
        AsyncSeat seat;
        async_seat_take(&seat, player, world, seed, see_paths);
        g_assert_cmpint(async_seat_next_command(&seat, 20000, &command), ==, time_ms);
        g_assert_cmpint(command.command.from, ==, from);
        g_assert_cmpint(command.answer, ==, ASYNC_ACCEPTED);
        async_seat_leave(&seat);
    }
}

/* No piece is commanded for twenty seconds. */
static void assert_no_command(const char *player, const char *world, bool see_paths)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        AsyncAnswered command = {0};
        AsyncSeat seat;
        async_seat_take(&seat, player, world, seed, see_paths);
        g_assert_cmpint(async_seat_next_command(&seat, 20000, &command), ==, ASYNC_NEVER);
        async_seat_leave(&seat);
    }
}

#define C(file, rank) square_at((file) - 'a', (rank)-1)

TEST(a_threatened_piece_leaves_when_it_has_thought_about_what_it_saw)
{
    /* The rook attacks from 250 on, which is seen at 300. */
    static const char world[] = "0 - Kg1 Nd4 re8d8@250 kh8";

    assert_first_command("async-pieces:level=4,think_ms=400" NEVER_IDLE, world, false, 700,
                         C('d', 4));
    assert_first_command("async-pieces:level=4,think_ms=0,look_ms=260" NEVER_IDLE, world, false,
                         260, C('d', 4));
}

TEST(a_capture_at_a_profit_wakes_who_can_make_it)
{
    assert_first_command("async-pieces:level=4,think_ms=400" NEVER_IDLE, "0 - Kg1 Bc2 nf5 kh8",
                         false, 400, C('c', 2));
    assert_no_command("async-pieces:level=4,think_ms=400" NEVER_IDLE, "0 - Kg1 Bc2 nf5 pe6 kh8",
                      false); /* it is defended */
    assert_first_command("async-pieces:level=1,think_ms=400" NEVER_IDLE, "0 - Kg1 Bc2 nf5 pe6 kh8",
                         false, 400, C('c', 2));
}

TEST(who_is_not_woken_sleeps)
{
    assert_no_command("async-pieces:level=7" NEVER_IDLE, "0 - Kg1 Bc2 Pd2 Pa3 pa7 kh8", false);
}

TEST(who_is_not_woken_looks_around_now_and_then)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        AsyncAnswered command = {0};
        AsyncSeat seat;
        int64_t time_ms;
        async_seat_take(&seat, "async-pieces:level=7,think_ms=30,idle_ms=100", "0 - Ke1 pa7 kh8",
                        seed, false);
        time_ms = async_seat_next_command(&seat, 20000, &command);
        g_assert_cmpint(time_ms, >=, 1 + 30);
        g_assert_cmpint(time_ms, <=, 200 + 30);
        async_seat_leave(&seat);
    }
}

TEST(a_request_for_help_travels_and_is_thought_about)
{
    /* The pawn loses itself wherever it goes; the rook can defend it. */
    static const char world[] = "0 - Rb1 Kg1 Pa4 ra8 kh8";

    assert_first_command("async-pieces:level=6,think_ms=400,message_ms=130" NEVER_IDLE, world,
                         false, 400 + 130 + 400, C('b', 1));
    assert_first_command("async-pieces:level=6,think_ms=0,message_ms=0" NEVER_IDLE, world, false, 1,
                         C('b', 1));
    assert_no_command("async-pieces:level=5,think_ms=400,message_ms=130" NEVER_IDLE, world, false);
    assert_no_command("async-pieces:level=4,think_ms=400,message_ms=130" NEVER_IDLE, world, false);
}

TEST(who_was_not_helped_asks_again)
{
    /* The rook is still under way when the pawn asks at 0, and has stopped when it asks again. */
    assert_first_command("async-pieces:level=6,think_ms=400,message_ms=130" NEVER_IDLE,
                         "0 - Rc1b1@1500 Kg1 Pa4 ra8 kh8", false, 1400 + 400 + 130 + 400,
                         C('b', 1));
}

TEST(who_was_safe_asks_when_it_is_threatened)
{
    assert_first_command("async-pieces:level=6,think_ms=400,message_ms=130" NEVER_IDLE,
                         "0 - Rb1 Kg1 Pa4 na6b8@650 ra8 kh8", false, 700 + 400 + 130 + 400,
                         C('b', 1));
}

TEST(an_attacker_is_captured_for_who_asks)
{
    /* The queen is on its way to d8, far too slowly. The knight is defended, so that the bishop
     * gains nothing by taking it for itself. */
    static const char world[] = "0 - Kg1 Bf3 Qd4d8@60000 nc6 pd7 kh8";

    assert_first_command("async-pieces:level=5,think_ms=200" NEVER_IDLE, world, false,
                         200 + 100 + 200, C('f', 3));
    assert_no_command("async-pieces:level=4,think_ms=200" NEVER_IDLE, world, false);
}

TEST(who_asks_is_remembered_where_it_has_gone_meanwhile)
{
    /* The queen asks on d4 and is on d5 when the other one hears it, which then gives itself for
     * the rook. */
    assert_first_command("async-pieces:level=5,think_ms=200" NEVER_IDLE,
                         "0 - Kg1 rd2 pc3 Qd4d8@250 Qf4 kh8", false, 200 + 100 + 200, C('f', 4));
}

TEST(a_path_that_is_seen_threatens_who_stands_on_it)
{
    static const char world[] = "0 - Kg1 Nd4 pd7 rd8d1@60000 kh8";

    assert_first_command("async-pieces:level=4,think_ms=250" NEVER_IDLE, world, true, 250,
                         C('d', 4));
    assert_no_command("async-pieces:level=4,think_ms=250" NEVER_IDLE, world, false);
}

TEST(a_pawn_that_is_seen_going_straight_threatens_nobody)
{
    static const char player[] = "async-pieces:level=4,think_ms=250" NEVER_IDLE;

    assert_no_command(player, "0 - Kg1 Nd4 pd5d4@60000 kh8", true);
    assert_no_command(player, "0 - Kg1 Nd5 pd7d5@60000 kh8", true);
}

/* A piece that is lost track of is taken for one that sleeps, and commanded again while it thinks
 * or is under way. */
TEST(a_piece_is_known_again_wherever_it_goes)
{
    int accepted = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        static const char player[] = "async-pieces:level=3,think_ms=700,look_ms=350,idle_ms=1500";
        AsyncSeat seat;
        g_autoptr(Player) black = player_new(player, NULL, NULL);
        async_seat_take(&seat, player, "0 - Ra1 Nb1 Ke1 Rh1 Pa2 Pb2 ra8 ke8 rh8", seed, false);
        seat.table.player[COLOR_BLACK] = black;
        while (seat.game->world.end == ASYNC_GOES_ON && seat.game->world.now_ms < 120000) {
            async_table_advance(&seat.table);
            for (guint i = 0; i < seat.game->answered->len; i++) {
                const AsyncAnswered *answered =
                    &g_array_index(seat.game->answered, AsyncAnswered, i);
                g_assert_cmpint(answered->answer, !=, ASYNC_REFUSED_UNDER_WAY);
                g_assert_cmpint(answered->answer, !=, ASYNC_REFUSED_MOVEMENT);
                accepted += answered->answer == ASYNC_ACCEPTED;
            }
        }
        async_seat_leave(&seat);
    }
    g_assert_cmpint(accepted, >, 10 * SEEDS);
}

TEST(its_description_has_all_its_numbers)
{
    g_autoptr(Player) player = player_new("async-pieces:level=7,message_ms=5", NULL, NULL);
    g_autofree char *description = player_describe(player);

    g_assert_cmpstr(description, ==,
                    "async-pieces:level=7,think_ms=500,message_ms=5,look_ms=100,idle_ms=16000");
}
