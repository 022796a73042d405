#include "agents/consideration.h"

#include "agents/agent.h"
#include "agents/logics.h"
#include "agents/team.h"

static int name_agents(const Order *order, AgentSet agents,
                       AgentName out_names[static PERCEPT_MAX_AGENTS])
{
    int count = 0;

    for (; agents; agents &= agents - 1)
        out_names[count++] = order_agent_name(order, __builtin_ctz(agents));
    return count;
}

void order_tell_all(const Order *order, Message message, int sender, int action)
{
    const Percept *percept = order->percept;
    const AgentSet others = percept_others(percept, sender);
    const AgentSet missed = others & ~team_reached(percept, message.kind, sender, others, action);
    /* Distance alone decides who hears, so they hear each other or neither does. */
    const AgentSet near = percept->senses != NULL ? percept->senses->heard[sender] : others;
    AgentName unheard_by[PERCEPT_MAX_AGENTS], lost_to[PERCEPT_MAX_AGENTS];

    message.sender = order_agent_name(order, sender);
    message.receiver = AGENT_ALL;
    message.unheard_count = name_agents(order, missed & ~near, unheard_by);
    message.unheard_by = unheard_by;
    message.lost_count = name_agents(order, missed & near, lost_to);
    message.lost_to = lost_to;
    recorder_tell(order->recorder, &message);
}

static void tell_consult(const Order *order, int action)
{
    order_tell_all(order, (Message){.kind = MESSAGE_CONSULT, .action = order_move(order, action)},
                   order->percept->actions[action].agent, action);
}

static void tell_answer(const Order *order, int action, int agent, int loss, bool is_lost)
{
    const Message message = {.kind = MESSAGE_ANSWER,
                             .sender = order_agent_name(order, agent),
                             .receiver = order_actor(order->percept, action),
                             .action = order_move(order, action),
                             .loss = loss,
                             .is_lost = is_lost};

    recorder_tell(order->recorder, &message);
}

void consideration_tell(const Order *order, int action)
{
    const Percept *percept = order->percept;
    Parts parts;

    tell_consult(order, action);
    agent_worth(order, action, &parts);
    for (AgentSet rest = percept_others(percept, percept->actions[action].agent); rest;
         rest &= rest - 1)
        for (int i = 0; i < parts.count; i++)
            if (parts.part[i].kind == PART_THREAT &&
                parts.part[i].square == percept->agents[__builtin_ctz(rest)].square)
                tell_answer(order, action, __builtin_ctz(rest), ABS(parts.part[i].amount), false);
}

static AgentSet asked(const Order *order)
{
    return team_asked(order->percept, OUTSIDE_CONSULT);
}

/* The agents that would stand attacked after @action of another. For a program it is not known
 * what it can bear. */
static AgentSet find_threatened(const Order *order, int action,
                                Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Percept *percept = order->percept;
    const int bearable = asked(order) ? -1 : order->bearable;

    return percept->board->threatened_after(percept, action, bearable, out_exposures);
}

static int expected_loss(const Order *order, int agent, Exposure exposure)
{
    return threat_loss(&order->percept->logics, order->percept->agents[agent].value, exposure);
}

static bool is_worse_off(const Order *order, int agent, int loss)
{
    return loss > agent_loss(order->percept, agent);
}

/* Asks the programs once about all actions that leave their agents worse off and of which they
 * hear. */
static void consult_programs(const Order *order)
{
    const Percept *percept = order->percept;
    const OutsideAgents *outside = percept->senses->outside;
    Exposure exposures[PERCEPT_MAX_AGENTS];
    int count = 0;

    for (AgentSet rest = asked(order); rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        for (int action = 0; action < percept->action_count; action++) {
            const int asker = percept->actions[action].agent;
            int loss = 0;
            outside->losses[agent][action] = -1;
            if (asker != agent && team_conveys(percept, MESSAGE_CONSULT, asker, agent, action) &&
                find_threatened(order, action, exposures) >> agent & 1)
                loss = expected_loss(order, agent, exposures[agent]);
            if (is_worse_off(order, agent, loss))
                outside->items[count++] = (OutsideItem){
                    .agent = agent, .action = action, .exposure = exposures[agent], .number = loss};
        }
    }
    team_ask(percept, OUTSIDE_CONSULT, NO_AGENT, count);
    for (int i = 0; i < count; i++)
        outside->losses[outside->items[i].agent][outside->items[i].action] =
            outside->items[i].number;
}

/* Loss that @agent expects after @action. */
static int stated_loss(const Order *order, int action, int agent, Exposure exposure)
{
    const int loss =
        asked(order) >> agent & 1 ? order->percept->senses->outside->losses[agent][action] : -1;

    return loss >= 0 ? loss : expected_loss(order, agent, exposure);
}

/* Only agents that are worse off after @action answer. */
int consideration_greatest(const Order *order, int action, int *out_loser)
{
    const Percept *percept = order->percept;
    Exposure exposures[PERCEPT_MAX_AGENTS];
    int greatest = 0;

    *out_loser = NO_AGENT;
    if (order->recorder != NULL)
        tell_consult(order, action);
    for (AgentSet rest = find_threatened(order, action, exposures); rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        const int loss = stated_loss(order, action, agent, exposures[agent]);
        bool is_lost = false;
        if (!is_worse_off(order, agent, loss))
            continue;
        if (percept->senses != NULL) {
            const int asker = percept->actions[action].agent;
            if (!team_conveys(percept, MESSAGE_CONSULT, asker, agent, action))
                continue;
            is_lost = team_loses(percept, MESSAGE_ANSWER, agent, asker, action);
        }
        if (order->recorder != NULL)
            tell_answer(order, action, agent, loss, is_lost);
        if (is_lost || loss <= greatest)
            continue;
        greatest = loss;
        *out_loser = agent;
    }
    return greatest;
}

/* Whether @action is an attack that gains more than @answer. */
static bool is_worth_it(const Order *order, int action, int answer)
{
    return action_is_attack(order->percept, action) &&
           suggestion_of_attack(order->percept, action).profit > answer;
}

static bool is_bearable(const Order *order, int action)
{
    const bool bears_nothing = percept_reads(order->percept, READING_ANY_WORSE_DISREGARDED);
    int loser;
    const int answer = consideration_greatest(order, action, &loser);

    return answer <= (bears_nothing ? 0 : order->worst_loss) || is_worth_it(order, action, answer);
}

void consideration_begin(Order *order)
{
    memcpy(order->barred, order->refused, sizeof order->barred);
    if (order->consults && asked(order))
        consult_programs(order);
    if (!order->consults)
        memset(order->settled, 0xff, sizeof order->settled);
    else if (order->bearable >= 0)
        percept_unmissed(order->percept, order->bearable, order->settled);
    else
        memset(order->settled, 0, sizeof order->settled);
}

void consideration_settle(Order *order, int agent, ActionSet set)
{
    const int first = order->percept->agents[agent].first_action;
    const ActionSet open = set & ~order->settled[agent] & ~order->refused[agent];

    for (ActionSet rest = open; rest; rest &= rest - 1)
        if (!is_bearable(order, first + __builtin_ctzll(rest)))
            order->barred[agent] |= rest & -rest;
    order->settled[agent] |= set;
}
