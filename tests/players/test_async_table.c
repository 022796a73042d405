#include "players/async/async_table.h"

#include "tests/async_support.h"
#include "tests/test.h"

#define A(rank) square_at(0, (rank)-1) /* the spaces of the a-file */

/* A player that does as it is told and notes what it was told. */
typedef struct {
    Player player;
    AsyncReply reply; /* what it answers to its first call; then it is silent */
    int calls, begun;
    AsyncWorld seen; /* at its last call */
} Puppet;

static void act(Player *player, const AsyncCall *call, G_GNUC_UNUSED Random *random,
                AsyncReply *reply)
{
    Puppet *puppet = (Puppet *)player;

    puppet->begun += call->begins;
    puppet->seen = *call->world;
    if (puppet->calls++ == 0)
        *reply = puppet->reply;
}

static const PlayerKind PUPPET = {.name = "puppet", .act = act};

typedef struct {
    AsyncTable table;
    AsyncGame *game;
    Puppet white, black;
} Fixture;

static Square choose_first(G_GNUC_UNUSED const void *source, const AsyncDraw *draw)
{
    return bitboard_first(draw->candidates);
}

static void set_up(Fixture *fixture, const char *world)
{
    static const AsyncChance chance = {choose_first, NULL};
    const AsyncWorld start = async_read(world);

    fixture->white.player.kind = fixture->black.player.kind = &PUPPET;
    fixture->white.reply.wake_ms = fixture->black.reply.wake_ms = ASYNC_NEVER;
    fixture->game = async_game_new(&ASYNC_RULES_DEFAULT, &start, &chance);
    fixture->table = (AsyncTable){.game = fixture->game,
                                  .player = {&fixture->white.player, &fixture->black.player}};
}

static void tear_down(Fixture *fixture)
{
    async_game_free(fixture->game);
}

TEST(both_see_the_world_before_either_commands)
{
    Fixture fixture = {0};

    set_up(&fixture, "0 - Ra1 Ke1 ra8 ke8");
    async_reply_add(&fixture.white.reply, SQUARE_A1, A(4), 0);
    async_reply_add(&fixture.black.reply, SQUARE_A8, A(5), 0);
    async_table_advance(&fixture.table);
    g_assert_cmpuint(fixture.white.seen.under_way, ==, 0);
    g_assert_cmpuint(fixture.black.seen.under_way, ==, 0);
    async_table_advance(&fixture.table);
    g_assert_cmpint(fixture.game->world.now_ms, ==, 0);
    async_assert_is(&fixture.game->world, "0 - Ra1a4@1000 Ke1 ra8a5@1000 ke8");
    tear_down(&fixture);
}

TEST(a_command_takes_effect_when_it_says)
{
    Fixture fixture = {0};

    set_up(&fixture, "0 - Ra1 Ke1 ra8 ke8");
    async_reply_add(&fixture.white.reply, SQUARE_A1, A(4), 250);
    fixture.white.reply.wake_ms = 900;
    async_table_advance(&fixture.table);
    g_assert_cmpint(fixture.white.begun, ==, 1);
    while (fixture.game->world.now_ms < 900)
        async_table_advance(&fixture.table);
    g_assert_cmpint(fixture.white.calls, ==, 2);
    g_assert_cmpint(fixture.white.begun, ==, 1);
    async_assert_is(&fixture.game->world, "900 - Ra1a4@1250 Ke1 ra8 ke8");
    tear_down(&fixture);
}

TEST(who_asks_for_no_call_is_not_called_again)
{
    Fixture fixture = {0};

    set_up(&fixture, "0 - Ra1 Ke1 ra8 ke8");
    async_reply_add(&fixture.white.reply, SQUARE_A1, A(7), 0);
    while (fixture.game->world.end == ASYNC_GOES_ON)
        async_table_advance(&fixture.table);
    g_assert_cmpint(fixture.white.calls, ==, 1);
    g_assert_cmpint(fixture.black.calls, ==, 1);
    tear_down(&fixture);
}

TEST(a_player_commands_its_own_side_alone)
{
    Fixture fixture = {0};

    set_up(&fixture, "0 - Ra1 Ke1 ra8 ke8");
    async_reply_add(&fixture.white.reply, SQUARE_A8, A(4), 0);
    fixture.white.reply.commands[0].side = COLOR_BLACK;
    async_table_advance(&fixture.table);
    async_table_advance(&fixture.table);
    g_assert_cmpint(g_array_index(fixture.game->answered, AsyncAnswered, 0).answer, ==,
                    ASYNC_REFUSED_NOT_OWN);
    g_assert_cmpuint(fixture.game->world.under_way, ==, 0);
    tear_down(&fixture);
}

TEST(an_empty_seat_is_never_called)
{
    Fixture fixture = {0};

    set_up(&fixture, "0 - Ra1 Ke1 ra8 ke8");
    fixture.table.player[COLOR_BLACK] = NULL;
    for (int i = 0; i < 100; i++)
        async_game_command(fixture.game, &(AsyncCommand){i, COLOR_BLACK, SQUARE_A1, A(2)});
    while (fixture.game->world.end == ASYNC_GOES_ON)
        async_table_advance(&fixture.table);
    g_assert_cmpint(fixture.white.calls, ==, 1);
    g_assert_cmpint(fixture.black.calls, ==, 0);
    tear_down(&fixture);
}
