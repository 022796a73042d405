#include "players/async/async_table.h"
#include "tests/async_support.h"
#include "tests/test.h"

#define SEED 3
#define WORLDS 1000

/* With these what is decided at t takes effect at t + 100, and the next look is at t + 200. */
#define PATIENT "async-patient:think_ms=100,look_ms=200"

enum { A1 = 0, B1 = 1, D1 = 3, A5 = 32, C3 = 18, E4 = 28, D6 = 43, E6 = 44, A7 = 48, A8 = 56 };

typedef struct {
    Player *player;
    AsyncRules rules;
    Random random;
    AsyncReply reply; /* to the last call */
    bool called;
} Fixture;

static Fixture begin(const char *player)
{
    g_autoptr(GError) error = NULL;
    Fixture fixture = {
        .player = player_new(player, NULL, &error),
        .rules = ASYNC_RULES_DEFAULT,
        .random = random_for_job(SEED, 0),
    };

    g_assert_no_error(error);
    return fixture;
}

/* Calls the player for @side in @world. */
static void call(Fixture *fixture, const AsyncWorld *world, Color side)
{
    const AsyncWorld seen = async_view_of(world, &fixture->rules, side);
    const AsyncCall told = {
        .world = &seen,
        .rules = &fixture->rules,
        .side = side,
        .begins = !fixture->called,
    };

    fixture->called = true;
    fixture->reply.count = 0;
    fixture->player->kind->act(fixture->player, &told, &fixture->random, &fixture->reply);
}

static void call_white(Fixture *fixture, const char *text)
{
    const AsyncWorld world = async_read(text);

    call(fixture, &world, COLOR_WHITE);
}

/* The command of the last reply to the piece on @from, or NULL. */
static const AsyncCommand *command_from(const Fixture *fixture, Square from)
{
    for (int i = 0; i < fixture->reply.count; i++)
        if (fixture->reply.commands[i].from == from)
            return &fixture->reply.commands[i];
    return NULL;
}

/* Where the piece on @from is commanded to in the world that @text tells, where White sees paths
 * and rooks need @rook_ms for a space; SQUARE_NONE if it is not. */
static Square destination_by(const char *text, Square from, int64_t rook_ms)
{
    Fixture fixture = begin(PATIENT);
    const AsyncCommand *command;
    Square to;

    fixture.rules.see_paths = true;
    fixture.rules.ms_per_space[PIECE_ROOK] = rook_ms;
    call_white(&fixture, text);
    command = command_from(&fixture, from);
    to = command == NULL ? SQUARE_NONE : command->to;
    player_free(fixture.player);
    return to;
}

static Square destination_in(const char *text, Square from)
{
    return destination_by(text, from, ASYNC_RULES_DEFAULT.ms_per_space[PIECE_ROOK]);
}

TEST(a_piece_does_not_step_where_a_rook_arrives_first)
{
    g_assert_cmpint(destination_in("0 - Nb1", B1), ==, C3);
    g_assert_cmpint(destination_in("0 - Nb1 rc5", B1), !=, C3);
}

TEST(it_steps_there_if_it_can_be_away_before_the_rook_arrives)
{
    g_assert_cmpint(destination_in("0 - Nb1 rc8", B1), ==, C3);
}

/* The knight is there at 2100, decides by 2400 at the latest and is away at 4400. */
TEST(it_looks_and_thinks_where_it_has_come_before_it_can_be_away)
{
    g_assert_cmpint(destination_by("0 - Nb1 rc8", B1, 881), ==, C3);
    g_assert_cmpint(destination_by("0 - Nb1 rc8", B1, 840), !=, C3);
}

TEST(it_steps_there_if_it_is_covered_and_the_taker_is_worth_more)
{
    g_assert_cmpint(destination_in("0 - Nb1 qc5", B1), !=, C3);
    g_assert_cmpint(destination_in("0 - Nb1 Pb2 qc5", B1), ==, C3);
}

/* Plays @text, a player for White and none for Black, until @until_ms or the end. Owner: the
 * caller. */
static AsyncGame *play(const char *text, bool see_paths, int64_t until_ms)
{
    static const uint64_t seed = SEED;
    const AsyncChance chance = {async_draw_by_seed, &seed};
    const AsyncWorld start = async_read(text);
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    Random random = random_for_job(SEED, 0);
    g_autoptr(Player) white = player_new(PATIENT, NULL, NULL);
    AsyncTable table = {.player = {white}, .random = &random};
    AsyncGame *game;

    rules.see_paths = see_paths;
    table.game = game = async_game_new(&rules, &start, &chance);
    while (game->world.end == ASYNC_GOES_ON && async_game_next_ms(game) <= until_ms)
        async_table_advance(&table);
    return game;
}

TEST(a_knight_dodges_a_queen_under_way)
{
    for (int see_paths = 0; see_paths < 2; see_paths++) {
        g_autoptr(AsyncGame) game = play("0 - Ne4 qe8e4@1000", see_paths, 4000);
        g_assert_cmpint(bitboard_count(game->world.by_color[COLOR_WHITE]), ==, 1);
        g_assert_cmpuint(game->world.by_color[COLOR_BLACK], ==, bitboard_of(E4));
    }
}

/* The knight stands best where it is, and needs two seconds to leave. */
TEST(it_stays_as_long_as_it_can_still_be_away_after_the_next_look)
{
    g_assert_cmpint(destination_in("0 - Ne4 re6e4@1300", E4), !=, SQUARE_NONE);
    g_assert_cmpint(destination_in("0 - Ne4 re6e4@1301", E4), ==, SQUARE_NONE);
}

TEST(a_piece_on_a_path_that_is_seen_is_struck_where_it_passes)
{
    g_autoptr(AsyncGame) game = play("0 - Rd1 qd3d1@200", true, 1100);

    g_assert_cmpuint(game->world.by_color[COLOR_BLACK], ==, 0);
}

TEST(a_free_piece_is_taken)
{
    g_autoptr(AsyncGame) game = play("0 - Ra1 na5", false, 5000);

    g_assert_cmpint(destination_in("0 - Ra1 na5", A1), ==, A5);
    g_assert_cmpuint(game->world.by_color[COLOR_BLACK], ==, 0);
}

TEST(of_two_pieces_in_reach_the_king_is_taken)
{
    g_assert_cmpint(destination_in("0 - Ra1 qb1 ka2", A1), ==, 8);
}

/* The rook would be on e6 at 1100 as well, where chance decides between two that enter. */
TEST(a_moving_king_is_struck_a_moment_after_it_stops)
{
    Fixture fixture = begin(PATIENT);
    const AsyncCommand *command;

    fixture.rules.see_paths = true;
    call_white(&fixture, "0 - ke5e6@1100 Rd6");
    command = command_from(&fixture, D6);
    g_assert_nonnull(command);
    if (command != NULL) {
        g_assert_cmpint(command->to, ==, E6);
        g_assert_cmpint(command->time_ms, ==, 101);
    }
    player_free(fixture.player);
}

/* The king takes three seconds for a space here, so there is time to look again. */
TEST(for_a_king_that_will_stop_later_the_striker_waits)
{
    Fixture fixture = begin(PATIENT);

    fixture.rules.see_paths = true;
    fixture.rules.ms_per_space[PIECE_KING] = 3000;
    call_white(&fixture, "0 - ke5e6@1700 Rd6");
    g_assert_null(command_from(&fixture, D6));
    call_white(&fixture, "401 - ke5e6@1700 Rd6");
    g_assert_nonnull(command_from(&fixture, D6));
    player_free(fixture.player);
}

/* The rook on e7 has come from e8 or from d7, and will go on so; the knight must know how. */
TEST(with_hidden_paths_the_direction_is_inferred_from_two_looks)
{
    static const struct {
        const char *first, *second, *third;
        bool dodges;
    } cases[] = {
        {"1600 - Ne4 re8e1@1700", "1800 - Ne4 re7e1@2700", "2400 - Ne4 re7e1@2700", true},
        {"1600 - Ne4 rd7h7@1700", "1800 - Ne4 re7h7@2700", "2400 - Ne4 re7h7@2700", false},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Fixture fixture = begin(PATIENT);
        call_white(&fixture, cases[i].first);
        g_assert_null(command_from(&fixture, E4));
        call_white(&fixture, cases[i].second);
        g_assert_null(command_from(&fixture, E4));
        call_white(&fixture, cases[i].third);
        g_assert_cmpint(command_from(&fixture, E4) != NULL, ==, cases[i].dodges);
        player_free(fixture.player);
    }
}

TEST(a_pawn_goes_on_to_be_a_queen_when_the_way_is_free)
{
    g_autoptr(AsyncGame) game = play("0 - Pa5", false, 20000);

    g_assert_cmpint(destination_in("0 - Pa7", A7), ==, A8);
    g_assert_cmpint(destination_in("0 - Pa7 ra8", A7), ==, SQUARE_NONE);
    g_assert_cmpint(bitboard_count(game->world.by_color[COLOR_WHITE]), ==, 1);
    g_assert_cmpint(game->world.type_at[bitboard_first(game->world.by_color[COLOR_WHITE])], ==,
                    PIECE_QUEEN);
}

TEST(a_piece_with_a_command_that_waits_is_not_commanded_again)
{
    Fixture fixture = begin("async-patient:think_ms=1000,look_ms=100");

    call_white(&fixture, "0 - Ra1 na5");
    g_assert_nonnull(command_from(&fixture, A1));
    call_white(&fixture, "900 - Ra1 na5");
    g_assert_null(command_from(&fixture, A1));
    call_white(&fixture, "1001 - Ra1 na5");
    g_assert_nonnull(command_from(&fixture, A1));
    player_free(fixture.player);
}

static AsyncRules random_rules(GRand *rand)
{
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        rules.ms_per_space[type] = g_rand_int_range(rand, 1, 3000);
    rules.knight_spaces = g_rand_int_range(rand, 1, 4);
    rules.see_paths = g_rand_boolean(rand);
    return rules;
}

/* Sends off half of the pieces in @world. */
static void send_half(AsyncWorld *world, const AsyncRules *rules, GRand *rand)
{
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const Bitboard reach = async_world_reach(world, from);
        if (reach != 0 && g_rand_boolean(rand))
            async_world_command(world, rules, async_world_color_at(world, from), from,
                                async_random_space(rand, reach));
    }
}

static void check_reply(const AsyncReply *reply, const AsyncWorld *world, Color side)
{
    Bitboard idle = world->by_color[side] & ~world->under_way;

    g_assert_cmpint(reply->wake_ms, ==, world->now_ms + 200);
    for (int i = 0; i < reply->count; i++) {
        const AsyncCommand *command = &reply->commands[i];
        g_assert_true(bitboard_has(idle, command->from));
        g_assert_true(bitboard_has(async_world_reach(world, command->from), command->to));
        g_assert_cmpint(command->time_ms, >=, world->now_ms + 100);
        g_assert_cmpint(command->time_ms, <=, world->now_ms + 300);
        idle &= ~bitboard_of(command->from);
    }
}

/* Any pieces, kings among them or none, at any rates. */
TEST(in_any_world_own_idle_pieces_are_commanded_where_they_move_in_time)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    int commands = 0;

    for (int i = 0; i < WORLDS; i++) {
        const Color side = (Color)(i % 2);
        AsyncWorld world = async_scatter(rand, g_rand_int_range(rand, 0, 50), PIECE_TYPE_COUNT);
        Fixture fixture = begin(PATIENT);
        fixture.rules = random_rules(rand);
        send_half(&world, &fixture.rules, rand);
        for (int look = 0; look < 2; look++, world.now_ms++) {
            call(&fixture, &world, side);
            commands += fixture.reply.count;
            if (look == 0)
                check_reply(&fixture.reply, &world, side);
        }
        player_free(fixture.player);
    }
    g_assert_cmpint(commands, >, WORLDS);
}

/* Texts of players stay short, and an experiment stays the same one with a further weight. */
TEST_ROWS(weights_are_named_only_if_they_are_others)
{
    g_autoptr(Player) player = player_new(field[0], NULL, NULL);
    g_autofree char *described = player_describe(player);
    g_assert_cmpstr(described, ==, field[1]);
}

TEST(weights_decide)
{
    /* A knight that may go to better squares stays where it is if moving costs more than any square
     * is worth. */
    static const char *const players[] = {PATIENT, PATIENT ",moving=1000"};

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        Fixture fixture = begin(players[i]);
        call_white(&fixture, "0 - Nb1");
        g_assert_cmpint(fixture.reply.count > 0, ==, i == 0);
        player_free(fixture.player);
    }
}
