#include "master/council.h"

#include <string.h>

/* Whether any agent suggests anything. */
static bool collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    static const Report nothing = {.attack.action = NO_ACTION, .move.action = NO_ACTION};
    bool any = false;

    for (AgentSet rest = percept_everyone(order->percept) & ~agents; rest; rest &= rest - 1)
        out_reports[__builtin_ctz(rest)] = nothing;
    for (AgentSet rest = agents; rest; rest &= rest - 1, order->asked++) {
        Report *report = &out_reports[__builtin_ctz(rest)];
        agent_report(order, __builtin_ctz(rest), report);
        any |= report->attack.action != NO_ACTION || report->move.action != NO_ACTION;
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

static void open_verdicts(Order *order)
{
    order->screens = order->consults || order->refused_count > 0;
    if (!order->screens)
        return;
    memset(order->verdict, VERDICT_OPEN, (size_t)order->percept->action_count);
    for (int i = 0; i < order->refused_count; i++)
        order->verdict[order->refused[i]] = VERDICT_REFUSED;
}

static void begin_consultation(Order *order, AgentSet agents)
{
    order->asked += count_actions(order->percept, agents) * (order->percept->agent_count - 1);
    for (AgentSet rest = agents; order->recorder != NULL && rest; rest &= rest - 1)
        agent_tell_threat(order, __builtin_ctz(rest));
}

void council_hear(Order *order, AgentSet agents, Report *out_reports)
{
    order->consults = logic_is_on(order->logics, LOGIC_DEFENCE_CONSIDERATION) &&
                      council_fears_losses(order->logics);
    open_verdicts(order);
    if (order->consults)
        begin_consultation(order, agents);
    if (collect_reports(order, agents, out_reports) || !order->consults)
        return;
    order->consults = false;
    open_verdicts(order);
    collect_reports(order, agents, out_reports);
}
