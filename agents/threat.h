/* What an agent would lose: the heart of its reasoning.
 *
 * Source: thesis, section 2.2.2: level 1 (no defence is considered), level 2 (the opponent captures
 * with the cheapest piece it has, which is lost in turn if the square is defended). */
#pragma once

#include "agents/logics.h"
#include "agents/percept.h"

/* What is lost of an agent worth @value that stands as @exposure says, 0 or more.
 *
 * A king that is the only attacker of a defended square is no threat: it is worth more than
 * anything it could take. */
static inline int threat_loss(const LogicSet *logics, int value, Exposure exposure)
{
    if (exposure.cheapest == 0)
        return 0;
    if (!logic_any_is_on(logics, 1U << LOGIC_BACKUP | 1U << LOGIC_EXCHANGE) || !exposure.defended)
        return value;
    return value > exposure.cheapest ? value - exposure.cheapest : 0;
}
