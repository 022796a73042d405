#include "experiments/tally/events.h"

#include "agents/message.h"

#define EVENT(kind) ((EventSet)1 << (kind))

const char *const EVENT_NAMES[EVENT_KIND_COUNT] = {
    [EVENT_ATTACK_REQUEST] = "attack-request",
    [EVENT_DEFENCE_REQUEST] = "defence-request",
    [EVENT_OWN_MOVE] = "own-move",
    [EVENT_OWN_ATTACK] = "own-attack",
    [EVENT_OFFER_REJECTED] = "offer-rejected",
    [EVENT_PLAN] = "move-attack-planned",
    [EVENT_PLAN_ON_KING] = "move-attack-planned-on-king",
    [EVENT_PLAN_PERFORMED] = "move-attack-performed",
    [EVENT_CAPTURED] = "captured",
    [EVENT_CAPTURED_UNTHREATENED] = "captured-unthreatened",
    [EVENT_MOVER_CAPTURED] = "mover-captured",
    [EVENT_MOVER_CAPTURED_UNTHREATENED] = "mover-captured-unthreatened",
};

/* Where the pieces on the squares of @set, all of the side that plays @move, stand after it. */
static Bitboard follow(Bitboard set, Move move)
{
    Bitboard after = 0;

    for (; set; set &= set - 1)
        after |= bitboard_of(move_square_after(move, bitboard_first(set)));
    return after;
}

static bool is_planned_attack(const EventsSide *side, Move move)
{
    return side->planned_on != 0 && move_from(move) == side->planner && move_is_capture(move) &&
           bitboard_has(side->planned_on, move_victim_square(move));
}

/* The response to the threat against the most threatened agent. */
static EventSet help_of(const Deliberation *deliberation, Move move)
{
    EventSet events = deliberation->threatened != 0 ? EVENT(EVENT_THREAT) : 0;

    if (deliberation->kind == CANDIDATE_ATTACK_REQUEST)
        events |= EVENT(EVENT_ATTACK_REQUEST);
    if (deliberation->kind == CANDIDATE_DEFENCE_REQUEST)
        events |= EVENT(EVENT_DEFENCE_REQUEST);
    if (deliberation->is_own)
        events |= move_is_capture(move) ? EVENT(EVENT_OWN_ATTACK) : EVENT(EVENT_OWN_MOVE);
    if (deliberation->rejects_offer)
        events |= EVENT(EVENT_OFFER_REJECTED);
    return events;
}

static EventSet events_of_decision(const EventsSide *side, const MatchPly *ply)
{
    const Deliberation *deliberation = &ply->deliberation;
    EventSet events = EVENT(EVENT_DECISION) | help_of(deliberation, ply->move);

    if (deliberation->kind == CANDIDATE_PLANNED_MOVE)
        events |= deliberation->planned_on != 0 ? EVENT(EVENT_PLAN) : EVENT(EVENT_PLAN_ON_KING);
    if (is_planned_attack(side, ply->move))
        events |= EVENT(EVENT_PLAN_PERFORMED);
    return events;
}

static EventsSide remember(const MatchPly *ply)
{
    const Move move = ply->move;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard rook = move_is_castling(move) ? bitboard_of((Square)((from + to) / 2)) : 0;

    return (EventsSide){
        .has_reported = true,
        .threatened = follow(ply->deliberation.threatened, move),
        .moved = bitboard_of(to) | rook,
        .planned_on = ply->deliberation.planned_on,
        .planner = move_to(move),
        .expected = ply->deliberation.expected,
    };
}

/* Effects of the opponent's @move on a side that has reported. */
static EventSet events_of_reply(const EventsSide *side, Move move)
{
    EventSet events = EVENT(EVENT_REPLY);
    Square victim;

    if (side->expected != MOVE_NONE)
        events |= EVENT(EVENT_EXPECTED) | (side->expected == move ? EVENT(EVENT_EXPECTED_CAME) : 0);
    if (!move_is_capture(move))
        return events;
    victim = move_victim_square(move);
    if (bitboard_has(side->moved, victim))
        return events |
               (bitboard_has(side->threatened, victim) ? EVENT(EVENT_MOVER_CAPTURED)
                                                       : EVENT(EVENT_MOVER_CAPTURED_UNTHREATENED));
    return events | (bitboard_has(side->threatened, victim) ? EVENT(EVENT_CAPTURED)
                                                            : EVENT(EVENT_CAPTURED_UNTHREATENED));
}

EventsOfPly events_next(EventsWalk *walk, const MatchPly *ply)
{
    const int mover = ply->side,
              opponent = 1 - mover; /* with three sides: whose piece is captured */
    EventsSide *other = &walk->side[opponent];
    EventsOfPly events = {{0}};

    if (other->has_reported) {
        events.of[opponent] = events_of_reply(other, ply->move);
        other->planned_on = follow(other->planned_on, ply->move);
    }
    if (ply->deliberation.has_reasoned) {
        events.of[mover] = events_of_decision(&walk->side[mover], ply);
        walk->side[mover] = remember(ply);
    } else {
        walk->side[mover] = (EventsSide){0};
    }
    return events;
}

Bitboard event_squares(EventKind kind, const MatchPly *ply)
{
    if (kind == EVENT_PLAN)
        return ply->deliberation.planned_on;
    return kind >= EVENT_PLAN_PERFORMED ? bitboard_of(move_victim_square(ply->move)) : 0;
}

#define MOVERS (EVENT(EVENT_MOVER_CAPTURED) | EVENT(EVENT_MOVER_CAPTURED_UNTHREATENED))

const PerGameQuantity PER_GAME[PER_GAME_COUNT] = {
    {"decisions", EVENT(EVENT_DECISION)},
    {"threatened", EVENT(EVENT_THREAT)},
    {"attack_requests", EVENT(EVENT_ATTACK_REQUEST)},
    {"own_moves", EVENT(EVENT_OWN_MOVE)},
    {"own_attacks", EVENT(EVENT_OWN_ATTACK)},
    {"defence_requests", EVENT(EVENT_DEFENCE_REQUEST)},
    {"offers_rejected", EVENT(EVENT_OFFER_REJECTED)},
    {"planned", EVENT(EVENT_PLAN) | EVENT(EVENT_PLAN_ON_KING)},
    {"planned_on_king", EVENT(EVENT_PLAN_ON_KING)},
    {"performed", EVENT(EVENT_PLAN_PERFORMED)},
    {"replies", EVENT(EVENT_REPLY)},
    {"captured", EVENT(EVENT_CAPTURED) | EVENT(EVENT_CAPTURED_UNTHREATENED) | MOVERS},
    {"unthreatened", EVENT(EVENT_CAPTURED_UNTHREATENED) | EVENT(EVENT_MOVER_CAPTURED_UNTHREATENED)},
    {"movers", MOVERS},
    {"movers_unthreatened", EVENT(EVENT_MOVER_CAPTURED_UNTHREATENED)},
};

int64_t per_game_sum(const PerGameQuantity *quantity, const int64_t counts[static EVENT_KIND_COUNT])
{
    int64_t sum = 0;

    for (EventSet kinds = quantity->kinds; kinds; kinds &= kinds - 1)
        sum += counts[__builtin_ctz(kinds)];
    return sum;
}
