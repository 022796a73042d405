/* Suggestions of agents to which several actions are equally good: all of them, with the chance of
 * each to be drawn. Nothing is drawn before the master has decided. */
#pragma once

#include "agents/percept.h"

/* A probability, in parts of CHANCE_ALL: whole numbers, so that a draw is the same everywhere. */
typedef uint64_t Chance;
#define CHANCE_ALL ((Chance)1 << 62)

__extension__ typedef unsigned __int128 ChanceProduct;

/* The chance of two things that do not depend on each other. */
static inline Chance chance_of_both(Chance one, Chance other)
{
    return (Chance)((ChanceProduct)one * other >> 62);
}

/* Where @number, drawn from all 64 bits, falls below @count; what is left of it can be used again,
 * as all that is left is equally likely. */
static inline uint64_t chance_spend(uint64_t *number, uint64_t count)
{
    const ChanceProduct product = (ChanceProduct)*number * count;

    *number = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

/* Equally likely actions of one agent. */
typedef struct {
    ActionSet actions;
    Chance chance; /* of all of them together */
    int agent;
} Tie;

/* The part of @tie with the actions of @part, a subset. */
static inline Tie tie_part(const Tie *tie, ActionSet part)
{
    Tie some = {part, tie->chance, tie->agent};

    if (part != tie->actions)
        some.chance =
            tie->chance / (Chance)bitboard_count(tie->actions) * (Chance)bitboard_count(part);
    return some;
}

/* Equally good actions of one agent or of several, one tie for each agent. */
typedef struct {
    int count;
    Tie tie[PERCEPT_MAX_AGENTS];
} Ties;

/* Makes all actions of @ties equally likely, whichever agent's they are. */
static inline void ties_share_out(Ties *ties)
{
    int count = 0;

    for (int i = 0; i < ties->count; i++)
        count += bitboard_count(ties->tie[i].actions);
    for (int i = 0; i < ties->count; i++)
        ties->tie[i].chance =
            CHANCE_ALL / (Chance)count * (Chance)bitboard_count(ties->tie[i].actions);
}

static inline int tie_first(const Percept *percept, const Tie *tie)
{
    return percept->agents[tie->agent].first_action + __builtin_ctzll(tie->actions);
}

static inline bool ties_have(const Ties *ties, const Percept *percept, int action)
{
    for (int i = 0; i < ties->count; i++)
        if (ties->tie[i].agent == percept->actions[action].agent)
            return (ties->tie[i].actions & percept_only(percept, action)) != 0;
    return false;
}
