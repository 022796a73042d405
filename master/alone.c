#include "master/alone.h"

#include "master/council.h"
#include "master/mind.h"

/* Hears @agent alone, with what @worst would lose. */
static void open_mind(Mind *mind, const Percept *percept, int agent, int worst)
{
    Order *order = &mind->order;

    order_begin(order, percept, NULL);
    order->worst_loss = worst != NO_AGENT ? council_loss(percept, worst) : 0;
    order->bearable = -1;
    mind->council.order = order;
    mind->council.worst = worst;
    mind->council.may_ask = false;
    mind->council.solution = NULL;
    mind->council.watch = NULL;
    council_hear(order, (AgentSet)1 << agent, mind->council.reports);
}

static bool suggests(const Mind *mind, int agent)
{
    const Report *own = &mind->council.reports[agent];

    return (own->attack.actions | own->move.actions) != 0;
}

static int choose(Mind *mind, Random *random)
{
    int action = NO_ACTION;

    candidates_choose(&mind->council);
    candidates_draw(&mind->council, random_next(random), &action);
    return action;
}

/* A loss that others may still prevent. */
static bool needs_help(const Mind *mind, int worth)
{
    static const uint32_t asking = 1U << LOGIC_ATTACK_REQUEST | 1U << LOGIC_DEFENCE_REQUEST |
                                   1U << LOGIC_RESTRICTED_DEFENCE_REQUEST;

    return mind->order.worst_loss > 0 && worth < 0 && logic_any_is_on(mind->order.logics, asking);
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
    Mind mind;
    int action, worth;

    open_mind(&mind, percept, agent, council_loss(percept, agent) > 0 ? agent : NO_AGENT);
    if (!suggests(&mind, agent))
        return (Resolve){.move = MOVE_NONE, .needs_help = needs_help(&mind, -1)};
    action = choose(&mind, random);
    worth = council_gain(percept, action);
    return (Resolve){order_move(&mind.order, action), worth + mind.order.worst_loss,
                     needs_help(&mind, worth)};
}

Resolve alone_answer(const Percept *percept, Random *random, int agent, int threatened)
{
    Mind mind;
    Offers *offers = &mind.council.offers[0];
    int action;

    open_mind(&mind, percept, agent, threatened);
    if (mind.order.worst_loss == 0 || !suggests(&mind, agent))
        return (Resolve){.move = MOVE_NONE};
    request_help(&mind.order, threatened, (AgentSet)1 << agent,
                 percept_has(percept, LOGIC_ATTACK_REQUEST),
                 percept_has(percept, LOGIC_DEFENCE_REQUEST) ||
                     percept_has(percept, LOGIC_RESTRICTED_DEFENCE_REQUEST),
                 offers);
    mind.council.solution = offers;
    mind.council.reports[agent].move.actions = 0;
    if (offers->ties.count == 0 && !suggests(&mind, agent))
        return (Resolve){.move = MOVE_NONE};
    action = choose(&mind, random);
    return (Resolve){.move = order_move(&mind.order, action),
                     .gain = ties_have(&offers->ties, percept, action)
                                 ? offers->net + mind.order.worst_loss
                                 : council_gain(percept, action)};
}
