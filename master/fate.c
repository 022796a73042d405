#include "agents/agent.h"
#include "agents/logics.h"
#include "master/ballot.h"
#include "master/council.h"
#include "master/master.h"

const char *const FATE_STEP_NAMES[FATE_COUNT] = {
    [FATE_MATE] = "mate",     [FATE_SILENCE] = "lost report",   [FATE_CONSULTED] = "consultation",
    [FATE_REPORT] = "report", [FATE_COMPARISON] = "comparison", [FATE_IMAGINATION] = "imagination",
    [FATE_CHOICE] = "choice", [FATE_REFUSAL] = "refusal",       [FATE_DRAW] = "draw",
};

/* Worth of @action as its agent reports it. */
static FateWorth report_of(const Order *order, int action)
{
    const Suggestion one = suggestion_of(order->percept, action);
    FateWorth worth = {.move = order_move(order, action),
                       .agent = order_actor(order->percept, action),
                       .kind =
                           agent_candidate(action_is_attack(order->percept, action), one.planned)};

    worth.worth = agent_worth(order, action, &worth.parts);
    return worth;
}

/* The same of @row, as the master or the team weighs it. */
static FateWorth weight_of(Council *council, const Candidate *row)
{
    FateWorth worth = {.move = order_move(&council->order, row->action),
                       .agent = order_actor(council->order.percept, row->action),
                       .kind = row->kind,
                       .worth = row->worth};

    candidates_in_parts(council, row, &worth.parts);
    return worth;
}

/* The first of the prospects, as the master or the team weighs it. */
static FateWorth best_prospect(Council *council)
{
    const Prospect *best = &council->prospects.prospect[0];
    const Candidate row = {best->from,  best->kind, tie_first(council->order.percept, &best->tie),
                           best->worth, NULL,       0};

    return weight_of(council, &row);
}

/* Of a master that compares worths. */
static FateStep follow_worth(Council *council, int action, Fate *fate)
{
    const Weighing *weighing = &council->weighing;
    const bool looks_ahead = percept_has(council->order.percept, LOGIC_LOOK_AHEAD);
    const bool is_imagined = looks_ahead && weighing->is_imagined[action];

    fate->rival = best_prospect(council);
    fate->is_weighed = is_imagined || !looks_ahead;
    fate->expected = is_imagined ? weighing->of[action].answer : MOVE_NONE;
    fate->is_bound = is_imagined && weighing->of[action].is_bound;
    fate->weighed = fate->reported;
    if (is_imagined) {
        const Candidate row = {SOURCE_IMAGINED, fate->reported.kind, action,
                               weighing->of[action].worth, NULL};
        fate->weighed = weight_of(council, &row);
    }
    return fate->is_weighed ? FATE_CHOICE : FATE_IMAGINATION;
}

/* Whether and as what @action answers the request. */
static void follow_offer(Council *council, int action, Fate *fate)
{
    const Offers *best = council->solution;

    if (!council->may_ask || best == NULL ||
        council->order.percept->actions[action].agent == council->worst)
        return;
    fate->is_offered =
        request_answer(&council->order, council->worst, action, council->has_asked[true],
                       &fate->offered_as, &fate->offered_net);
    fate->best_offer = MOVE_NONE;
    if (best->ties.count > 0) {
        fate->best_offer = order_move(&council->order,
                                      ties_have(&best->ties, council->order.percept, action)
                                          ? action
                                          : tie_first(council->order.percept, &best->ties.tie[0]));
        fate->best_net = best->net;
    }
}

/* Of an action that no table of candidates has. */
static FateStep follow_report(Council *council, int action, Fate *fate)
{
    Order *order = &council->order;
    const bool is_attack = action_is_attack(order->percept, action);
    const int agent = order->percept->actions[action].agent;
    const Equals *equals = report_equals(&council->reports[agent], is_attack);
    int loser;

    if (!team_reports(order->percept, agent))
        return FATE_SILENCE;
    if (equals->actions & percept_only(order->percept, action)) {
        Ties best;
        candidates_best(council, is_attack, &best);
        fate->rival = report_of(order, tie_first(order->percept, &best.tie[0]));
        return FATE_COMPARISON;
    }
    if (!consideration_allows(order, action)) {
        fate->loss = consideration_greatest(order, action, &loser);
        fate->loser = order_agent_name(order, loser);
        return FATE_CONSULTED;
    }
    fate->rival.move = MOVE_NONE;
    if (equals->actions)
        fate->rival = report_of(
            order, tie_first(order->percept, &(Tie){.actions = equals->actions, .agent = agent}));
    return FATE_REPORT;
}

/* How far @action comes, unless it is among the prospects. */
static FateStep follow_choice(Council *council, int action, const Watch *watch, Fate *fate)
{
    const Candidate *row;

    if (council_foresees(council))
        return follow_worth(council, action, fate);
    follow_offer(council, action, fate);
    if (ballot_is_held(council->order.percept)) {
        row = ballot_find(&council->ballot, action);
        fate->is_weighed = row != NULL;
        fate->weighed = row != NULL ? weight_of(council, row) : fate->reported;
        fate->rival = best_prospect(council);
        return fate->is_weighed ? FATE_CHOICE : follow_report(council, action, fate);
    }
    fate->is_weighed = watch->has_row;
    if (!watch->has_row)
        return follow_report(council, action, fate);
    fate->weighed = weight_of(council, &watch->row);
    fate->rival =
        weight_of(council, &watch->candidates.candidate[__builtin_ctz(watch->candidates.best)]);
    return FATE_CHOICE;
}

/* Follows @action through @round. */
static void follow_round(Council *council, const Round *round, int action, const Watch *watch,
                         Fate *fate)
{
    const bool is_prospect = round->chance[action] > 0;

    fate->reported = report_of(&council->order, action);
    if (council->is_mate && !is_prospect) {
        fate->rival = best_prospect(council);
        return;
    }
    if (!council->is_mate) /* a mate is not weighed: nothing has been heard or imagined */
        fate->step = follow_choice(council, action, watch, fate);
    if (!is_prospect)
        return;
    fate->step = FATE_REFUSAL;
    fate->objection = council_objection(council, action);
}

/* How far @action comes if it is @worst that is most threatened. */
static Fate follow(Council *council, int worst, int action)
{
    Watch watch = {.action = action, .table = ANY_TABLE};
    Fate fate = {.step = FATE_MATE};
    Round round = NO_ROUND;

    if (worst != NO_AGENT) {
        fate.worst = order_agent_name(&council->order, worst);
        fate.worst_loss = council->order.worst_loss;
    }
    council->watch = &watch;
    council_turn_to(council, worst);
    while (council_next_round(council, &round))
        if (fate.step != FATE_REFUSAL)
            follow_round(council, &round, action, &watch, &fate);
    council->watch = NULL;
    return fate;
}

/* How likely @move were with @logics instead. */
static double share_with(const Percept *percept, const LogicSet *logics, Move move)
{
    Share shares[PERCEPT_MAX_ACTIONS];
    const int count = council_list_shares_with(percept, logics, shares);

    return shares_find(shares, count, move);
}

static void find_otherwise(const Percept *percept, Move move, FateOtherwise *out_otherwise)
{
    *out_otherwise = (FateOtherwise){.without = 0};
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet changed = percept->logics;
        changed.logics ^= 1U << logic;
        if (share_with(percept, &changed, move) == 0)
            continue;
        if (percept_has(percept, logic))
            out_otherwise->without |= 1U << logic;
        else
            out_otherwise->with |= 1U << logic;
    }
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        LogicSet other = logic_set_of_level(level);
        other.readings = percept->logics.readings;
        if (share_with(percept, &other, move) > 0)
            out_otherwise->levels |= 1U << level;
    }
}

bool master_follow(const Percept *percept, Move move, Fate *out_fate, FateOtherwise *out_otherwise)
{
    const int action = percept_find(percept, move);
    AgentSet rest;
    Council council;

    if (action == NO_ACTION)
        return false;
    council_open(&council, percept, NULL);
    if (council.is_mate || council_foresees(&council))
        council.worst_ones = 0;
    *out_fate = (Fate){.step = FATE_MATE};
    rest = council.worst_ones;
    do {
        const Fate fate = follow(&council, rest ? __builtin_ctz(rest) : NO_AGENT, action);
        if (fate.step >= out_fate->step)
            *out_fate = fate;
        rest &= rest - 1;
    } while (rest);
    out_fate->share = share_with(percept, &percept->logics, move);
    if (out_fate->share > 0)
        out_fate->step = FATE_DRAW;
    find_otherwise(percept, move, out_otherwise);
    return true;
}
