/* The player `async-master`: a MasterAgent with its piece agents in asynchronous chess.
 *
 * Called at t, it decides on the world of t as a player of chess would if it were its move. Its
 * decision takes effect at t + think_ms + agent_ms * answers, where answers are those that its
 * agents are asked for (Order.asked): a report of each, one of every helper on a request, and with
 * defence consideration one of every other agent on each action, hundreds of them. So the more it
 * consults, the longer it thinks.
 *
 * It is called again pause_ms after that, but not in the same millisecond. Without a pause it sends
 * its pieces off one after the other as fast as it thinks, each on a board where the earlier ones
 * have hardly left. The default pause is the time that a piece needs for a space, so that it sees
 * the result of a decision before it makes the next.
 *
 * As long as no piece can be commanded, it looks again when the first of its pieces under way is
 * due at the end of its path, or after the pause, which is then at least a second. */
#include "master/beyond/decision.h"
#include "players/player_kinds.h"

#define LEAST_IDLE_MS 1000 /* the shortest pause while no piece can be commanded */

enum { THINK_MS, AGENT_MS, PAUSE_MS, NUMBER_COUNT };

static const PlayerNumber NUMBERS[] = {
    [THINK_MS] = {.key = "think_ms", .least = 0, .most = PLAYER_NUMBER_MAX_MS, .standard = 0},
    [AGENT_MS] = {.key = "agent_ms", .least = 0, .most = PLAYER_NUMBER_MAX_MS, .standard = 0},
    [PAUSE_MS] = {.key = "pause_ms", .least = 0, .most = PLAYER_NUMBER_MAX_MS, .standard = 1000},
};

/* When the first piece of the side that is under way is due at the end of its path. */
static int64_t first_arrival_ms(const AsyncCall *call)
{
    const AsyncWorld *world = call->world;
    int64_t first_ms = ASYNC_NEVER;

    for (Bitboard rest = world->by_color[call->side] & world->under_way; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const int more = bitboard_count(attacks_between(sq, world->to[sq]));
        const int64_t arrival_ms =
            world->due_ms[sq] + more * async_world_space_ms(world, call->rules, sq);
        first_ms = MIN(first_ms, arrival_ms);
    }
    return first_ms;
}

static void act_as_master(Player *player, const AsyncCall *call, Random *random, AsyncReply *reply)
{
    const int64_t *number = player->number;
    const int64_t now_ms = call->world->now_ms;
    Deliberation deliberation;
    Percept percept;
    int64_t effect_ms;
    Move move;

    if (!percept_take_async(call->world, call->side, &player->logics, &percept) ||
        percept.action_count == 0) {
        reply->wake_ms = MIN(first_arrival_ms(call), now_ms + MAX(number[PAUSE_MS], LEAST_IDLE_MS));
        return;
    }
    move = decision_make(&percept, random, NULL, &deliberation);
    effect_ms = now_ms + number[THINK_MS] + number[AGENT_MS] * deliberation.asked;
    async_reply_add(reply, move_from(move), move_to(move), effect_ms);
    reply->wake_ms = effect_ms + number[PAUSE_MS];
}

const PlayerKind PLAYER_KIND_ASYNC_MASTER = {
    .name = "async-master",
    .usage = "async-master:level=N[+LOGIC|-LOGIC]...[,READING=on|off]...[,think_ms=N][,agent_ms=N]"
             "[,pause_ms=N]",
    .summary = "asynchronous chess: a MasterAgent and its agents, whose decisions take time",
    .numbers = NUMBERS,
    .number_count = NUMBER_COUNT,
    .has_logics = true,
    .act = act_as_master,
};
