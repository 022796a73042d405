/* How agents are heard before a decision, which a master makes, or an agent without a master. */
#pragma once

#include "master/candidates.h"

/* Whether agents fear losses: not where losing wins. */
static inline bool council_fears_losses(const LogicSet *logics)
{
    return !reading_is_on(logics, READING_LOSING_WINS);
}

/* What @agent loses where it stands; 0 if agents fear no losses. */
static inline int council_loss(const Order *order, int agent)
{
    return council_fears_losses(order->logics) ? agent_loss(order, agent) : 0;
}

/* The agents that lose most where they stand, all alike, and in *@out_threatened all that lose
 * something; sets the worst loss of @order, 0 if there are none. */
AgentSet council_find_worst(Order *order, AgentSet *out_threatened);

/* Orders @agents to report, one after the other; the others suggest nothing. With defence
 * consideration they ask all others before they suggest anything; if nothing is left then, the
 * consultation is dropped and the other logics decide alone. @order must have the worst loss. */
void council_hear(Order *order, AgentSet agents, Report *out_reports);

/* What the others offer to the worst threatened agent, which has the actions of @council->source;
 * NULL: its logics do not allow it to ask. It asks the same only once. */
const Offers *council_ask(Council *council);
