#include "tests/players/contract_async_player.h"

#include "board/async_world.h"
#include "players/async/async_table.h"
#include "tests/async_support.h"

#define GAMES_EACH 3
#define WORLDS 20
#define MAX_MS 60000 /* of a game: a minute, in which pieces go sixty spaces */

static Player *create(const char *text)
{
    g_autoptr(GError) error = NULL;
    Player *player = player_new(text, NULL, &error);

    g_assert_no_error(error);
    if (player == NULL)
        g_error("'%s' names no player", text);
    return player;
}

/* What the tests look at after each instant. */
typedef void (*AfterInstant)(const AsyncGame *game, void *data);

/* Plays game @number of @white against @black from @start. */
static void play_from(const AsyncWorld *start, Player *white, Player *black, uint64_t number,
                      AfterInstant after, void *data)
{
    const AsyncChance chance = {async_draw_by_seed, &number};
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    Random random = random_for_job(1, number);
    AsyncTable table = {.player = {white, black}, .random = &random};
    g_autoptr(AsyncGame) game = NULL;

    rules.time_limit_ms = MAX_MS;
    rules.see_paths = number % 2 == 1;
    table.game = game = async_game_new(&rules, start, &chance);
    while (game->world.end == ASYNC_GOES_ON) {
        async_table_advance(&table);
        after(game, data);
    }
}

static void play(Player *white, Player *black, uint64_t number, AfterInstant after, void *data)
{
    const AsyncWorld start = async_world_start();

    play_from(&start, white, black, number, after, data);
}

/* Appends what happened to a GString. */
static void note(const AsyncGame *game, void *data)
{
    char world[ASYNC_TEXT_SIZE];

    async_text_format(&game->world, world);
    g_string_append_printf(data, "%s\n", world);
    for (guint i = 0; i < game->answered->len; i++) {
        const AsyncAnswered *answered = &g_array_index(game->answered, AsyncAnswered, i);
        g_string_append_printf(data, "%d %d-%d %d\n", answered->command.side,
                               answered->command.from, answered->command.to, answered->answer);
    }
}

/* The whole of game @number. Owner: the caller. */
static char *tell(Player *white, Player *black, uint64_t number)
{
    GString *text = g_string_new(NULL);

    play(white, black, number, note, text);
    return g_string_free(text, FALSE);
}

static void check_world(const AsyncGame *game, void *data)
{
    int64_t *commands = data;

    g_assert_cmpstr(async_world_fault(&game->world), ==, NULL);
    for (guint i = 0; i < game->waiting->len; i++) {
        const AsyncCommand *command = &g_array_index(game->waiting, AsyncCommand, i);
        g_assert_cmpint(command->from, <, SQUARE_COUNT);
        g_assert_cmpint(command->to, <, SQUARE_COUNT);
    }
    *commands += game->answered->len;
}

static void test_it_commands_and_the_world_stays_whole(const void *text)
{
    g_autoptr(Player) white = create(text), black = create(text);
    int64_t commands = 0;

    for (uint64_t number = 0; number < GAMES_EACH; number++)
        play(white, black, number, check_world, &commands);
    g_assert_cmpint(commands, >, GAMES_EACH);
}

/* With kings missing or several, and more pieces than a game ever has. */
static void test_it_plays_on_any_world(const void *text)
{
    g_autoptr(Player) white = create(text), black = create(text);
    g_autoptr(GRand) rand = g_rand_new_with_seed(5);
    int64_t commands = 0;

    for (uint64_t number = 0; number < WORLDS; number++) {
        const AsyncWorld start =
            async_scatter(rand, g_rand_int_range(rand, 0, 45), PIECE_TYPE_COUNT);
        play_from(&start, white, black, number, check_world, &commands);
    }
    g_assert_cmpint(commands, >, WORLDS);
}

/* A player that has played before, and on the other side, plays as a new one does. */
static void test_the_same_seed_gives_the_same_game(const void *text)
{
    g_autoptr(Player) white = create(text), black = create(text);

    for (uint64_t number = 0; number < GAMES_EACH; number++) {
        g_autoptr(Player) fresh = create(text), second = create(text);
        g_autofree char *expected = tell(fresh, second, number);
        g_autofree char *found =
            number % 2 == 0 ? tell(white, black, number) : tell(black, white, number);
        g_assert_cmpstr(found, ==, expected);
    }
}

static void test_a_description_names_the_same_player(const void *text)
{
    g_autoptr(Player) player = create(text), opponent = create(text);
    g_autofree char *description = player_describe(player);
    g_autoptr(Player) described = create(description);
    g_autofree char *again = player_describe(described);
    g_autofree char *expected = tell(player, opponent, 1);
    g_autofree char *found = tell(described, opponent, 1);

    g_assert_cmpstr(description, ==, again);
    g_assert_true(described->kind == player->kind);
    g_assert_cmpstr(found, ==, expected);
}

static void test_it_plays_no_game_with_turns(const void *text)
{
    g_autoptr(Player) player = create(text);

    for (size_t i = 0; i < GAME_COUNT; i++)
        g_assert_false(player_kind_plays(player->kind, GAMES[i]));
}

static void add(const char *text, const char *sentence, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/player/contract/%s/%s", text, sentence);

    g_test_add_data_func(path, text, test);
}

void contract_async_player_add_tests(const char *text)
{
    add(text, "it-commands-and-the-world-stays-whole", test_it_commands_and_the_world_stays_whole);
    add(text, "it-plays-on-any-world", test_it_plays_on_any_world);
    add(text, "the-same-seed-gives-the-same-game", test_the_same_seed_gives_the_same_game);
    add(text, "a-description-names-the-same-player", test_a_description_names_the_same_player);
    add(text, "it-plays-no-game-with-turns", test_it_plays_no_game_with_turns);
}
