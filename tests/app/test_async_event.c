/* Events as they are heard. */
#include <string.h>

#include "app/async/async_message.h"
#include "players/async/async_table.h"
#include "tests/async_support.h"
#include "tests/test.h"

/* What a listener knows that only hears events. */
typedef struct {
    AsyncWorld world[ASYNC_ROLE_COUNT];
    int events;
} Hearers;

/* Puts the pieces of @event in their places in @world. */
static void apply(const AsyncEvent *event, AsyncWorld *world)
{
    const Bitboard news = async_world_occupied(&event->now);

    for (Bitboard rest =
             (event->settled.entered | event->settled.killed | news) & async_world_occupied(world);
         rest; rest &= rest - 1)
        async_world_remove(world, bitboard_first(rest));
    for (Bitboard rest = news; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        async_world_place(world, async_world_color_at(&event->now, sq),
                          async_world_type_at(&event->now, sq), sq);
        if (bitboard_has(event->now.under_way, sq))
            async_world_set_path(world, sq, event->now.to[sq], event->now.due_ms[sq]);
    }
    world->now_ms = event->now.now_ms;
    world->end = event->now.end;
}

static void hear(Hearers *hearers, const AsyncEvent *event, const AsyncRules *rules, AsyncRole role)
{
    const AsyncMessage told = {.kind = ASYNC_MESSAGE_EVENT,
                               .event = async_event_view(event, rules, role)};
    g_autofree char *line = async_message_format(&told);

    g_assert_cmpuint(strlen(line), <=, ASYNC_LINE_MAX_TO_CLIENT);
    apply(&told.event, &hearers->world[role]);
    hearers->events++;
}

static void compare(const AsyncWorld *found, const AsyncWorld *expected)
{
    g_assert_cmpmem(found->type_at, SQUARE_COUNT, expected->type_at, SQUARE_COUNT);
    g_assert_cmpmem(found->to, sizeof found->to, expected->to, sizeof expected->to);
    g_assert_cmpmem(found->due_ms, sizeof found->due_ms, expected->due_ms, sizeof found->due_ms);
    g_assert_cmpuint(found->by_color[COLOR_WHITE], ==, expected->by_color[COLOR_WHITE]);
    g_assert_cmpuint(found->by_color[COLOR_BLACK], ==, expected->by_color[COLOR_BLACK]);
    g_assert_cmpuint(found->under_way, ==, expected->under_way);
    g_assert_cmpuint(found->end, ==, expected->end);
}

static void hear_game(uint64_t seed, bool see_paths)
{
    g_autoptr(Player) player = player_new("async-random:pause_ms=200", NULL, NULL);
    Player *const players[COLOR_COUNT] = {player, player};
    const AsyncChance chance = {async_draw_by_seed, &seed};
    const AsyncWorld start = async_world_start();
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    Random random = random_for_job(1, seed);
    Hearers hearers = {.world = {start, start, start}};
    g_autoptr(AsyncTable) table = async_table_new();
    g_autoptr(AsyncGame) game = NULL;

    rules.see_paths = see_paths;
    rules.time_limit_ms = 120000;
    game = async_game_new(&rules, &start, &chance);
    async_table_begin(table, game, players, &random);
    while (game->world.end == ASYNC_GOES_ON) {
        const AsyncWorld before = game->world;
        AsyncEvent event;
        bool has_happened;
        async_table_advance(table);
        has_happened = async_event_of(&before, &game->world, &game->settled, &event);
        for (AsyncRole role = 0; role < ASYNC_ROLE_COUNT; role++) {
            const AsyncWorld expected = async_role_view(&game->world, &rules, role);
            if (has_happened)
                hear(&hearers, &event, &rules, role);
            compare(&hearers.world[role], &expected);
        }
    }
    g_assert_cmpint(hearers.events, >, 100);
}

TEST(who_hears_all_events_knows_the_world)
{
    for (uint64_t seed = 1; seed <= 5; seed++)
        hear_game(seed, seed % 2 == 0);
}

TEST(a_spectator_sees_no_hidden_path)
{
    const AsyncWorld world = async_read("0 - Ra1a8@1000 Ke1 ra8h8@2000 ke8");
    const AsyncWorld seen = async_role_view(&world, &ASYNC_RULES_DEFAULT, ASYNC_ROLE_SPECTATOR);

    g_assert_cmpuint(seen.under_way, ==, world.under_way);
    g_assert_cmpint(seen.to[SQUARE_A1], ==, SQUARE_NONE);
    g_assert_cmpint(seen.to[SQUARE_A8], ==, SQUARE_NONE);
    g_assert_cmpint(seen.due_ms[SQUARE_A1], ==, 0);
}
