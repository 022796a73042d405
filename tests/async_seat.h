/* A game of asynchronous chess with one player, White's, on a world that a test writes down. */
#pragma once

#include "players/async/async_table.h"
#include "tests/async_support.h"

typedef struct {
    AsyncTable table;
    AsyncGame *game;
    Player *player;
    Random random;
    uint64_t seed;
} AsyncSeat;

/* Fills @seat, which must stay where it is. */
static inline void async_seat_take(AsyncSeat *seat, const char *player, const char *world,
                                   uint64_t seed, bool see_paths)
{
    const AsyncWorld start = async_read(world);
    AsyncRules rules = ASYNC_RULES_DEFAULT;
    AsyncChance chance = {async_draw_by_seed, &seat->seed};
    g_autoptr(GError) error = NULL;

    rules.see_paths = see_paths;
    seat->seed = seed;
    seat->random = random_for_job(seed, 1);
    seat->player = player_new(player, NULL, &error);
    g_assert_no_error(error);
    seat->game = async_game_new(&rules, &start, &chance);
    seat->table =
        (AsyncTable){.game = seat->game, .player = {seat->player}, .random = &seat->random};
}

static inline void async_seat_leave(AsyncSeat *seat)
{
    async_game_free(seat->game);
    player_free(seat->player);
}

/* Plays on up to @time_ms, that instant included. */
static inline void async_seat_play_to(AsyncSeat *seat, int64_t time_ms)
{
    while (seat->game->world.end == ASYNC_GOES_ON && async_game_next_ms(seat->game) <= time_ms)
        async_table_advance(&seat->table);
}

/* The time at which the next command is carried out, ASYNC_NEVER if none is up to @time_ms; what it
 * was is in @out_command. */
static inline int64_t async_seat_next_command(AsyncSeat *seat, int64_t time_ms,
                                              AsyncAnswered *out_command)
{
    while (seat->game->world.end == ASYNC_GOES_ON && async_game_next_ms(seat->game) <= time_ms) {
        async_table_advance(&seat->table);
        if (seat->game->answered->len == 0)
            continue;
        *out_command = g_array_index(seat->game->answered, AsyncAnswered, 0);
        return seat->game->world.now_ms;
    }
    return ASYNC_NEVER;
}
