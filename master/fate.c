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

/* Worth of @action as a program that thinks for its agent reports it. */
static FateWorth report_of_program(const Order *order, const OutsideReport *report, int action)
{
    const bool is_attack = action_is_attack(order->percept, action);
    const OutsideEquals *said = is_attack ? &report->attack : &report->move;
    const bool is_said = said->actions & percept_only(order->percept, action);

    return (FateWorth){.move = order_move(order, action),
                       .agent = order_actor(order->percept, action),
                       .kind = agent_candidate(is_attack, is_said && said->planned),
                       .is_unknown = !is_said,
                       .worth = is_said ? said->profit : 0};
}

/* Worth of @action as its agent reports it. */
static FateWorth report_of(const Order *order, int action)
{
    const OutsideReport *outside =
        team_outside(order->percept, order->percept->actions[action].agent);
    const Suggestion one = suggestion_of(order->percept, action);
    FateWorth worth = {.move = order_move(order, action),
                       .agent = order_actor(order->percept, action),
                       .kind =
                           agent_candidate(action_is_attack(order->percept, action), one.planned)};

    if (outside != NULL)
        return report_of_program(order, outside, action);
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

/* The first of the prospects that is accepted, as the master or the team weighs it. */
static FateWorth best_prospect(Council *council)
{
    const Prospects *prospects = &council->prospects;
    const Prospect *best = &prospects->prospect[0];
    int action = NO_ACTION;

    for (int i = 0; i < prospects->count && action == NO_ACTION; i++) {
        best = &prospects->prospect[i];
        action = council_find_accepted(council, &best->tie, 1);
    }
    if (action == NO_ACTION) {
        best = &prospects->prospect[0];
        action = tie_first(council->order.percept, &best->tie);
    }
    return weight_of(council, &(Candidate){best->from, best->kind, action, best->worth, NULL, 0});
}

static bool is_own(SourceName from)
{
    return from == SOURCE_OWN_ATTACK || from == SOURCE_OWN_MOVE;
}

static bool is_of_worst(const Fate *fate, const FateWorth *worth)
{
    return fate->worst_loss > 0 && worth->agent.square == fate->worst.square;
}

/* Whether the rival, from the source @before, is to meet the greatest loss. */
static bool meets_threat(SourceName before)
{
    return is_own(before) || before == SOURCE_SOLUTION;
}

static int profit_of(const FateWorth *worth)
{
    return worth->worth - parts_amount(&worth->parts, PART_PLACE);
}

/* Why the rival, from the source @before, goes before a candidate from @from that is worth more:
 * levels 1 to 3 meet the greatest loss first, and attacks are compared with moves by other rules
 * than worth. */
static Preference preference_for_less(const Order *order, const Fate *fate, SourceName from,
                                      SourceName before)
{
    const bool is_all = percept_has(order->percept, LOGIC_WHOLE_THREAT);
    const FateWorth *rival = &fate->rival;

    if (meets_threat(before) && from < SOURCE_COUNT) {
        if (candidates_compensate(order, profit_of(&fate->weighed)))
            return PREFERENCE_READING;
        if (!is_of_worst(fate, &fate->weighed))
            return PREFERENCE_THREAT;
    }
    if (before == SOURCE_SOLUTION && fate->weighed.kind == CANDIDATE_PLANNED_MOVE)
        return PREFERENCE_SURE;
    if (from == SOURCE_SOLUTION && !is_all)
        return PREFERENCE_NO_NEED;
    if (rival->kind != CANDIDATE_ATTACK || is_all || profit_of(rival) < 0)
        return PREFERENCE_PROFIT;
    if (profit_of(rival) > 0)
        return PREFERENCE_ATTACK;
    return percept_reads(order->percept, READING_EVEN_TRADE) ? PREFERENCE_EVEN : PREFERENCE_PROFIT;
}

/* Whether the rival can go before a suggestion that is worth as much because it is to meet the
 * greatest loss. */
static bool goes_before_equals(const Order *order, const Fate *fate, SourceName from,
                               SourceName before)
{
    if (!meets_threat(before) || from >= SOURCE_COUNT ||
        percept_has(order->percept, LOGIC_THREAT_MOVE))
        return false;
    return before == SOURCE_SOLUTION || !is_of_worst(fate, &fate->weighed);
}

static Preference preference_of(const Order *order, const Fate *fate, SourceName from,
                                SourceName before)
{
    if (fate->weighed.worth < fate->rival.worth)
        return PREFERENCE_WORTH;
    if (fate->weighed.worth > fate->rival.worth || goes_before_equals(order, fate, from, before))
        return preference_for_less(order, fate, from, before);
    return fate->weighed.kind != fate->rival.kind ? PREFERENCE_KIND : PREFERENCE_PLAN;
}

/* The least of the suggestions that are imagined, as their agents report them. */
static FateWorth least_imagined(const Council *council)
{
    FateWorth least = {.move = MOVE_NONE};

    for (int i = 0; i < council->order.percept->action_count; i++) {
        FateWorth worth;
        if (!council->weighing.is_imagined[i])
            continue;
        worth = report_of(&council->order, i);
        if (least.move == MOVE_NONE || worth.worth < least.worth)
            least = worth;
    }
    return least;
}

/* Of a master that compares worths. */
static FateStep follow_worth(Council *council, int action, Fate *fate)
{
    const Weighing *weighing = &council->weighing;
    const bool looks_ahead = percept_has(council->order.percept, LOGIC_LOOK_AHEAD);
    const bool is_imagined = looks_ahead && weighing->is_imagined[action];

    fate->is_weighed = is_imagined || !looks_ahead;
    fate->rival = fate->is_weighed ? best_prospect(council) : least_imagined(council);
    fate->expected = is_imagined ? weighing->of[action].answer : MOVE_NONE;
    fate->is_bound = is_imagined && weighing->of[action].is_bound;
    fate->weighed = fate->reported;
    if (is_imagined) {
        const Candidate row = {SOURCE_IMAGINED, fate->reported.kind, action,
                               weighing->of[action].worth, NULL};
        fate->weighed = weight_of(council, &row);
    }
    fate->preference = preference_of(&council->order, fate, SOURCE_WORTH, SOURCE_WORTH);
    return fate->is_weighed ? FATE_CHOICE : FATE_IMAGINATION;
}

/* Whether and as what @action answers the request. */
static void follow_offer(Council *council, int action, Fate *fate)
{
    const Offers *best = council->solution;
    const int agent = council->order.percept->actions[action].agent;

    if (!council->may_ask || best == NULL || agent == council->worst ||
        !team_reached(council->order.percept, MESSAGE_REQUEST, council->worst, 1U << agent))
        return;
    if (team_asked(council->order.percept, OUTSIDE_REQUEST) >> agent & 1) {
        /* What a program offers besides the best is not known any more. */
        fate->is_offered = ties_have(&best->ties, council->order.percept, action);
        fate->offered_as = best->kind;
        fate->offered_net = best->net;
    } else {
        fate->is_offered =
            request_answer(&council->order, council->worst, action, council->has_asked[true],
                           &fate->offered_as, &fate->offered_net);
    }
    fate->best_offer = MOVE_NONE;
    if (best->ties.count > 0) {
        fate->best_offer = order_move(&council->order,
                                      ties_have(&best->ties, council->order.percept, action)
                                          ? action
                                          : tie_first(council->order.percept, &best->ties.tie[0]));
        fate->best_net = best->net;
    }
}

/* Whether any agent may play what it prefers: actions of two agents are not compared. */
static bool decides_by_lot(const Percept *percept)
{
    return percept->senses != NULL && percept->senses->team.decision == TEAM_LOT;
}

/* Of an action that no table of candidates has. */
static FateStep follow_report(Council *council, int action, Fate *fate)
{
    Order *order = &council->order;
    const bool is_attack = action_is_attack(order->percept, action);
    const int agent = order->percept->actions[action].agent;
    const Equals *equals = report_equals(&council->reports[agent], is_attack);
    const bool is_reported = equals->actions & percept_only(order->percept, action);
    int loser;

    if (!team_reports(order->percept, agent))
        return FATE_SILENCE;
    if (is_reported && !decides_by_lot(order->percept)) {
        Ties best;
        candidates_best(council, is_attack, &best);
        fate->rival = report_of(order, tie_first(order->percept, &best.tie[0]));
        return FATE_COMPARISON;
    }
    if (is_reported) { /* its agent prefers an action of the other kind */
        equals = report_equals(&council->reports[agent], !is_attack);
    } else if (!fate->reported.is_unknown && !consideration_allows(order, action)) {
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
    const Candidate *best = &watch->candidates.candidate[0], *row;

    if (council_foresees(council))
        return follow_worth(council, action, fate);
    follow_offer(council, action, fate);
    if (ballot_is_held(council->order.percept)) {
        row = ballot_find(&council->ballot, action);
        fate->is_weighed = row != NULL;
        fate->weighed = row != NULL ? weight_of(council, row) : fate->reported;
        fate->rival = best_prospect(council);
        fate->preference = preference_of(&council->order, fate, SOURCE_BALLOT, SOURCE_BALLOT);
        return fate->is_weighed ? FATE_CHOICE : follow_report(council, action, fate);
    }
    fate->is_weighed = watch->has_row;
    if (!watch->has_row)
        return follow_report(council, action, fate);
    best += __builtin_ctz(watch->candidates.best);
    fate->weighed = weight_of(council, &watch->row);
    fate->rival = weight_of(council, best);
    fate->preference = preference_of(&council->order, fate, watch->row.from, best->from);
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

/* If there are objections to all actions: what the master decides on nevertheless, of @round, in
 * which the objection is the weakest. */
static void note_kept(Council *council, const Round *round, Fate *fate)
{
    int action = 0;

    while (round->chance[action] == 0 || round->objection[action] > round->least)
        action++;
    fate->kept = order_move(&council->order, action);
    fate->kept_objection = council_objection(council, action);
}

/* How far @action comes if it is @worst that is most threatened. */
static Fate follow(Council *council, int worst, int action)
{
    Watch watch = {.action = action, .table = ANY_TABLE};
    Fate fate = {.step = FATE_MATE};
    Round round = NO_ROUND;
    int least = OBJECTION_COUNT;

    if (worst != NO_AGENT) {
        fate.worst = order_agent_name(&council->order, worst);
        fate.worst_loss = council->order.worst_loss;
    }
    council->watch = &watch;
    council_turn_to(council, worst);
    while (council_next_round(council, &round)) {
        if (fate.step != FATE_REFUSAL)
            follow_round(council, &round, action, &watch, &fate);
        if (round.least < least)
            note_kept(council, &round, &fate);
        least = MIN(least, round.least);
        watch.has_row = false; /* the next round has tables of its own */
    }
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

/* Whether the player could have @logics. */
static bool can_have(const Percept *percept, const LogicSet *logics)
{
    return percept->senses == NULL || team_may_have(&percept->senses->team, logics);
}

static void find_otherwise(const Percept *percept, Move move, FateOtherwise *out_otherwise)
{
    *out_otherwise = (FateOtherwise){.without = 0};
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet changed = percept->logics;
        changed.logics ^= 1U << logic;
        if (!can_have(percept, &changed) || share_with(percept, &changed, move) == 0)
            continue;
        if (percept_has(percept, logic))
            out_otherwise->without |= 1U << logic;
        else
            out_otherwise->with |= 1U << logic;
    }
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        LogicSet other = logic_set_of_level(level);
        other.readings = percept->logics.readings;
        if (can_have(percept, &other) && share_with(percept, &other, move) > 0)
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
