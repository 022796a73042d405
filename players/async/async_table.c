#include "players/async/async_table.h"

AsyncTable *async_table_new(void)
{
    AsyncTable *table = g_new0(AsyncTable, 1);

    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        table->answered[side] = g_array_new(FALSE, FALSE, sizeof(AsyncAnswered));
    return table;
}

void async_table_free(AsyncTable *table)
{
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        g_array_unref(table->answered[side]);
    g_free(table);
}

void async_table_begin(AsyncTable *table, AsyncGame *game, Player *const player[COLOR_COUNT],
                       Random *random)
{
    table->game = game;
    table->random = random;
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++) {
        table->player[side] = player[side];
        table->called[side] = false;
        g_array_set_size(table->answered[side], 0);
    }
}

/* Answers to an empty seat are dropped. */
static void note_answers(AsyncTable *table)
{
    const GArray *answered = table->game->answered;

    for (guint i = 0; i < answered->len; i++) {
        const AsyncAnswered *answer = &g_array_index(answered, AsyncAnswered, i);
        if (table->player[answer->command.side] != NULL)
            g_array_append_val(table->answered[answer->command.side], *answer);
    }
}

/* Calls the player of @side with the present world. */
static void call(AsyncTable *table, Color side, AsyncReply *out_reply)
{
    const AsyncGame *game = table->game;
    const AsyncWorld seen = async_view_of(&game->world, &game->rules, side);
    const AsyncCall told = {
        .world = &seen,
        .rules = &game->rules,
        .side = side,
        .begins = !table->called[side],
        .answered = (const AsyncAnswered *)(const void *)table->answered[side]->data,
        .answered_count = (int)table->answered[side]->len,
    };

    out_reply->count = 0;
    out_reply->wake_ms = ASYNC_NEVER;
    table->player[side]->kind->act(table->player[side], &told, table->random, out_reply);
    table->called[side] = true;
    g_array_set_size(table->answered[side], 0);
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
    note_answers(table);
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++) {
        replies_to[side] = table->game->awake[side] && table->player[side] != NULL;
        if (replies_to[side])
            call(table, side, &replies[side]);
    }
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        if (replies_to[side])
            hand_in(table->game, side, &replies[side]);
}
