/* How agents are heard before it is decided, by a master or by an agent that has none. */
#pragma once

#include "master/candidates.h"

/* Whether agents mind what they lose: not where losing wins. */
static inline bool council_fears_losses(const LogicSet *logics)
{
    return !reading_is_on(logics, READING_LOSING_WINS);
}

/* What @agent loses where it stands, if it minds. */
static inline int council_loss(const Order *order, int agent)
{
    return council_fears_losses(order->logics) ? agent_loss(order, agent) : 0;
}

/* Orders @agents to report, one after the other; the others suggest nothing. With defence
 * consideration they ask all others before they suggest anything; if nothing is left then, the
 * consultation is dropped and the other logics decide alone. @order knows the worst loss. */
void council_hear(Order *order, AgentSet agents, Report *out_reports);
