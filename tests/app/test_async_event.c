/* Events as they are heard. */
#include <json-glib/json-glib.h>
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

/* The square that the member @name of @object names; SQUARE_NONE: there is none. */
static Square square_of(JsonObject *object, const char *name)
{
    return square_parse(json_object_get_string_member_with_default(object, name, ""));
}

static void take_away(AsyncWorld *world, Square sq)
{
    if (bitboard_has(async_world_occupied(world), sq))
        async_world_remove(world, sq);
}

/* Puts @piece in its place in @world. */
static void put(JsonObject *piece, AsyncWorld *world)
{
    const Square sq = square_of(piece, "square"), to = square_of(piece, "to");
    const bool is_white = g_str_equal(json_object_get_string_member(piece, "colour"), "white");
    const char *name = json_object_get_string_member(piece, "piece");

    async_world_place(world, is_white ? COLOR_WHITE : COLOR_BLACK,
                      (PieceType)text_place(name, PIECE_NAME, PIECE_TYPE_COUNT), sq);
    if (json_object_get_boolean_member(piece, "under_way"))
        async_world_set_path(world, sq, to,
                             json_object_get_int_member_with_default(piece, "due_ms", 0));
}

/* Changes @world as the event @line says. */
static void apply(const char *line, AsyncWorld *world)
{
    g_autoptr(JsonNode) root = json_from_string(line, NULL);
    JsonObject *event = json_node_get_object(root);
    JsonArray *entered = json_object_get_array_member(event, "entered");
    JsonArray *killed = json_object_get_array_member(event, "killed");
    JsonArray *pieces = json_object_get_array_member(event, "pieces");

    for (guint i = 0; i < json_array_get_length(entered); i++)
        take_away(world, square_of(json_array_get_object_element(entered, i), "from"));
    for (guint i = 0; i < json_array_get_length(killed); i++)
        take_away(world, square_parse(json_array_get_string_element(killed, i)));
    for (guint i = 0; i < json_array_get_length(pieces); i++)
        take_away(world, square_of(json_array_get_object_element(pieces, i), "square"));
    for (guint i = 0; i < json_array_get_length(pieces); i++)
        put(json_array_get_object_element(pieces, i), world);
    world->now_ms = json_object_get_int_member(event, "time_ms");
}

static void compare(const AsyncWorld *found, const AsyncWorld *expected)
{
    g_assert_cmpmem(found->type_at, SQUARE_COUNT, expected->type_at, SQUARE_COUNT);
    g_assert_cmpmem(found->to, sizeof found->to, expected->to, sizeof expected->to);
    g_assert_cmpmem(found->due_ms, sizeof found->due_ms, expected->due_ms, sizeof found->due_ms);
    g_assert_cmpuint(found->by_color[COLOR_WHITE], ==, expected->by_color[COLOR_WHITE]);
    g_assert_cmpuint(found->by_color[COLOR_BLACK], ==, expected->by_color[COLOR_BLACK]);
    g_assert_cmpuint(found->under_way, ==, expected->under_way);
}

static void hear(Hearers *hearers, const char *line, AsyncRole role, const AsyncWorld *world)
{
    const bool says_end = strstr(line, "\"over\"") != NULL;

    g_assert_cmpuint(strlen(line), <=, ASYNC_LINE_MAX_TO_CLIENT);
    g_assert_cmpint(says_end, ==, world->end != ASYNC_GOES_ON);
    apply(line, &hearers->world[role]);
    g_assert_cmpint(hearers->world[role].now_ms, ==, world->now_ms);
    hearers->events++;
}

static void hear_game(uint64_t seed, bool see_paths)
{
    g_autoptr(Player) player = player_new("async-random:pause_ms=200", NULL, NULL);
    const AsyncChance chance = {async_draw_by_seed, &seed};
    const AsyncWorld start = async_world_start();
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    Random random = random_for_job(1, seed);
    Hearers hearers = {.world = {start, start, start}};
    AsyncTable table = {.player = {player, player}, .random = &random};
    g_autoptr(AsyncGame) game = NULL;

    rules.see_paths = see_paths;
    rules.time_limit_ms = 120000;
    table.game = game = async_game_new(&rules, &start, &chance);
    while (game->world.end == ASYNC_GOES_ON) {
        const AsyncWorld before = game->world;
        async_table_advance(&table);
        for (AsyncRole role = 0; role < ASYNC_ROLE_COUNT; role++) {
            const AsyncWorld expected = async_role_view(&game->world, &rules, role);
            g_autofree char *line = async_event_format(game, &before, role);
            if (line != NULL)
                hear(&hearers, line, role, &game->world);
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
