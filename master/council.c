#include "master/council.h"

#include <string.h>

/* Whether agents mind what they lose. */
static bool fear_losses(const LogicSet *logics)
{
    return !reading_is_on(logics, READING_LOSING_WINS);
}

int council_loss(const Order *order, int agent)
{
    return fear_losses(order->logics) ? agent_loss(order, agent) : 0;
}

static bool is_among(AgentSet agents, int agent)
{
    return agents >> agent & 1;
}

/* Whether any agent suggests anything. */
static bool collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    static const Report nothing = {.attack.action = NO_ACTION, .move.action = NO_ACTION};
    bool any = false;

    order->asked += __builtin_popcount(agents);
    for (int i = 0; i < order->percept->agent_count; i++) {
        if (is_among(agents, i))
            agent_report(order, i, &out_reports[i]);
        else
            out_reports[i] = nothing;
        any |= out_reports[i].attack.action != NO_ACTION || out_reports[i].move.action != NO_ACTION;
    }
    return any;
}

/* How many actions @agents have. */
static int count_actions(const Percept *percept, AgentSet agents)
{
    int count = 0;

    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        const Agent *agent = &percept->agents[__builtin_ctz(rest)];
        count += agent->end_action - agent->first_action;
    }
    return count;
}

static void begin_consultation(Order *order, AgentSet agents)
{
    memset(order->verdict, VERDICT_OPEN, (size_t)order->percept->action_count);
    order->asked += count_actions(order->percept, agents) * (order->percept->agent_count - 1);
    for (int i = 0; order->recorder != NULL && i < order->percept->agent_count; i++)
        if (is_among(agents, i))
            agent_tell_threat(order, i);
}

void council_hear(Order *order, AgentSet agents, Report *out_reports)
{
    order->consults =
        logic_is_on(order->logics, LOGIC_DEFENCE_CONSIDERATION) && fear_losses(order->logics);
    if (order->consults)
        begin_consultation(order, agents);
    if (collect_reports(order, agents, out_reports) || !order->consults)
        return;
    order->consults = false;
    collect_reports(order, agents, out_reports);
}
