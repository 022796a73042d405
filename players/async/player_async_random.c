/* The player `async-random`: pieces and pauses at random.
 *
 * When called it sends one of its idle pieces to one of the spaces in its reach, all pairs equally
 * likely, and asks to be called again after a pause of 1 to 2 * pause_ms milliseconds, all equally
 * likely. */
#include "players/player_kinds.h"
#include "players/player_parameters.h"

enum { PAUSE_MS, NUMBER_COUNT };

static const PlayerNumber NUMBERS[] = {
    [PAUSE_MS] = {.key = "pause_ms", .least = 1, .most = PLAYER_NUMBER_MAX_MS, .standard = 1000},
};

typedef struct {
    Player player;
    int64_t number[NUMBER_COUNT];
} PlayerAsyncRandom;

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    PlayerAsyncRandom player = {.player.kind = &PLAYER_KIND_ASYNC_RANDOM};

    if (!player_parameters_numbers(&PLAYER_KIND_ASYNC_RANDOM, parameters, NUMBERS, NUMBER_COUNT,
                                   player.number, NULL, error))
        return NULL;
    return g_memdup2(&player, sizeof player);
}

static char *describe(const Player *player)
{
    return player_parameters_describe_numbers(player, NUMBERS, NUMBER_COUNT,
                                              ((const PlayerAsyncRandom *)player)->number);
}

static Square draw_member(Bitboard set, Random *random)
{
    for (uint32_t skip = random_below(random, (uint32_t)bitboard_count(set)); skip > 0; skip--)
        set &= set - 1;
    return bitboard_first(set);
}

static void act(Player *player, const AsyncCall *call, Random *random, AsyncReply *reply)
{
    const int64_t pause_ms = ((const PlayerAsyncRandom *)player)->number[PAUSE_MS];
    const AsyncWorld *world = call->world;
    const Bitboard idle = world->by_color[call->side] & ~world->under_way;

    if (idle) {
        const Square from = draw_member(idle, random);
        async_reply_add(reply, from, draw_member(async_world_reach(world, from), random),
                        world->now_ms);
    }
    reply->wake_ms = world->now_ms + 1 + random_below(random, (uint32_t)(2 * pause_ms));
}

const PlayerKind PLAYER_KIND_ASYNC_RANDOM = {
    .name = "async-random",
    .usage = "async-random[:pause_ms=N]",
    .summary = "asynchronous chess: random pieces go to random spaces after random pauses",
    .create = create,
    .free = player_parameters_free,
    .describe = describe,
    .act = act,
};
