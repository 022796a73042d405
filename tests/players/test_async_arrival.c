#include "players/async/async_arrival.h"

#include <string.h>

#include "board/async_game.h"
#include "tests/async_support.h"
#include "tests/test.h"

#define SEED 7
#define WORLDS 20000
#define MOVING_WORLDS 400

enum { A1 = 0, A2 = 8, A3 = 16, A4 = 24, B1 = 1, B2 = 9, C3 = 18, D4 = 27, E4 = 28, H8 = 63 };

/* What is known of @world, all of it seen, after one look. */
static AsyncLook look_at(const AsyncWorld *world, const AsyncRules *rules)
{
    AsyncLook look = {0};

    async_look_at(&look, world, rules);
    return look;
}

static AsyncOutlook outlook_of(const AsyncLook *look, const AsyncRules *rules)
{
    return (AsyncOutlook){
        .look = look,
        .rules = rules,
        .in_the_way = async_world_occupied(&look->world) & ~look->world.under_way,
    };
}

static Square square_of(const char *name)
{
    return square_at(name[0] - 'a', name[1] - '1');
}

/* In a world, when the piece on a space comes to another one. */
static void assert_arrival(char **field)
{
    const AsyncWorld world = async_read(field[0]);
    const AsyncLook look = look_at(&world, &ASYNC_RULES_DEFAULT);
    const AsyncOutlook outlook = outlook_of(&look, &ASYNC_RULES_DEFAULT);
    const bool victim = g_str_equal(field[3], "to a victim");
    const int64_t ms =
        async_arrival_ms(&outlook, square_of(field[1]), square_of(field[2]), victim, world.now_ms);
    g_autofree char *text = ms == ASYNC_NEVER ? g_strdup("never") : g_strdup_printf("%d", (int)ms);

    g_assert_cmpstr(text, ==, field[4]);
}

TEST_EACH(who_is_idle_needs_its_time_for_every_space, assert_arrival);
TEST_EACH(who_stands_still_is_in_the_way_and_who_is_under_way_is_not, assert_arrival);
TEST_EACH(a_pawn_comes_diagonally_only_to_a_victim_and_straight_only_to_an_empty_space,
          assert_arrival);
TEST_EACH(who_is_under_way_goes_on_from_where_its_path_ends, assert_arrival);

TEST(a_path_alone_leads_only_to_its_own_spaces)
{
    const AsyncWorld world = async_read("0 - Ra1a3@300");
    const AsyncLook look = look_at(&world, &ASYNC_RULES_DEFAULT);
    const AsyncOutlook outlook = outlook_of(&look, &ASYNC_RULES_DEFAULT);

    g_assert_cmpint(async_arrival_ms(&outlook, A1, A3, false, ASYNC_NEVER), ==, 1300);
    g_assert_cmpint(async_arrival_ms(&outlook, A1, A4, false, ASYNC_NEVER), ==, ASYNC_NEVER);
}

TEST_EACH(a_pawn_goes_on_as_the_queen_that_it_becomes, assert_arrival);

TEST(the_path_of_an_own_piece_has_a_time_for_each_space)
{
    const AsyncWorld world = async_read("0 - Ra1");
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    AsyncEntry entries[ASYNC_ENTRIES_MAX];

    rules.ms_per_space[PIECE_ROOK] = 300;
    g_assert_cmpint(async_arrival_path(&world, &rules, A1, A3, 50, entries), ==, 2);
    g_assert_cmpint(entries[0].space, ==, A2);
    g_assert_cmpint(entries[0].time_ms, ==, 350);
    g_assert_cmpint(entries[1].space, ==, A3);
    g_assert_cmpint(entries[1].time_ms, ==, 650);
}

TEST(the_path_of_a_knight_is_its_end)
{
    const AsyncWorld world = async_read("0 - Na1");
    AsyncEntry entries[ASYNC_ENTRIES_MAX];

    g_assert_cmpint(async_arrival_path(&world, &ASYNC_RULES_DEFAULT, A1, 17, 0, entries), ==, 1);
    g_assert_cmpint(entries[0].space, ==, 17);
    g_assert_cmpint(entries[0].time_ms, ==, 2000);
}

TEST(a_seen_path_has_one_stop)
{
    const AsyncWorld world = async_read("0 - Ra1a8@300 pa4 qd4h8@500");
    const AsyncLook look = look_at(&world, &ASYNC_RULES_DEFAULT);
    const AsyncOutlook outlook = outlook_of(&look, &ASYNC_RULES_DEFAULT);

    g_assert_cmpuint(async_arrival_stops(&outlook, A1), ==, bitboard_of(A4));
    g_assert_cmpint(async_arrival_stop_ms(&outlook, A1, A4), ==, 2300);
    g_assert_cmpuint(async_arrival_stops(&outlook, D4), ==, bitboard_of(H8));
    g_assert_cmpint(async_arrival_stop_ms(&outlook, D4, H8), ==, 3500);
}

/* @world as White sees it if paths are hidden, seen by @look. */
static void look_hidden(AsyncLook *look, const AsyncWorld *world)
{
    const AsyncWorld seen = async_view_of(world, &ASYNC_RULES_DEFAULT, COLOR_WHITE);

    async_look_at(look, &seen, &ASYNC_RULES_DEFAULT);
}

/* Two worlds, one after the other, seen in this way. */
static AsyncLook look_twice(const char *first, const char *second)
{
    const AsyncWorld before = async_read(first), after = async_read(second);
    AsyncLook look = {0};

    look_hidden(&look, &before);
    look_hidden(&look, &after);
    return look;
}

TEST(a_hidden_path_may_lead_wherever_the_piece_moves)
{
    const AsyncWorld world = async_read("700 - Ra1 kd4e4@900");
    AsyncLook look = {0};
    const AsyncOutlook outlook = outlook_of(&look, &ASYNC_RULES_DEFAULT);

    look_hidden(&look, &world);
    g_assert_cmpuint(async_arrival_stops(&outlook, D4), ==, attacks_king(D4));
    g_assert_cmpint(async_arrival_ms(&outlook, D4, E4, false, ASYNC_NEVER), ==, 701);
    g_assert_cmpint(async_arrival_stop_ms(&outlook, D4, E4), ==, 1700);
}

TEST(two_looks_tell_the_direction_of_a_hidden_path)
{
    const AsyncWorld first = async_read("700 - qa1h8@900"),
                     second = async_read("1000 - qb2h8@1900");
    AsyncLook look = {0};
    const AsyncOutlook outlook = outlook_of(&look, &ASYNC_RULES_DEFAULT);

    look_hidden(&look, &first);
    g_assert_cmpint(async_arrival_ms(&outlook, A1, B1, false, ASYNC_NEVER), ==, 701);
    look_hidden(&look, &second);
    g_assert_cmpuint(look.course[B2].ends, ==, attacks_between(B2, H8) | bitboard_of(H8));
    g_assert_cmpint(async_arrival_ms(&outlook, B2, C3, false, ASYNC_NEVER), ==, 1701);
    g_assert_cmpint(async_arrival_ms(&outlook, B2, D4, false, ASYNC_NEVER), ==, 2701);
    g_assert_cmpint(async_arrival_ms(&outlook, B2, B1, false, ASYNC_NEVER), ==, ASYNC_NEVER);
    g_assert_cmpint(look.course[B2].due_latest_ms, ==, 2000);
}

TEST(a_hidden_path_does_not_turn_back)
{
    const AsyncLook look = look_twice("700 - rd4d1@900", "1000 - rd3d1@1900");

    g_assert_cmpuint(look.course[square_of("d3")].ends, ==,
                     bitboard_of(square_of("d1")) | bitboard_of(square_of("d2")));
}

TEST(who_started_between_two_looks_is_bounded_by_both)
{
    const AsyncLook look = look_twice("700 - qa1", "1000 - qa1h8@1900");

    g_assert_cmpint(look.course[A1].due_least_ms, ==, 1700);
    g_assert_cmpint(look.course[A1].due_latest_ms, ==, 2000);
}

TEST(where_no_line_goes_on_a_piece_may_turn_anywhere)
{
    const AsyncLook look = look_twice("700 - qb2a1@900", "1000 - qa1h1@1950");

    g_assert_cmpuint(look.course[A1].ends, ==, attacks_queen(A1, 0));
}

/* The single movements of one piece, as they are played in a game. */
typedef struct {
    const AsyncRules *rules;
    AsyncWorld world;
    Square sq;
    int64_t first_ms[SQUARE_COUNT]; /* when it has entered each space at the earliest */
} Trial;

/* Plays until the piece is idle; @command, unless it is NULL, sends it off. */
static void play_alone(Trial *trial, const AsyncCommand *command)
{
    const uint64_t seed = SEED;
    const AsyncChance chance = {async_draw_by_seed, &seed};
    g_autoptr(AsyncGame) game = NULL;

    trial->world.end = ASYNC_GOES_ON; /* kings are pieces like others here */
    game = async_game_new(trial->rules, &trial->world, &chance);
    if (command != NULL)
        async_game_command(game, command);
    while (game->world.end == ASYNC_GOES_ON && async_game_next_ms(game) != ASYNC_NEVER) {
        const AsyncWorld before = game->world;
        async_game_advance(game);
        if (!bitboard_has(game->settled.entered, trial->sq))
            continue;
        trial->sq = async_world_next_space(&before, trial->sq);
        trial->first_ms[trial->sq] = MIN(trial->first_ms[trial->sq], game->world.now_ms);
    }
    trial->world = game->world;
}

/* All that the piece on @sq can do from @start_ms on with what is left of its path and one
 * movement. */
static Trial try_all(const AsyncWorld *world, const AsyncRules *rules, Square sq, int64_t start_ms)
{
    Trial trial = {.rules = rules, .world = *world, .sq = sq};
    Bitboard reach;

    for (Square space = 0; space < SQUARE_COUNT; space++)
        trial.first_ms[space] = ASYNC_NEVER;
    if (bitboard_has(world->under_way, sq))
        play_alone(&trial, NULL);
    reach = async_world_reach(&trial.world, trial.sq);
    while (reach) {
        const AsyncCommand command = {
            .time_ms = start_ms,
            .side = async_world_color_at(&trial.world, trial.sq),
            .from = trial.sq,
            .to = bitboard_pop(&reach),
        };
        Trial branch = trial;
        play_alone(&branch, &command);
        memcpy(trial.first_ms, branch.first_ms, sizeof trial.first_ms);
    }
    return trial;
}

static AsyncRules random_rules(GRand *rand)
{
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        rules.ms_per_space[type] = g_rand_int_range(rand, 1, 20);
    rules.knight_spaces = g_rand_int_range(rand, 1, 4);
    rules.see_paths = true;
    return rules;
}

/* Sends the piece on @sq off, so that it has been on its way for a while. */
static void send_off(AsyncWorld *world, const AsyncRules *rules, Square sq, GRand *rand)
{
    const Bitboard reach = async_world_reach(world, sq);
    const int most = (int)async_world_space_ms(world, rules, sq);

    if (reach != 0)
        async_world_set_path(world, sq, async_random_space(rand, reach),
                             world->now_ms + g_rand_int_range(rand, 1, most + 1));
}

/* The answer for every space is what the movements played show: for the piece that stands there
 * now, and, for an empty space, for a victim put there. */
static bool check_world(const AsyncWorld *world, const AsyncRules *rules, Square sq, GRand *rand)
{
    const AsyncLook look = look_at(world, rules);
    const AsyncOutlook outlook = outlook_of(&look, rules);
    const Color color = async_world_color_at(world, sq);
    const Bitboard friends = world->by_color[color], opponents = world->by_color[color ^ 1];
    const Square empty = async_random_space(rand, ~async_world_occupied(world));
    const int64_t start_ms = world->now_ms + g_rand_int_range(rand, 0, 30);
    const Trial trial = try_all(world, rules, sq, start_ms);
    AsyncWorld with_victim = *world;
    bool right = true;

    for (Square space = 0; space < SQUARE_COUNT; space++)
        if (space == sq || !bitboard_has(friends, space))
            right &= async_arrival_ms(&outlook, sq, space, bitboard_has(opponents, space),
                                      start_ms) == trial.first_ms[space];
    async_world_place(&with_victim, (Color)(color ^ 1), PIECE_KNIGHT, empty);
    return right && async_arrival_ms(&outlook, sq, empty, true, start_ms) ==
                        try_all(&with_victim, rules, sq, start_ms).first_ms[empty];
}

/* A piece among idle ones, and half of the time under way. */
TEST(arrival_times_are_those_of_all_single_movements_played)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);

    for (int i = 0; i < WORLDS; i++) {
        const AsyncRules rules = random_rules(rand);
        AsyncWorld world = async_scatter(rand, g_rand_int_range(rand, 1, 40), PIECE_TYPE_COUNT);
        const Square sq = async_random_space(rand, async_world_occupied(&world));
        char text[ASYNC_TEXT_SIZE];
        if (i % 2 == 0)
            send_off(&world, &rules, sq, rand);
        if (check_world(&world, &rules, sq, rand))
            continue;
        async_text_format(&world, text);
        g_test_message("%s: the piece on %d", text, sq);
        g_test_fail();
        return;
    }
}

/* One piece of each kind a side, so that no piece is taken for another. */
static AsyncWorld one_of_each(GRand *rand)
{
    AsyncWorld world = async_world_empty();

    for (int i = 0; i < 2 * PIECE_TYPE_COUNT; i++) {
        const PieceType type = (PieceType)(i / 2);
        const Bitboard edges = type == PIECE_PAWN ? RANK_1 | RANK_8 : 0;
        async_world_place(&world, (Color)(i % 2), type,
                          async_random_space(rand, ~async_world_occupied(&world) & ~edges));
    }
    return world;
}

/* What @look knows of every path holds the path that it is. */
static void check_courses(const AsyncLook *look, const AsyncWorld *world)
{
    for (Bitboard rest = world->under_way; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const AsyncCourse *course = &look->course[sq];
        g_assert_true(bitboard_has(course->ends, world->to[sq]));
        g_assert_cmpint(course->due_least_ms, <=, world->due_ms[sq]);
        g_assert_cmpint(course->due_latest_ms, >=, world->due_ms[sq]);
    }
}

/* Sends all idle pieces anywhere. */
static void send_all(AsyncWorld *world, const AsyncRules *rules, GRand *rand)
{
    for (Bitboard rest = async_world_occupied(world) & ~world->under_way; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const Bitboard reach = async_world_reach(world, from);
        if (reach != 0)
            async_world_command(world, rules, async_world_color_at(world, from), from,
                                async_random_space(rand, reach));
    }
}

/* Plays on for up to 12 ms; a game that ends there comes to nothing more. */
static void play_on(AsyncWorld *world, const AsyncRules *rules, GRand *rand)
{
    const uint64_t seed = SEED;
    const AsyncChance chance = {async_draw_by_seed, &seed};
    const int64_t until_ms = world->now_ms + g_rand_int_range(rand, 1, 13);

    while (async_world_next_ms(world) <= until_ms) {
        async_settle(world, rules, &chance, async_world_next_ms(world));
        world->end = ASYNC_GOES_ON; /* kings are pieces like others here */
    }
    world->now_ms = until_ms;
}

/* White looks again and again at pieces that set off once, some before the first look. */
TEST(what_is_inferred_of_hidden_paths_holds_the_truth)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);

    for (int i = 0; i < MOVING_WORLDS; i++) {
        AsyncRules rules = random_rules(rand);
        AsyncWorld world = one_of_each(rand);
        AsyncLook look = {0};
        rules.see_paths = false;
        for (Bitboard rest = async_world_occupied(&world); rest; rest &= rest - 1)
            if (g_rand_boolean(rand))
                send_off(&world, &rules, bitboard_first(rest), rand);
        for (bool all_sent = false; world.under_way != 0 || !all_sent;) {
            const AsyncWorld seen = async_view_of(&world, &rules, COLOR_WHITE);
            async_look_at(&look, &seen, &rules);
            check_courses(&look, &world);
            if (!all_sent)
                send_all(&world, &rules, rand);
            all_sent = true;
            play_on(&world, &rules, rand);
        }
    }
}
