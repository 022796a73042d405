/* An agent that has no master decides for itself, among its own suggestions, as a MasterAgent would
 * that hears only this agent.
 *
 * Source: the logics of the thesis, section 2.2.2; that agents act by themselves is our reading of
 *         Asynchronous Chess, as in board/async_world.h. */
#pragma once

#include "agents/percept.h"
#include "agents/random.h"

/* The decision of an agent without a master. */
typedef struct {
    Move move;       /* MOVE_NONE: it can do nothing */
    int gain;        /* how much better off it is by that than if it stays where it is, or how much
                        better off the agent that asked for help is; 0 or less: nothing is gained */
    bool needs_help; /* it stands attacked, loses something whatever it does, and its logics allow
                        it to ask others */
} Resolve;

/* The loss of @agent where it stands; 0 where no losses are feared. */
int alone_loss(const Percept *percept, int agent);

/* Whether @agent can capture, or promote, at a profit; it has not asked others yet. */
bool alone_sees_profit(const Percept *percept, int agent);

/* The action of @agent for itself. Draws one number if it can act. */
Resolve alone_decide(const Percept *percept, Random *random, int agent);

/* The action of @agent when @threatened, another one, asks for help: what it can do for the other,
 * or an attack of its own if that is worth more. Its other moves do not matter then: without turns
 * not even a check gains time. */
Resolve alone_answer(const Percept *percept, Random *random, int agent, int threatened);
