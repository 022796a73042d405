#include "master/council.h"

/* A report, and if @agent consults the others, what each of them says of each action. */
static int count_answers(const Order *order, int agent)
{
    const Agent *self = &order->percept->agents[agent];

    return 1 + (order->consults
                    ? (self->end_action - self->first_action) * (order->percept->agent_count - 1)
                    : 0);
}

/* Whether any agent suggests anything. */
static bool collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    static const Report nothing = {.attack.action = NO_ACTION, .move.action = NO_ACTION};
    bool any = false;

    for (AgentSet rest = percept_everyone(order->percept) & ~agents; rest; rest &= rest - 1)
        out_reports[__builtin_ctz(rest)] = nothing;
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        Report *report = &out_reports[__builtin_ctz(rest)];
        agent_report(order, __builtin_ctz(rest), report);
        order->asked += count_answers(order, __builtin_ctz(rest));
        any |= report->attack.action != NO_ACTION || report->move.action != NO_ACTION;
    }
    return any;
}

static void tell_threats(const Order *order, AgentSet agents)
{
    for (AgentSet rest = agents; rest; rest &= rest - 1)
        agent_tell_threat(order, __builtin_ctz(rest));
}

void council_hear(Order *order, AgentSet agents, Report *out_reports)
{
    order->consults = logic_is_on(order->logics, LOGIC_DEFENCE_CONSIDERATION) &&
                      council_fears_losses(order->logics);
    consideration_begin(order);
    if (order->consults && order->recorder != NULL)
        tell_threats(order, agents);
    if (collect_reports(order, agents, out_reports) || !order->consults)
        return;
    order->consults = false;
    consideration_begin(order);
    collect_reports(order, agents, out_reports);
}
