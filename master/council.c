#include "master/council.h"

AgentSet council_find_worst(Order *order, AgentSet *out_threatened)
{
    AgentSet worst = 0;

    order->worst_loss = 0;
    *out_threatened = 0;
    for (int i = 0; i < order->percept->agent_count; i++) {
        const int loss = council_loss(order, i);
        if (loss == 0)
            continue;
        *out_threatened |= (AgentSet)1 << i;
        if (loss > order->worst_loss)
            worst = 0;
        if (loss >= order->worst_loss)
            worst |= (AgentSet)1 << i;
        order->worst_loss = MAX(order->worst_loss, loss);
    }
    return worst;
}

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
    bool any = false;

    for (AgentSet rest = percept_everyone(order->percept) & ~agents; rest; rest &= rest - 1)
        out_reports[__builtin_ctz(rest)] = (Report){.attack.actions = 0};
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        Report *report = &out_reports[__builtin_ctz(rest)];
        agent_report(order, __builtin_ctz(rest), report);
        order->asked += count_answers(order, __builtin_ctz(rest));
        any |= (report->attack.actions | report->move.actions) != 0;
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

/* The same of all that @agent could do if nothing were disregarded. */
static bool all_actions_lose(const Order *order, const Agent *agent)
{
    const LogicSet *logics = order->logics;

    for (int i = agent->first_action; i < agent->first_move; i++)
        if (suggestion_of_attack(logics, order->percept, i).profit >= 0)
            return false;
    for (int i = agent->first_move; i < agent->end_action; i++) {
        const Suggestion move = suggestion_of_move(logics, order->percept, i);
        if (candidates_net_of_move(logics, &move) >= 0)
            return false;
    }
    return true;
}

/* Whether every action of the threatened agent itself loses something. */
static bool own_actions_all_lose(const Council *council)
{
    const Order *order = council->order;
    const Source *attack = &council->source[SOURCE_OWN_ATTACK];
    const Source *move = &council->source[SOURCE_OWN_MOVE];
    const bool has_attack = attack->lots->count > 0, has_move = move->lots->count > 0;

    if (reading_is_on(order->logics, READING_RESTRICTED_NEEDS_OWN_ACTION) && !has_attack &&
        !has_move)
        return false;
    if (reading_is_on(order->logics, READING_RESTRICTED_COUNTS_DISREGARDED))
        return all_actions_lose(order, &order->percept->agents[council->worst]);
    return (!has_attack || attack->one.profit < 0) &&
           (!has_move || candidates_net_of_move(order->logics, &move->one) < 0);
}

const Offers *council_ask(Council *council)
{
    const LogicSet *logics = council->order->logics;
    const bool wants_attack = logic_is_on(logics, LOGIC_ATTACK_REQUEST);
    const bool wants_defence =
        logic_is_on(logics, LOGIC_DEFENCE_REQUEST) ||
        (logic_is_on(logics, LOGIC_RESTRICTED_DEFENCE_REQUEST) && own_actions_all_lose(council));

    if (!wants_attack && !wants_defence)
        return NULL;
    if (!council->has_asked[wants_defence])
        request_help(council->order, council->worst,
                     percept_others(council->order->percept, council->worst), wants_attack,
                     wants_defence, &council->offers[wants_defence]);
    council->has_asked[wants_defence] = true;
    return &council->offers[wants_defence];
}
