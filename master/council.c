#include "master/council.h"

#include <limits.h>

#include "agents/team.h"

AgentSet council_find_worst(Order *order, AgentSet *out_threatened)
{
    AgentSet worst = 0;

    order->worst_loss = 0;
    *out_threatened = 0;
    for (int i = 0; i < order->percept->agent_count; i++) {
        const int loss = council_loss(order->percept, i);
        if (loss == 0 || !team_reports(order->percept, i))
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

void council_settle_worst(Order *order)
{
    AgentSet worst = 0, threatened;

    if (!logic_is_on(order->logics, LOGIC_WHOLE_THREAT))
        worst = council_find_worst(order, &threatened);
    order->worst = worst ? __builtin_ctz(worst) : NO_AGENT;
}

void council_merge(const Order *order, const Report *report, Suggestions *suggestions)
{
    for (int i = 0; i < report->best.count; i++) {
        const int worth = report->best.suggestion[i].worth;
        if (worth > suggestions_floor(suggestions, order->most))
            suggestions_insert(suggestions, report->best.suggestion[i].action, worth, order->most);
    }
}

/* The action, not refused, that gains most before anything is threatened or hoped for: a good guess
 * at the best. NO_ACTION: there is none. */
static int find_surest(const Order *order)
{
    int surest = NO_ACTION, most = INT_MIN;

    for (int i = 0; i < order->percept->action_count; i++) {
        const int sure = suggestion_sure(order->percept, i, NULL);
        if (sure > most && !order_refuses(order, i)) {
            most = sure;
            surest = i;
        }
    }
    return surest;
}

/* The agent of @agents that reports first: if its worths name a floor for the others, the one with
 * the surest action, so that most of the others need not look closely. */
static int find_first(Order *order, AgentSet agents)
{
    const bool names_floor = order->most > 0 && order->margin < NO_MARGIN;

    order->surest = names_floor ? find_surest(order) : NO_ACTION;
    return order->surest != NO_ACTION ? order->percept->actions[order->surest].agent
                                      : __builtin_ctz(agents);
}

/* A report without suggestions. */
static void silence(Report *out_report)
{
    out_report->attack.actions = out_report->move.actions = 0;
    out_report->best.count = 0;
}

/* Whether any of @agents suggests anything. */
static bool collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    const bool by_worth = order->most > 0;
    const int first = find_first(order, agents);
    Suggestions heard;
    bool any = false;

    order->asked += order->percept->agent_count;
    if (order->consults)
        order->asked += order->percept->action_count * (order->percept->agent_count - 1);
    heard.count = 0;
    for (AgentSet rest = agents; rest;) {
        const int agent = rest == agents ? first : __builtin_ctz(rest);
        Report *report = &out_reports[agent];
        agent_report(order, agent, report);
        if (!team_reports(order->percept, agent))
            silence(report);
        any = any || (by_worth ? report->best.count > 0
                               : (report->attack.actions | report->move.actions) != 0);
        if (by_worth) {
            council_merge(order, report, &heard);
            order->floor = MAX(suggestions_floor(&heard, order->most), agent_floor(order, &heard));
        }
        rest &= ~((AgentSet)1 << agent);
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
    order->consults = order->most == 0 && logic_is_on(order->logics, LOGIC_DEFENCE_CONSIDERATION) &&
                      council_fears_losses(order->percept);
    order->floor = INT_MIN;
    consideration_begin(order);
    for (AgentSet rest = percept_everyone(order->percept) & ~agents; rest; rest &= rest - 1)
        silence(&out_reports[__builtin_ctz(rest)]);
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
    for (int i = agent->first_action; i < agent->end_action; i++)
        if (council_gain(order->percept, i) >= 0)
            return false;
    return true;
}

/* Whether every action of the threatened agent itself loses something. */
static bool own_actions_all_lose(const Council *council)
{
    const Order *order = council->order;
    const Source *attack = &council->source[SOURCE_OWN_ATTACK];
    const Source *move = &council->source[SOURCE_OWN_MOVE];
    const bool has_attack = attack->ties->count > 0, has_move = move->ties->count > 0;

    if (reading_is_on(order->logics, READING_RESTRICTED_NEEDS_OWN_ACTION) && !has_attack &&
        !has_move)
        return false;
    if (reading_is_on(order->logics, READING_RESTRICTED_COUNTS_DISREGARDED))
        return all_actions_lose(order, &order->percept->agents[council->worst]);
    return (!has_attack || attack->one.profit < 0) &&
           (!has_move || suggestion_net_of_move(order->logics, &move->one) < 0);
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
