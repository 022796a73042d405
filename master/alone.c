#include "master/alone.h"

#include "master/council.h"

/* What an agent alone reasons with. */
typedef struct {
    Order order;
    Report reports[PERCEPT_MAX_AGENTS];
    Council council;
} Mind;

static void open_mind(Mind *mind, const Percept *percept, const LogicSet *logics, Random *random,
                      int worst)
{
    Order *order = &mind->order;

    order->logics = logics;
    order->percept = percept;
    order->random = random;
    order->recorder = NULL;
    order->asked = 0;
    order_refuse_nothing(order);
    order->worst_loss = worst != NO_AGENT ? council_loss(order, worst) : 0;
    order->bearable = -1;
    mind->council = (Council){
        .order = order, .reports = mind->reports, .worst = worst, .solution.action = NO_ACTION};
}

/* Hears only @agent; whether it has anything to suggest. */
static bool hear_alone(Mind *mind, int agent)
{
    const Report *own = &mind->reports[agent];

    council_hear(&mind->order, (AgentSet)1 << agent, mind->reports);
    return own->attack.action != NO_ACTION || own->move.action != NO_ACTION;
}

/* What @action, the agent's own, is worth to it; a planned attack is a hope. */
static int worth_of(const Mind *mind, int agent, int action)
{
    const Report *own = &mind->reports[agent];

    return action == own->attack.action ? own->attack.profit
                                        : candidates_net_of_move(mind->order.logics, &own->move);
}

static int choose(const Mind *mind)
{
    const Candidates candidates = candidates_choose(&mind->council);

    return candidates.candidate[candidates.chosen].action;
}

static bool may_ask(const LogicSet *logics)
{
    return logic_is_on(logics, LOGIC_ATTACK_REQUEST) ||
           logic_is_on(logics, LOGIC_DEFENCE_REQUEST) ||
           logic_is_on(logics, LOGIC_RESTRICTED_DEFENCE_REQUEST);
}

/* A loss that others may still prevent. */
static bool needs_help(const Mind *mind, int worth)
{
    return mind->order.worst_loss > 0 && worth < 0 && may_ask(mind->order.logics);
}

int alone_loss(const Percept *percept, const LogicSet *logics, int agent)
{
    Order order;

    order.logics = logics;
    order.percept = percept;
    return council_loss(&order, agent);
}

bool alone_sees_profit(const Percept *percept, const LogicSet *logics, int agent)
{
    const Agent *self = &percept->agents[agent];

    for (int i = self->first_action; i < self->first_move; i++)
        if (suggestion_of_attack(logics, percept, i).profit > 0)
            return true;
    return false;
}

Resolve alone_decide(const Percept *percept, const LogicSet *logics, Random *random, int agent)
{
    const bool is_threatened = alone_loss(percept, logics, agent) > 0;
    Mind mind;
    int action, worth;

    open_mind(&mind, percept, logics, random, is_threatened ? agent : NO_AGENT);
    if (!hear_alone(&mind, agent))
        return (Resolve){.move = MOVE_NONE, .needs_help = needs_help(&mind, -1)};
    action = choose(&mind);
    worth = worth_of(&mind, agent, action);
    return (Resolve){order_move(&mind.order, action), worth + mind.order.worst_loss,
                     needs_help(&mind, worth)};
}

Resolve alone_answer(const Percept *percept, const LogicSet *logics, Random *random, int agent,
                     int threatened)
{
    const bool wants_attack = logic_is_on(logics, LOGIC_ATTACK_REQUEST);
    const bool wants_defence = logic_is_on(logics, LOGIC_DEFENCE_REQUEST) ||
                               logic_is_on(logics, LOGIC_RESTRICTED_DEFENCE_REQUEST);
    Mind mind;
    const Offer *offer = &mind.council.solution;
    int action;

    open_mind(&mind, percept, logics, random, threatened);
    if (mind.order.worst_loss == 0 || !hear_alone(&mind, agent))
        return (Resolve){.move = MOVE_NONE};
    mind.council.solution =
        request_help(&mind.order, threatened, (AgentSet)1 << agent, wants_attack, wants_defence);
    mind.reports[agent].move.action = NO_ACTION;
    if (offer->action == NO_ACTION && mind.reports[agent].attack.action == NO_ACTION)
        return (Resolve){.move = MOVE_NONE};
    action = choose(&mind);
    return (Resolve){.move = order_move(&mind.order, action),
                     .gain = action == offer->action ? offer->net + mind.order.worst_loss
                                                     : worth_of(&mind, agent, action)};
}
