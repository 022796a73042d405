#include "experiments/tally/per_game.h"

#define KIND(kind) ((EventSet)1 << (kind))
#define MOVERS (KIND(EVENT_MOVER_CAPTURED) | KIND(EVENT_MOVER_CAPTURED_UNTHREATENED))

const PerGameQuantity PER_GAME[PER_GAME_COUNT] = {
    {"decisions", KIND(EVENT_DECISION)},
    {"threatened", KIND(EVENT_THREAT)},
    {"attack_requests", KIND(EVENT_ATTACK_REQUEST)},
    {"own_moves", KIND(EVENT_OWN_MOVE)},
    {"own_attacks", KIND(EVENT_OWN_ATTACK)},
    {"defence_requests", KIND(EVENT_DEFENCE_REQUEST)},
    {"offers_rejected", KIND(EVENT_OFFER_REJECTED)},
    {"planned", KIND(EVENT_PLAN) | KIND(EVENT_PLAN_ON_KING)},
    {"planned_on_king", KIND(EVENT_PLAN_ON_KING)},
    {"performed", KIND(EVENT_PLAN_PERFORMED)},
    {"replies", KIND(EVENT_REPLY)},
    {"captured", KIND(EVENT_CAPTURED) | KIND(EVENT_CAPTURED_UNTHREATENED) | MOVERS},
    {"unthreatened", KIND(EVENT_CAPTURED_UNTHREATENED) | KIND(EVENT_MOVER_CAPTURED_UNTHREATENED)},
    {"movers", MOVERS},
    {"movers_unthreatened", KIND(EVENT_MOVER_CAPTURED_UNTHREATENED)},
};

int64_t per_game_sum(const PerGameQuantity *quantity, const int64_t counts[static EVENT_KIND_COUNT])
{
    int64_t sum = 0;

    for (EventSet kinds = quantity->kinds; kinds; kinds &= kinds - 1)
        sum += counts[__builtin_ctz(kinds)];
    return sum;
}
