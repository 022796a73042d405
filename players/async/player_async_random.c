/* The player `async-random`: pieces and pauses at random.
 *
 * When called it sends one of its idle pieces to one of the spaces in its reach, all pairs equally
 * likely, and asks to be called again after a pause of 1 to 2 * pause_ms milliseconds, all equally
 * likely. */
#include "players/player_kinds.h"

static const PlayerNumber PAUSE_MS = {
    .key = "pause_ms", .least = 1, .most = PLAYER_NUMBER_MAX_MS, .standard = 1000};

static Square draw_member(Bitboard set, Random *random)
{
    for (uint32_t skip = random_below(random, (uint32_t)bitboard_count(set)); skip > 0; skip--)
        set &= set - 1;
    return bitboard_first(set);
}

static void act_at_random(Player *player, const AsyncCall *call, Random *random, AsyncReply *reply)
{
    const int64_t pause_ms = player->number[0];
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
    .summary = "asynchronous chess: moves random pieces to random spaces after random pauses",
    .numbers = &PAUSE_MS,
    .number_count = 1,
    .act = act_at_random,
};
