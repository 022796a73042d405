#include "players/async/async_table.h"

/* Calls the player of @side with the present world. */
static void call_player(AsyncTable *table, Color side, AsyncReply *out_reply)
{
    const AsyncGame *game = table->game;
    const AsyncWorld seen = async_view_of(&game->world, &game->rules, side);
    const AsyncCall told = {
        .world = &seen,
        .rules = &game->rules,
        .side = side,
        .begins = !table->called[side],
    };

    out_reply->count = 0;
    out_reply->wake_ms = ASYNC_NEVER;
    table->player[side]->kind->act(table->player[side], &told, table->random, out_reply);
    table->called[side] = true;
}

static void hand_in(AsyncGame *game, Color side, const AsyncReply *reply)
{
    for (int i = 0; i < reply->count; i++) {
        AsyncCommand command = reply->commands[i];
        command.side = side;
        async_game_command(game, &command);
    }
    async_game_wake(game, side, reply->wake_ms);
}

void async_table_advance(AsyncTable *table)
{
    AsyncReply replies[COLOR_COUNT];
    bool replies_to[COLOR_COUNT];

    async_game_advance(table->game);
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++) {
        replies_to[side] = table->game->awake[side] && table->player[side] != NULL;
        if (replies_to[side])
            call_player(table, side, &replies[side]);
    }
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        if (replies_to[side])
            hand_in(table->game, side, &replies[side]);
}
