/* How agents are heard before a decision, which a master makes, or an agent without a master. */
#pragma once

#include "master/candidates.h"

/* Whether agents fear losses: not where losing wins. */
static inline bool council_fears_losses(const Percept *percept)
{
    return !percept_reads(percept, READING_LOSING_WINS);
}

/* The loss of @agent on its square; 0 if agents fear no losses. */
static inline int council_loss(const Percept *percept, int agent)
{
    return council_fears_losses(percept) ? agent_loss(percept, agent) : 0;
}

/* Gain of its agent: a planned attack is a hope, not a gain. */
static inline int council_gain(const Percept *percept, int action)
{
    const Suggestion one = suggestion_of(percept, action);

    return action_is_attack(percept, action) ? one.profit
                                             : suggestion_net_of_move(&percept->logics, &one);
}

/* The agents that lose most where they stand, all alike, and in *@out_threatened all that lose
 * something; sets the worst loss of @order, 0 if there are none. */
AgentSet council_find_worst(Order *order, AgentSet *out_threatened);

/* Sets whose loss is not prevented by an action of another: the first of the agents that lose most.
 * NO_AGENT if actions are weighed whole (whole-threat). */
void council_settle_worst(Order *order);

/* Orders @agents to report, one after the other; the others suggest nothing. With defence
 * consideration they ask all others before they suggest anything; if nothing is left then, the
 * consultation is dropped and the other logics decide alone. @order must have the worst loss.
 *
 * Where agents report actions by worth, each is told a floor from the reports before its own: no
 * more is reported than can be among the best of all that @order asks for. */
void council_hear(Order *order, AgentSet agents, Report *out_reports);

/* Adds to @suggestions the actions of @report that are among the best. */
void council_merge(const Order *order, const Report *report, Suggestions *suggestions);

/* Offers of the other agents to the most threatened one, which has the actions of @council->source;
 * NULL: its logics do not allow it to ask. It asks the same only once. */
const Offers *council_ask(Council *council);
