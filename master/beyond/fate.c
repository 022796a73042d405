#include "master/beyond/fate.h"

#include "agents/beyond/minds.h"
#include "agents/consultation.h"
#include "agents/logics.h"
#include "master/beyond/deciding.h"

const char *const FATE_STEP_NAMES[FATE_COUNT] = {
    [FATE_MATE] = "mate",     [FATE_SILENCE] = "lost report",   [FATE_CONSULTED] = "consultation",
    [FATE_REPORT] = "report", [FATE_COMPARISON] = "comparison", [FATE_IMAGINATION] = "imagination",
    [FATE_CHOICE] = "choice", [FATE_REFUSAL] = "refusal",       [FATE_DRAW] = "draw",
};

/* Worth of @action as its agent reports it, or a program that thinks for it. */
static FateWorth report_of(const Deciding *deciding, int action)
{
    const Order *order = &deciding->order;
    const int agent = order->percept->actions[action].agent;
    const bool is_attack = action_is_attack(order->percept, action);
    const OutsideReport *outside = team_outside(order->percept, agent);
    FateWorth worth = {.move = order_move(order, action), .agent = order_agent_name(order, agent)};
    Worth reported;

    if (outside == NULL) {
        reported = order->mind[agent]->worth(order, action, &worth.parts);
    } else {
        const Suggestion *said = is_attack ? &outside->attack : &outside->move;
        worth.is_unknown = !(said->actions & percept_only(order->percept, action));
        reported = worth.is_unknown ? (Worth){.profit = 0} : said->worth;
    }
    worth.worth = reported.profit + reported.terms;
    worth.kind = agent_candidate(is_attack, !deciding->is_mate && reported.planned);
    return worth;
}

/* The same of @row, as the master or the team weighs it. */
static FateWorth weight_of(const Deciding *deciding, const Row *row)
{
    FateWorth worth = {.move = order_move(&deciding->order, row->action),
                       .agent = order_actor(deciding->order.percept, row->action),
                       .kind = row->kind,
                       .worth = row->value};

    deciding_in_parts(deciding, row, &worth.parts);
    return worth;
}

/* The first of the options that is accepted; if none is, the first. */
static Row best_option(const Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    const Option *option = deciding->option;
    Row best = option->row;
    int accepted = NO_ACTION;

    best.action = percept->agents[option->agent].first_action + __builtin_ctzll(option->actions);
    for (int i = 0; i < deciding->option_count && accepted == NO_ACTION; i++) {
        accepted = deciding_accepted(deciding, option[i].agent, option[i].actions);
        if (accepted != NO_ACTION) {
            best = option[i].row;
            best.action = accepted;
        }
    }
    return best;
}

static int profit_of(const FateWorth *worth)
{
    return worth->worth - parts_amount(&worth->parts, PART_PLACE);
}

/* Why the rival, from the source @before, goes before a candidate from @from that may be worth
 * more: levels 1 to 3 meet the greatest loss first, and attacks are compared with moves by other
 * rules than worth. */
static Preference preference_of(const Order *order, const Fate *fate, CandidateSource from,
                                CandidateSource before)
{
    const FateWorth *weighed = &fate->weighed, *rival = &fate->rival;
    const int more = weighed->worth - rival->worth;
    const bool is_of_worst = fate->worst_loss > 0 && weighed->agent.square == fate->worst.square;
    const bool meets_threat =
        from < FROM_SOLUTION &&
        (before == FROM_OWN_ATTACK || before == FROM_OWN_MOVE || before == FROM_SOLUTION);
    const bool goes_before_equals = meets_threat &&
                                    !percept_has(order->percept, LOGIC_THREAT_MOVE) &&
                                    (before == FROM_SOLUTION || !is_of_worst);

    if (more < 0)
        return PREFERENCE_WORTH;
    if (more == 0 && !goes_before_equals)
        return weighed->kind != rival->kind ? PREFERENCE_KIND : PREFERENCE_PLAN;
    if (meets_threat && master_compensates(order, profit_of(weighed)))
        return PREFERENCE_READING;
    if (meets_threat && !is_of_worst)
        return PREFERENCE_THREAT;
    if (before == FROM_SOLUTION && weighed->kind == CANDIDATE_PLANNED_MOVE)
        return PREFERENCE_SURE;
    if (from == FROM_SOLUTION)
        return PREFERENCE_NO_NEED;
    if (rival->kind != CANDIDATE_ATTACK || profit_of(rival) < 0)
        return PREFERENCE_PROFIT;
    if (profit_of(rival) > 0)
        return PREFERENCE_ATTACK;
    return percept_reads(order->percept, READING_EVEN_TRADE) ? PREFERENCE_EVEN : PREFERENCE_PROFIT;
}

/* Compares @row, NULL if the master does not weigh the action, with @rival, which goes before
 * it. */
static void compare(Deciding *deciding, const Row *row, const Row *rival, Fate *fate)
{
    fate->rival = weight_of(deciding, rival);
    fate->is_weighed = row != NULL;
    if (row == NULL)
        return;
    fate->weighed = weight_of(deciding, row);
    fate->preference = preference_of(&deciding->order, fate, row->from, rival->from);
}

/* The least of the suggestions that are imagined, as their agents report them. */
static FateWorth least_imagined(const Deciding *deciding)
{
    FateWorth least = {.move = MOVE_NONE};

    for (int i = 0; i < deciding->order.percept->action_count; i++) {
        FateWorth worth;
        if (!deciding->imagination.of[i].is_imagined)
            continue;
        worth = report_of(deciding, i);
        if (least.move == MOVE_NONE || worth.worth < least.worth)
            least = worth;
    }
    return least;
}

/* Of a master that compares worths. */
static FateStep follow_worth(Deciding *deciding, int action, const Row *best, Fate *fate)
{
    const Expectation *expectation = &deciding->imagination.of[action];
    const bool looks_ahead = percept_has(deciding->order.percept, LOGIC_LOOK_AHEAD);
    const bool is_imagined = looks_ahead && expectation->is_imagined;
    const Row row = {.from = best->from,
                     .kind = fate->reported.kind,
                     .action = action,
                     .value = is_imagined ? expectation->worth : fate->reported.worth};

    fate->expected = is_imagined ? expectation->answer : MOVE_NONE;
    fate->is_bound = is_imagined && expectation->is_bound;
    compare(deciding, is_imagined || !looks_ahead ? &row : NULL, best, fate);
    if (fate->is_weighed)
        return FATE_CHOICE;
    fate->rival = least_imagined(deciding);
    return FATE_IMAGINATION;
}

/* Whether and as what @action answers the request. */
static void follow_offer(Deciding *deciding, int action, Fate *fate)
{
    Order *order = &deciding->order;
    const Percept *percept = order->percept;
    const Offers *best = &deciding->table.solution;
    const int agent = percept->actions[action].agent;
    const int first = deciding->table.has_asked ? equals_first(&best->equals, percept) : NO_ACTION;
    const bool is_best = first != NO_ACTION && equals_have(&best->equals, percept, action);
    Offer offer = {.net = 0};

    if (!deciding->table.has_asked || agent == order->worst ||
        !order_reached(order, MESSAGE_REQUEST, order->worst, (AgentSet)1 << agent, NO_ACTION))
        return;
    if (team_asked(percept, OUTSIDE_REQUEST) >> agent & 1) {
        /* What a program offers besides the best is not known any more. */
        fate->is_offered = is_best;
        offer = (Offer){.kind = best->kind, .net = best->net};
    } else {
        fate->is_offered = request_answer(order, action, deciding->table.asked_defence, &offer) &&
                           consultation_allows(order, action);
    }
    fate->offered_as = offer.kind;
    fate->offered_net = offer.net;
    fate->best_offer = MOVE_NONE;
    if (first != NO_ACTION) {
        fate->best_offer = order_move(order, is_best ? action : first);
        fate->best_net = best->net;
    }
}

static int first_of(const Percept *percept, int agent, const Suggestion *best)
{
    return percept->agents[agent].first_action + __builtin_ctzll(best->actions);
}

/* The best attack, or the best move, of the agents that share a row. */
static int best_of_all(const Deciding *deciding, bool attacks)
{
    const Percept *percept = deciding->order.percept;
    const int except = master_compares_nets(&deciding->order) ? deciding->order.worst : NO_AGENT;
    int best = NO_ACTION, rank = INT_MIN;

    for (int i = 0; i < percept->agent_count; i++) {
        const Suggestion *one = report_best(&deciding->table.reports[i], attacks);
        if (!one->actions || i == except || worth_rank(percept, &one->worth) <= rank)
            continue;
        rank = worth_rank(percept, &one->worth);
        best = first_of(percept, i, one);
    }
    return best;
}

/* Of an action that no table of candidates has. */
static FateStep follow_report(Deciding *deciding, int action, Fate *fate)
{
    Order *order = &deciding->order;
    const Percept *percept = order->percept;
    const bool is_attack = action_is_attack(percept, action);
    const int agent = percept->actions[action].agent;
    const Suggestion *best = report_best(&deciding->table.reports[agent], is_attack);
    const bool is_reported = best->actions & percept_only(percept, action);
    int loser;

    if (!order_reports(order, agent))
        return FATE_SILENCE;
    /* By lot actions of two agents are not compared: any may play what it prefers. */
    if (is_reported && team_decision(percept) != TEAM_LOT) {
        fate->rival = report_of(deciding, best_of_all(deciding, is_attack));
        return FATE_COMPARISON;
    }
    if (is_reported) { /* its agent prefers an action of the other kind */
        best = report_best(&deciding->table.reports[agent], !is_attack);
    } else if (!fate->reported.is_unknown && !consultation_allows(order, action)) {
        fate->loss = consultation_greatest(order, action, &loser);
        fate->loser = order_agent_name(order, loser);
        return FATE_CONSULTED;
    }
    fate->rival.move = MOVE_NONE;
    if (best->actions)
        fate->rival = report_of(deciding, first_of(percept, agent, best));
    return FATE_REPORT;
}

/* How far @action comes, unless it is among the options, of which @best is accepted. */
static FateStep follow_choice(Deciding *deciding, int action, const Row *best, Fate *fate)
{
    Rows rows;
    Row *row;

    if (mind_has_single_worths(deciding->order.percept))
        return follow_worth(deciding, action, best, fate);
    follow_offer(deciding, action, fate);
    fate->is_weighed = false;
    if (ballot_is_held(deciding->order.percept)) {
        compare(deciding, rows_find(&deciding->rows, action), best, fate);
    } else if ((row = deciding_find_row(deciding, action, &rows)) != NULL) {
        compare(deciding, row, &rows.row[__builtin_ctz(rows.best)], fate);
    }
    return fate->is_weighed ? FATE_CHOICE : follow_report(deciding, action, fate);
}

/* Follows @action through @round. */
static void follow_round(Deciding *deciding, const Round *round, int action, Fate *fate)
{
    const Row best = best_option(deciding);
    const bool is_option = round->share[action] > 0;

    fate->reported = report_of(deciding, action);
    if (!deciding->is_mate) /* a mate is not weighed: nothing has been heard or imagined */
        fate->step = follow_choice(deciding, action, &best, fate);
    else if (!is_option)
        fate->rival = weight_of(deciding, &best);
    if (!is_option)
        return;
    fate->step = FATE_REFUSAL;
    fate->objection = deciding_objection(deciding, action);
}

/* If there are objections to all actions: what the master decides on nevertheless, of @round, in
 * which the objection is the weakest. */
static void note_kept(Deciding *deciding, const Round *round, Fate *fate)
{
    int action = 0;

    while (round->share[action] == 0 || round->objection[action] > round->least)
        action++;
    fate->kept = order_move(&deciding->order, action);
    fate->kept_objection = deciding_objection(deciding, action);
}

/* How likely @move were with @logics instead; 0 if the team may not have them. */
static double share_with(const Percept *percept, const LogicSet *logics, Move move)
{
    Share shares[PERCEPT_MAX_ACTIONS];
    const int count = deciding_list_shares_with(percept, logics, shares);

    return shares_find(shares, count, move);
}

static void find_otherwise(const Percept *percept, Move move, FateOtherwise *out_otherwise)
{
    uint32_t flipped = 0; /* a bit for each logic; with it taken away or added it is possible */

    out_otherwise->levels = 0;
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet changed = percept->logics;
        changed.logics ^= 1U << logic;
        if (share_with(percept, &changed, move) > 0)
            flipped |= 1U << logic;
    }
    out_otherwise->without = flipped & percept->logics.logics;
    out_otherwise->with = flipped & ~percept->logics.logics;
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        const LogicSet plain = logic_set_of_level(level);
        LogicSet other = percept->logics;
        other.logics = plain.logics;
        other.number[LOGIC_NUMBER_LOOK_AHEAD] = plain.number[LOGIC_NUMBER_LOOK_AHEAD];
        if (share_with(percept, &other, move) > 0)
            out_otherwise->levels |= 1U << level;
    }
}

bool fate_follow(const Percept *percept, Move move, AgentName worst, Fate *out_fate,
                 FateOtherwise *out_otherwise)
{
    const int action = percept_find(percept, move);
    Fate fate = {.step = FATE_MATE};
    Round round = NO_ROUND;
    Deciding deciding;
    AgentSet rest;

    if (action == NO_ACTION)
        return false;
    deciding_open(&deciding, percept, NULL);
    master_find_worst(&deciding.order);
    rest = deciding.order.worst_ones;
    while (rest & (rest - 1) && percept->agents[__builtin_ctz(rest)].square != worst.square)
        rest &= rest - 1;
    deciding.order.worst = rest ? __builtin_ctz(rest) : NO_AGENT;
    fate.worst_loss = deciding.order.worst_loss;
    if (rest)
        fate.worst = order_agent_name(&deciding.order, deciding.order.worst);
    while (deciding_next_round(&deciding, &round)) {
        if (fate.step != FATE_REFUSAL)
            follow_round(&deciding, &round, action, &fate);
        if (round.is_better)
            note_kept(&deciding, &round, &fate);
    }
    fate.share = share_with(percept, &percept->logics, move);
    if (fate.share > 0)
        fate.step = FATE_DRAW;
    *out_fate = fate;
    find_otherwise(percept, move, out_otherwise);
    return true;
}
