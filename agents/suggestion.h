/* What an attack or a move is worth to the agent that makes it.
 *
 * Source: thesis, section 2.2.2, levels 1 to 3. */
#pragma once

#include "agents/threat.h"

#define NO_ACTION (-1)

/* What an agent suggests, or what the best of several suggests. */
typedef struct {
    int action;   /* an action of the percept, or NO_ACTION */
    int profit;   /* material gained, negative for a loss */
    bool planned; /* a move that prepares an attack which does not lose */
} Suggestion;

/* An attack: what it captures and gains by promotion, less what can be lost where it ends. */
Suggestion suggestion_of_attack(const LogicSet *logics, const Percept *percept, int action);

/* A move: what the attack planned from where it goes would gain, or what can be lost there. */
Suggestion suggestion_of_eventful_move(const LogicSet *logics, const Percept *percept, int action);

static inline Suggestion suggestion_of_move(const LogicSet *logics, const Percept *percept,
                                            int action)
{
    const Action *move = &percept->actions[action];

    /* Most moves meet nobody: nothing to gain and nothing to lose. */
    if (move->targets == 0 && move->exposure.cheapest == 0)
        return (Suggestion){action, 0, false};
    return suggestion_of_eventful_move(logics, percept, action);
}

/* The order in which moves are preferred: by profit, and with move-attack consideration a move with
 * a planned attack before one without. Greater is better. */
static inline int suggestion_rank(const LogicSet *logics, const Suggestion *suggestion)
{
    return 2 * suggestion->profit +
           (suggestion->planned && logic_is_on(logics, LOGIC_MOVE_ATTACK) ? 1 : 0);
}

/* Whether @suggestion, a move, attacks the king from a square where nothing is lost. */
bool suggestion_is_safe_check(const LogicSet *logics, const Percept *percept,
                              const Suggestion *suggestion);
