/* Defence consideration: before an agent suggests an action it asks the others what they would lose
 * by it.
 *
 * Source: thesis, section 2.2.2, level 7, and figure 2.2c. */
#pragma once

#include "agents/order.h"
#include "agents/suggestion.h"

/* Forgets what agents have asked each other. */
void consideration_begin(Order *order);

/* Tells the recorder that the agent of @action asks the others what they would lose by it, and what
 * they answer, where actions are weighed whole. */
void consideration_tell(const Order *order, int action);

/* Asks the others about those actions of @agent in @set about which they have not been asked. */
void consideration_settle(Order *order, int agent, ActionSet set);

/* Those of @set, actions of @agent, that may be suggested. An action that the master has refused
 * may not. If @order->consults, an action may be suggested only if no other agent loses more by it
 * than the most threatened agent loses now, or if it is an attack that gains more than any of them
 * loses. Every action is asked about once; what comes of it is kept in @order. */
static inline ActionSet consideration_allowed(Order *order, int agent, ActionSet set)
{
    if (set & ~order->settled[agent])
        consideration_settle(order, agent, set);
    return set & ~order->barred[agent];
}

/* The greatest loss among the agents that speak against @action, and who that is; NO_AGENT: none
 * does. */
int consideration_greatest(const Order *order, int action, int *out_loser);

/* Whether @action may be suggested. */
static inline bool consideration_allows(Order *order, int action)
{
    return consideration_allowed(order, order->percept->actions[action].agent,
                                 percept_only(order->percept, action)) != 0;
}
