#include "board/async_game.h"

#include <glib.h>

AsyncGame *async_game_new(const AsyncRules *rules, const AsyncWorld *world,
                          const AsyncChance *chance)
{
    AsyncGame *game = g_new(AsyncGame, 1);

    g_assert(async_rules_fault(rules) == NULL);
    g_assert(world->end == ASYNC_GOES_ON && world->now_ms <= rules->time_limit_ms);
    *game = (AsyncGame){
        .rules = *rules,
        .chance = *chance,
        .world = *world,
        .wake_ms = {world->now_ms, world->now_ms},
        .waiting = g_array_new(FALSE, FALSE, sizeof(AsyncCommand)),
        .answered = g_array_new(FALSE, FALSE, sizeof(AsyncAnswered)),
    };
    return game;
}

void async_game_free(AsyncGame *game)
{
    g_array_unref(game->waiting);
    g_array_unref(game->answered);
    g_free(game);
}

static const AsyncCommand *waiting_at(const AsyncGame *game, guint i)
{
    return &g_array_index(game->waiting, AsyncCommand, i);
}

static bool takes_effect_before(const AsyncCommand *a, const AsyncCommand *b)
{
    return a->time_ms != b->time_ms ? a->time_ms < b->time_ms : a->side < b->side;
}

void async_game_command(AsyncGame *game, const AsyncCommand *command)
{
    AsyncCommand late = *command;
    guint i = game->waiting->len;

    late.time_ms = MAX(command->time_ms, game->world.now_ms);
    while (i > 0 && takes_effect_before(&late, waiting_at(game, i - 1)))
        i--;
    g_array_insert_val(game->waiting, i, late);
}

void async_game_wake(AsyncGame *game, Color side, int64_t time_ms)
{
    game->wake_ms[side] = MAX(time_ms, game->world.now_ms + 1);
}

int64_t async_game_next_ms(const AsyncGame *game)
{
    int64_t next_ms = MIN(game->wake_ms[COLOR_WHITE], game->wake_ms[COLOR_BLACK]);

    if (game->world.end != ASYNC_GOES_ON)
        return ASYNC_NEVER;
    if (game->waiting->len > 0)
        next_ms = MIN(next_ms, waiting_at(game, 0)->time_ms);
    return MIN(next_ms, async_world_next_ms(&game->world));
}

static void carry_out(AsyncGame *game, const AsyncCommand *command)
{
    const AsyncAnswered answered = {
        .command = *command,
        .answer = async_world_command(&game->world, &game->rules, command->side, command->from,
                                      command->to),
    };

    g_array_append_val(game->answered, answered);
}

static void carry_out_due(AsyncGame *game)
{
    guint count = 0;

    g_array_set_size(game->answered, 0);
    while (count < game->waiting->len && waiting_at(game, count)->time_ms == game->world.now_ms)
        carry_out(game, waiting_at(game, count++));
    g_array_remove_range(game->waiting, 0, count);
}

static void call_player(AsyncGame *game, Color side)
{
    game->awake[side] =
        game->wake_ms[side] == game->world.now_ms && game->world.end == ASYNC_GOES_ON;
    if (game->awake[side])
        game->wake_ms[side] = ASYNC_NEVER;
}

static void end_at_limit(AsyncGame *game)
{
    game->world.now_ms = game->rules.time_limit_ms;
    game->world.end = ASYNC_TIME_UP;
    game->settled = (AsyncSettled){0};
    game->awake[COLOR_WHITE] = game->awake[COLOR_BLACK] = false;
    g_array_set_size(game->answered, 0);
}

void async_game_advance(AsyncGame *game)
{
    const int64_t time_ms = async_game_next_ms(game);

    g_assert(game->world.end == ASYNC_GOES_ON);
    if (time_ms > game->rules.time_limit_ms) {
        end_at_limit(game);
        return;
    }
    game->settled = async_settle(&game->world, &game->rules, &game->chance, time_ms);
    carry_out_due(game);
    call_player(game, COLOR_WHITE);
    call_player(game, COLOR_BLACK);
}

static const char *const SIDE_NAMES[] = {"White", "Black"};

const TimedGame ASYNC_CHESS = {
    .name = "async",
    .summary = "asynchronous chess: pieces move in real time, without turns",
    .side_name = SIDE_NAMES,
};
