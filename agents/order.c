#include "agents/order.h"

#include "agents/team.h"

static int name_agents(const Order *order, AgentSet agents,
                       AgentName out_names[static PERCEPT_MAX_AGENTS])
{
    int count = 0;

    for (; agents; agents &= agents - 1)
        out_names[count++] = order_agent_name(order, __builtin_ctz(agents));
    return count;
}

int order_name_deaf(const Order *order, int sender, AgentName out_names[static PERCEPT_MAX_AGENTS])
{
    return name_agents(order, team_deaf_to(order->percept, sender), out_names);
}

int order_name_missed(const Order *order, MessageKind kind, int sender, int action,
                      AgentName out_names[static PERCEPT_MAX_AGENTS])
{
    AgentSet missed = 0;

    for (AgentSet rest =
             percept_others(order->percept, sender) & ~team_deaf_to(order->percept, sender);
         rest; rest &= rest - 1)
        if (team_loses(order->percept, kind, sender, __builtin_ctz(rest), action))
            missed |= rest & -rest;
    return name_agents(order, missed, out_names);
}
