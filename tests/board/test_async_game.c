#include "board/async_game.h"

#include "tests/async_support.h"
#include "tests/test.h"

static const uint64_t SEED = 1;
static const AsyncChance CHANCE = {async_draw_by_seed, &SEED};

static AsyncGame *new_game(const char *text, int64_t time_limit_ms)
{
    const AsyncWorld world = async_read(text);
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    rules.time_limit_ms = time_limit_ms;
    return async_game_new(&rules, &world, &CHANCE);
}

static void command(AsyncGame *game, int64_t time_ms, Color side, const char *text)
{
    const AsyncCommand ask = {
        .time_ms = time_ms,
        .side = side,
        .from = square_at(text[0] - 'a', text[1] - '1'),
        .to = square_at(text[2] - 'a', text[3] - '1'),
    };

    async_game_command(game, &ask);
}

/* Plays the next instant, in which both, one or none of the sides are awake: "wb", "w", "". */
static void assert_advances(AsyncGame *game, int64_t time_ms, const char *awake, const char *world)
{
    char called[3];

    g_assert_cmpint(async_game_next_ms(game), ==, time_ms);
    async_game_advance(game);
    g_snprintf(called, sizeof called, "%s%s", game->awake[COLOR_WHITE] ? "w" : "",
               game->awake[COLOR_BLACK] ? "b" : "");
    g_assert_cmpstr(called, ==, awake);
    async_assert_is(&game->world, world);
}

/* The answers of the last instant, in their order: "a1a2 accepted". */
static void assert_answered(const AsyncGame *game, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < game->answered->len; i++) {
        const AsyncAnswered *a = &g_array_index(game->answered, AsyncAnswered, i);
        g_string_append_printf(text, "%s%c%d%c%d %s", i > 0 ? ", " : "",
                               'a' + square_file(a->command.from), square_rank(a->command.from) + 1,
                               'a' + square_file(a->command.to), square_rank(a->command.to) + 1,
                               ASYNC_ANSWER_TEXT[a->answer]);
    }
    g_assert_cmpstr(text->str, ==, expected);
}

TEST(a_game_goes_from_instant_to_instant)
{
    g_autoptr(AsyncGame) game = new_game("0 - Ra1 ke8", 5000);

    assert_advances(game, 0, "wb", "0 - Ra1 ke8");
    command(game, 300, COLOR_WHITE, "a1a3");
    command(game, 1300, COLOR_BLACK, "e8e7");
    async_game_wake(game, COLOR_WHITE, 2000);
    assert_advances(game, 300, "", "300 - Ra1a3@1300 ke8");
    assert_answered(game, "a1a3 accepted");
    assert_advances(game, 1300, "", "1300 - Ra2a3@2300 ke8e7@2300");
    assert_answered(game, "e8e7 accepted");
    assert_advances(game, 2000, "w", "2000 - Ra2a3@2300 ke8e7@2300");
    assert_answered(game, "");
    assert_advances(game, 2300, "", "2300 - Ra3 ke7");
    assert_advances(game, ASYNC_NEVER, "", "5000 time Ra3 ke7");
}

TEST(entries_come_before_commands_and_whites_before_blacks)
{
    g_autoptr(AsyncGame) game = new_game("0 - Ra1a2@1000 Rh1 ra8 rh8", 5000);

    assert_advances(game, 0, "wb", "0 - Ra1a2@1000 Rh1 ra8 rh8");
    command(game, 1000, COLOR_BLACK, "h8h7");
    command(game, 1001, COLOR_WHITE, "h1g1");
    command(game, 1000, COLOR_WHITE, "h1h2");
    command(game, 1000, COLOR_BLACK, "a8a7");
    command(game, 1000, COLOR_WHITE, "a2b2"); /* where the rook is by then */
    command(game, 1000, COLOR_WHITE, "a1b1");
    assert_advances(game, 1000, "", "1000 - Rh1h2@2000 Ra2b2@2000 ra8a7@2000 rh8h7@2000");
    assert_answered(game, "h1h2 accepted, a2b2 accepted, a1b1 no piece is there, "
                          "h8h7 accepted, a8a7 accepted");
}

TEST(what_is_commanded_at_once_makes_an_instant_more_in_which_nobody_is_awake)
{
    g_autoptr(AsyncGame) game = new_game("0 - Ra1 ra8", 5000);

    assert_advances(game, 0, "wb", "0 - Ra1 ra8");
    command(game, 0, COLOR_BLACK, "a8a7");
    async_game_wake(game, COLOR_BLACK, 0);
    command(game, 0, COLOR_WHITE, "a1a2");
    async_game_wake(game, COLOR_WHITE, -7);
    assert_advances(game, 0, "", "0 - Ra1a2@1000 ra8a7@1000");
    assert_answered(game, "a1a2 accepted, a8a7 accepted");
    assert_advances(game, 1, "wb", "1 - Ra1a2@1000 ra8a7@1000");
    /* nor is a command for the past taken */
    command(game, 0, COLOR_WHITE, "a1a3");
    assert_advances(game, 1, "", "1 - Ra1a2@1000 ra8a7@1000");
    assert_answered(game, "a1a3 the piece is under way");
}

TEST(who_asks_for_no_time_is_not_called_again)
{
    g_autoptr(AsyncGame) game = new_game("0 - Ra1 ra8", 5000);

    assert_advances(game, 0, "wb", "0 - Ra1 ra8");
    async_game_wake(game, COLOR_BLACK, 70);
    async_game_wake(game, COLOR_BLACK, 90); /* the last one counts */
    assert_advances(game, 90, "b", "90 - Ra1 ra8");
    g_assert_cmpint(async_game_next_ms(game), ==, ASYNC_NEVER);
}

TEST(the_instant_of_the_limit_is_still_played)
{
    g_autoptr(AsyncGame) game = new_game("0 - Ra1a3@1000 ka2 ra8h8@1001", 1000);

    assert_advances(game, 0, "wb", "0 - Ra1a3@1000 ka2 ra8h8@1001");
    command(game, 1000, COLOR_BLACK, "a2b2");
    async_game_wake(game, COLOR_BLACK, 1000);
    assert_advances(game, 1000, "", "1000 k Ra2 ra8h8@1001");
    assert_answered(game, "a2b2 the game is over");
    g_assert_cmpint(async_game_next_ms(game), ==, ASYNC_NEVER);
}

TEST(without_a_killed_king_the_limit_ends_the_game)
{
    g_autoptr(AsyncGame) game = new_game("0 - Ra1a8@1000 ka3", 1999);

    assert_advances(game, 0, "wb", "0 - Ra1a8@1000 ka3");
    async_game_wake(game, COLOR_WHITE, 1999);
    assert_advances(game, 1000, "", "1000 - Ra2a8@2000 ka3");
    assert_advances(game, 1999, "w", "1999 - Ra2a8@2000 ka3");
    assert_advances(game, 2000, "", "1999 time Ra2a8@2000 ka3");
    g_assert_cmpint(async_game_next_ms(game), ==, ASYNC_NEVER);
}

/* A game of two sides that command at random times, as a hash of its worlds. */
static guint play(uint64_t seed, uint32_t sides)
{
    const AsyncChance chance = {async_draw_by_seed, &seed};
    const AsyncWorld start = async_world_start();
    g_autoptr(GRand) rand = g_rand_new_with_seed(sides);
    g_autoptr(AsyncGame) game = async_game_new(&ASYNC_RULES_DEFAULT, &start, &chance);
    char text[ASYNC_TEXT_SIZE];
    guint hash = 0;

    while (game->world.end == ASYNC_GOES_ON) {
        async_game_advance(game);
        for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
            for (int i = 0; game->awake[side] && i < 100; i++) {
                const AsyncCommand ask = {game->world.now_ms + 100 * (i % 3), side,
                                          (Square)g_rand_int_range(rand, 0, SQUARE_COUNT),
                                          (Square)g_rand_int_range(rand, 0, SQUARE_COUNT)};
                async_game_command(game, &ask);
                async_game_wake(game, side, game->world.now_ms + 500);
            }
        async_text_format(&game->world, text);
        g_assert_cmpstr(async_world_fault(&game->world), ==, NULL);
        hash = 31 * hash + g_str_hash(text);
    }
    return hash;
}

TEST(the_same_seed_gives_the_same_game_and_another_seed_another)
{
    int others = 0;

    for (uint32_t sides = 1; sides <= 10; sides++) {
        g_assert_cmpuint(play(1, sides), ==, play(1, sides));
        others += play(1, sides) != play(2, sides);
    }
    g_assert_cmpint(others, >, 0);
}
