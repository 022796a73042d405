#include <limits.h>

#include "agents/agent.h"
#include "master/ballot.h"
#include "master/council.h"
#include "master/mind.h"
#include "master/refusal.h"

const char *const FATE_STEP_NAMES[FATE_COUNT] = {
    [FATE_MATE] = "mate",     [FATE_SILENCE] = "lost report",   [FATE_CONSULTED] = "consultation",
    [FATE_REPORT] = "report", [FATE_COMPARISON] = "comparison", [FATE_IMAGINATION] = "imagination",
    [FATE_CHOICE] = "choice", [FATE_REFUSAL] = "refusal",       [FATE_DRAW] = "draw",
};

static int find_action(const Percept *percept, Move move)
{
    for (int i = 0; i < percept->action_count; i++)
        if (percept->actions[i].move == move)
            return i;
    return NO_ACTION;
}

static AgentName agent_of(const Order *order, int action)
{
    return order_agent_name(order, order->percept->actions[action].agent);
}

/* What @action is worth as its agent reports it. */
static FateWorth report_of(const Order *order, int action)
{
    FateWorth worth = {.move = order_move(order, action), .agent = agent_of(order, action)};

    worth.worth = agent_worth(order, action, &worth.parts);
    worth.kind = CANDIDATE_ATTACK;
    if (!action_is_attack(order->percept, action)) {
        const bool weighs_whole = logic_is_on(order->logics, LOGIC_WHOLE_THREAT);
        const bool plans =
            !weighs_whole && suggestion_of_move(order->logics, order->percept, action).planned;
        worth.kind = plans ? CANDIDATE_PLANNED_MOVE : CANDIDATE_MOVE;
    }
    return worth;
}

/* The same of @row, on which a team has voted, or for which an agent has made a bid. */
static FateWorth sum_of(const Council *council, const Candidate *row)
{
    return (FateWorth){.move = order_move(council->order, row->action),
                       .agent = agent_of(council->order, row->action),
                       .kind = row->kind,
                       .worth = row->worth};
}

/* The same of @row, as the master weighs it. */
static FateWorth weight_of(const Council *council, const Candidate *row)
{
    FateWorth worth = sum_of(council, row);

    candidates_in_parts(council, row, &worth.parts);
    return worth;
}

/* The first of the prospects, as the master or the team weighs it. */
static FateWorth best_prospect(const Mind *mind)
{
    const Council *council = &mind->council;
    const Prospect *best = &council->prospects.prospect[0];
    const bool looks_ahead = logic_is_on(mind->order.logics, LOGIC_LOOK_AHEAD);
    Candidate row = {.from = mind->is_mate ? SOURCE_MATE
                             : looks_ahead ? SOURCE_IMAGINED
                                           : SOURCE_WORTH,
                     .kind = best->kind};

    row.action = tie_first(mind->order.percept, &best->tie);
    row.worth = best->worth;
    if (ballot_is_held(mind->order.percept))
        return sum_of(council, &row);
    return weight_of(council, &row);
}

static bool is_prospect(const Mind *mind, int action)
{
    const Prospects *prospects = &mind->council.prospects;
    const ActionSet only = percept_only(mind->order.percept, action);

    for (int i = 0; i < prospects->count; i++)
        if (prospects->prospect[i].tie.agent == mind->order.percept->actions[action].agent &&
            prospects->prospect[i].tie.actions & only)
            return true;
    return false;
}

/* Of a master that compares worths. */
static FateStep follow_worth(const Mind *mind, int action, Fate *fate)
{
    const Weighing *weighing = &mind->weighing;
    const bool looks_ahead = logic_is_on(mind->order.logics, LOGIC_LOOK_AHEAD);
    const bool is_imagined = looks_ahead && weighing->is_imagined[action];

    fate->rival = best_prospect(mind);
    fate->is_weighed = is_imagined || !looks_ahead;
    fate->expected = is_imagined ? weighing->expected[action] : MOVE_NONE;
    fate->is_bound = is_imagined && weighing->is_spoiled[action];
    fate->weighed = fate->reported;
    if (is_imagined) {
        const Candidate row = {SOURCE_IMAGINED, fate->reported.kind, action,
                               weighing->value[action], NULL};
        fate->weighed = weight_of(&mind->council, &row);
    }
    return fate->is_weighed ? FATE_CHOICE : FATE_IMAGINATION;
}

/* Whether and as what @action answers the request. */
static void follow_offer(Mind *mind, int action, Fate *fate)
{
    Council *council = &mind->council;
    const Offers *best = council->solution;

    if (!council->may_ask || best == NULL ||
        mind->order.percept->actions[action].agent == council->worst)
        return;
    fate->is_offered =
        request_answer(&mind->order, council->worst, action, council->has_asked[true],
                       &fate->offered_as, &fate->offered_net);
    fate->best_offer = MOVE_NONE;
    if (best->ties.count > 0) {
        fate->best_offer =
            order_move(&mind->order, ties_have(&best->ties, mind->order.percept, action)
                                         ? action
                                         : tie_first(mind->order.percept, &best->ties.tie[0]));
        fate->best_net = best->net;
    }
}

/* The first of the agent's attacks or moves that are as good as any other agent's. */
static int find_best(const Council *council, bool attacks)
{
    const Percept *percept = council->order->percept;
    const Equals *best = NULL;
    int action = NO_ACTION;

    for (int i = 0; i < percept->agent_count; i++) {
        const Report *report = &council->reports[i];
        const Equals *equals = attacks ? &report->attack : &report->move;
        if (!equals->actions || (best != NULL && equals->rank <= best->rank))
            continue;
        best = equals;
        action = percept->agents[i].first_action + __builtin_ctzll(equals->actions);
    }
    return action;
}

/* Of an action that no table of candidates has. */
static FateStep follow_report(Mind *mind, int action, Fate *fate)
{
    Order *order = &mind->order;
    const Council *council = &mind->council;
    const bool is_attack = action_is_attack(order->percept, action);
    const int agent = order->percept->actions[action].agent;
    const Report *report = &council->reports[agent];
    const Equals *equals = is_attack ? &report->attack : &report->move;
    int better = NO_ACTION, loser;

    if (!team_reports(order->percept, agent))
        return FATE_SILENCE;
    if (equals->actions & percept_only(order->percept, action)) {
        better = find_best(council, is_attack);
        fate->rival = report_of(order, better);
        return FATE_COMPARISON;
    }
    if (!consideration_allows(order, action)) {
        fate->loss = consideration_greatest(order, action, &loser);
        fate->loser = order_agent_name(order, loser);
        return FATE_CONSULTED;
    }
    fate->rival.move = MOVE_NONE;
    if (equals->actions) {
        better = order->percept->agents[agent].first_action + __builtin_ctzll(equals->actions);
        fate->rival = report_of(order, better);
    }
    return FATE_REPORT;
}

/* How far @action comes, unless it is among the prospects. */
static FateStep follow_choice(Mind *mind, int action, const Watch *watch, Fate *fate)
{
    Council *council = &mind->council;
    Candidate row;

    if (mind_foresees(mind))
        return follow_worth(mind, action, fate);
    follow_offer(mind, action, fate);
    if (ballot_is_held(mind->order.percept)) {
        fate->is_weighed = ballot_find(council, action, &row);
        fate->weighed = fate->is_weighed ? sum_of(council, &row) : fate->reported;
        fate->rival = best_prospect(mind);
        return fate->is_weighed ? FATE_CHOICE : follow_report(mind, action, fate);
    }
    fate->is_weighed = watch->has_row;
    if (!watch->has_row)
        return follow_report(mind, action, fate);
    fate->weighed = weight_of(council, &watch->row);
    fate->rival = weight_of(council, &watch->chosen);
    return FATE_CHOICE;
}

/* How far @action comes if it is @worst that is worst threatened. */
static void follow(Mind *mind, int worst, int action, Fate *fate)
{
    Watch watch = {.action = action};
    int least = OBJECTION_COUNT;

    mind_turn_to(mind, worst);
    mind->council.watch = &watch;
    if (worst != NO_AGENT) {
        fate->worst = order_agent_name(&mind->order, worst);
        fate->worst_loss = mind->order.worst_loss;
    }
    while (least > 0 && fate->step != FATE_REFUSAL && (mind->is_mate || mind_choose(mind))) {
        int objections[PERCEPT_MAX_ACTIONS];
        least = MIN(least, mind_find_objections(mind, objections));
        fate->reported = report_of(&mind->order, action);
        if (mind->is_mate && !is_prospect(mind, action)) {
            fate->step = FATE_MATE;
            fate->rival = best_prospect(mind);
            return;
        }
        fate->step = follow_choice(mind, action, &watch, fate);
        if (is_prospect(mind, action)) {
            fate->step = FATE_REFUSAL;
            fate->objection = mind->is_mate ? OBJECTION_NONE : refusal_find(&mind->order, action);
        }
        if (least > 0)
            mind_refuse_prospects(mind);
    }
    mind_refuse_nothing(mind);
}

/* How likely @move were with @logics instead. */
static double share_with(const Percept *percept, const LogicSet *logics, Move move)
{
    Share shares[PERCEPT_MAX_ACTIONS];
    const int count = mind_list_shares_with(percept, logics, shares);

    return shares_find(shares, count, move);
}

static void find_otherwise(const Percept *percept, const LogicSet *logics, Move move,
                           FateOtherwise *out_otherwise)
{
    *out_otherwise = (FateOtherwise){.without = 0};
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet changed = *logics;
        changed.logics ^= 1U << logic;
        if (share_with(percept, &changed, move) == 0)
            continue;
        if (logic_is_on(logics, logic))
            out_otherwise->without |= 1U << logic;
        else
            out_otherwise->with |= 1U << logic;
    }
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        LogicSet other = logic_set_of_level(level);
        other.readings = logics->readings;
        if (share_with(percept, &other, move) > 0)
            out_otherwise->levels |= 1U << level;
    }
}

bool master_follow(const Percept *percept, const LogicSet *logics, Move move, Fate *out_fate,
                   FateOtherwise *out_otherwise)
{
    const int action = find_action(percept, move);
    AgentSet rest;
    Mind mind;

    if (action == NO_ACTION)
        return false;
    mind_open(&mind, percept, logics, NULL);
    if (mind.is_mate || mind_foresees(&mind))
        mind.worst = 0;
    *out_fate = (Fate){.step = FATE_MATE};
    rest = mind.worst;
    do {
        Fate fate = {.step = FATE_MATE};
        follow(&mind, rest ? __builtin_ctz(rest) : NO_AGENT, action, &fate);
        if (fate.step >= out_fate->step)
            *out_fate = fate;
        rest &= rest - 1;
    } while (rest);
    out_fate->share = share_with(percept, logics, move);
    if (out_fate->share > 0)
        out_fate->step = FATE_DRAW;
    find_otherwise(percept, logics, move, out_otherwise);
    return true;
}
