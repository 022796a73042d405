#include "agents/consultation.h"

#include "agents/conversation.h"
#include "agents/logics.h"

void consultation_begin(Order *order)
{
    memset(order->consulted, 0, sizeof order->consulted);
    memset(order->disregarded, 0, sizeof order->disregarded);
    if (order->consults && order->channel != NULL)
        order->channel->before_consultation(order);
}

/* The agents that are attacked after @action and hear what its agent asks; and how they are exposed
 * then. */
static AgentSet find_concerned(const Order *order, int action,
                               Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Percept *percept = order->percept;

    return order_reached(order, MESSAGE_CONSULT, percept->actions[action].agent,
                         percept->board->threatened_after(percept, action, out_exposures), action);
}

int consultation_greatest(const Order *order, int action, int *out_loser)
{
    const int asker = order->percept->actions[action].agent;
    Exposure exposures[PERCEPT_MAX_AGENTS];
    int greatest = 0;

    *out_loser = NO_AGENT;
    send_consult(order, action);
    for (AgentSet rest = find_concerned(order, action, exposures); rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        const int loss = order->mind[agent]->loss(order, agent, action, exposures[agent]);
        bool is_lost;
        if (loss <= agent_loss(order, agent))
            continue;
        is_lost = order->channel != NULL &&
                  order->channel->loses(order, MESSAGE_ANSWER, agent, asker, action);
        send_answer(order, action, agent, loss, is_lost);
        if (is_lost || loss <= greatest)
            continue;
        greatest = loss;
        *out_loser = agent;
    }
    return greatest;
}

/* Level 7 disregards any action that causes "a worse situation" (2.2.2). Without the reading
 * any-worse-disregarded it disregards only "a threat worse than the first worst threat" (2.2.3). */
static bool is_acceptable(const Order *order, int action)
{
    const Percept *percept = order->percept;
    const int loss_threshold =
        percept_reads(percept, READING_ANY_WORSE_DISREGARDED) ? 0 : order->worst_loss;
    int loser;
    const int loss = consultation_greatest(order, action, &loser);

    return loss <= loss_threshold ||
           (action_is_attack(percept, action) &&
            order->mind[percept->actions[action].agent]->worth(order, action, NULL).profit > loss);
}

bool consultation_allows(Order *order, int action)
{
    const int agent = order->percept->actions[action].agent;
    ActionSet only;

    if (!order->consults)
        return true;
    only = percept_only(order->percept, action);
    if (!(order->consulted[agent] & only)) {
        order->consulted[agent] |= only;
        if (!is_acceptable(order, action))
            order->disregarded[agent] |= only;
    }
    return !(order->disregarded[agent] & only);
}
