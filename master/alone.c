#include "master/alone.h"

#include "agents/logics.h"
#include "master/council.h"

/* Hears @agent alone, with what @worst would lose. */
static void open_council(Council *council, const Percept *percept, int agent, int worst)
{
    Order *order = &council->order;

    order_begin(order, percept, NULL);
    order->worst_loss = worst != NO_AGENT ? council_loss(percept, worst) : 0;
    order->bearable = -1;
    council->worst = worst;
    council->may_ask = false;
    council->solution = NULL;
    council_hear(order, (AgentSet)1 << agent, council->reports);
}

/* The action of the agent; NO_ACTION, without a draw: it can do nothing. */
static int choose(Council *council, Random *random)
{
    int action = NO_ACTION;

    candidates_choose(council, NULL);
    if (council->prospects.count > 0)
        candidates_draw(council, random_next(random), &action);
    return action;
}

/* A loss that others may still prevent. */
static bool needs_help(const Council *council, int worth)
{
    static const uint32_t asking = 1U << LOGIC_ATTACK_REQUEST | 1U << LOGIC_DEFENCE_REQUEST |
                                   1U << LOGIC_RESTRICTED_DEFENCE_REQUEST;

    return council->order.worst_loss > 0 && worth < 0 &&
           logic_any_is_on(&council->order.percept->logics, asking);
}

bool alone_sees_profit(const Percept *percept, int agent)
{
    const Agent *self = &percept->agents[agent];

    for (int i = self->first_action; i < self->first_move; i++)
        if (suggestion_of_attack(percept, i).profit > 0)
            return true;
    return false;
}

Resolve alone_decide(const Percept *percept, Random *random, int agent)
{
    Council council;
    int action, worth;

    open_council(&council, percept, agent, council_loss(percept, agent) > 0 ? agent : NO_AGENT);
    action = choose(&council, random);
    if (action == NO_ACTION)
        return (Resolve){.move = MOVE_NONE, .needs_help = needs_help(&council, -1)};
    worth = council_gain(percept, action);
    return (Resolve){order_move(&council.order, action), worth + council.order.worst_loss,
                     needs_help(&council, worth)};
}

Resolve alone_answer(const Percept *percept, Random *random, int agent, int threatened)
{
    Council council;
    Offers *offers = &council.offers[0];
    int action;

    open_council(&council, percept, agent, threatened);
    if (council.order.worst_loss == 0)
        return (Resolve){.move = MOVE_NONE};
    request_help(&council.order, threatened, (AgentSet)1 << agent,
                 percept_has(percept, LOGIC_DEFENCE_REQUEST) ||
                     percept_has(percept, LOGIC_RESTRICTED_DEFENCE_REQUEST),
                 offers);
    council.solution = offers;
    council.reports[agent].move.actions = 0;
    action = choose(&council, random);
    if (action == NO_ACTION)
        return (Resolve){.move = MOVE_NONE};
    return (Resolve){.move = order_move(&council.order, action),
                     .gain = ties_have(&offers->ties, percept, action)
                                 ? offers->net + council.order.worst_loss
                                 : council_gain(percept, action)};
}
