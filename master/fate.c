#include "agents/logics.h"
#include "master/council.h"
#include "master/master.h"

const char *const FATE_STEP_NAMES[FATE_COUNT] = {
    [FATE_MATE] = "mate",     [FATE_SILENCE] = "lost report",   [FATE_CONSULTED] = "consultation",
    [FATE_REPORT] = "report", [FATE_COMPARISON] = "comparison", [FATE_IMAGINATION] = "imagination",
    [FATE_CHOICE] = "choice", [FATE_REFUSAL] = "refusal",       [FATE_DRAW] = "draw",
};

/* Worth of @action as its agent reports it, or a program that thinks for it. */
static FateWorth report_of(const Council *council, int action)
{
    const Order *order = &council->order;
    const int agent = order->percept->actions[action].agent;
    const bool is_attack = action_is_attack(order->percept, action);
    const OutsideReport *outside = team_outside(order->percept, agent);
    FateWorth worth = {.move = order_move(order, action), .agent = order_agent_name(order, agent)};
    bool is_planned;

    if (outside == NULL) {
        is_planned = !council->is_mate && !council_foresees(council) &&
                     suggestion_of(order->percept, action).planned;
        worth.worth = agent_worth(order, action, &worth.parts);
    } else {
        const Equals *said = is_attack ? &outside->attack : &outside->move;
        worth.is_unknown = !(said->actions & percept_only(order->percept, action));
        is_planned = !worth.is_unknown && said->one.planned;
        worth.worth = worth.is_unknown ? 0 : said->one.profit;
    }
    worth.kind = agent_candidate(is_attack, is_planned);
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

/* The first of the prospects that is accepted; if none is, the first. */
static Candidate best_prospect(const Council *council)
{
    const Prospect *prospect = council->prospects.prospect;
    Candidate best = prospect->row;
    int accepted = NO_ACTION;

    best.action = tie_first(council->order.percept, &prospect->tie);
    for (int i = 0; i < council->prospects.count && accepted == NO_ACTION; i++) {
        accepted = council_find_accepted(council, &prospect[i].tie, 1);
        if (accepted != NO_ACTION) {
            best = prospect[i].row;
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
static Preference preference_of(const Order *order, const Fate *fate, SourceName from,
                                SourceName before)
{
    const FateWorth *weighed = &fate->weighed, *rival = &fate->rival;
    const int more = weighed->worth - rival->worth;
    const bool is_of_worst = fate->worst_loss > 0 && weighed->agent.square == fate->worst.square;
    const bool meets_threat =
        from < SOURCE_COUNT && (source_is_own(before) || before == SOURCE_SOLUTION);
    const bool goes_before_equals = meets_threat &&
                                    !percept_has(order->percept, LOGIC_THREAT_MOVE) &&
                                    (before == SOURCE_SOLUTION || !is_of_worst);

    if (more < 0)
        return PREFERENCE_WORTH;
    if (more == 0 && !goes_before_equals)
        return weighed->kind != rival->kind ? PREFERENCE_KIND : PREFERENCE_PLAN;
    if (meets_threat && candidates_compensate(order, profit_of(weighed)))
        return PREFERENCE_READING;
    if (meets_threat && !is_of_worst)
        return PREFERENCE_THREAT;
    if (before == SOURCE_SOLUTION && weighed->kind == CANDIDATE_PLANNED_MOVE)
        return PREFERENCE_SURE;
    if (from == SOURCE_SOLUTION)
        return PREFERENCE_NO_NEED;
    if (rival->kind != CANDIDATE_ATTACK || profit_of(rival) < 0)
        return PREFERENCE_PROFIT;
    if (profit_of(rival) > 0)
        return PREFERENCE_ATTACK;
    return percept_reads(order->percept, READING_EVEN_TRADE) ? PREFERENCE_EVEN : PREFERENCE_PROFIT;
}

/* Compares @row, NULL if the master does not weigh the action, with @rival, which goes before
 * it. */
static void compare(Council *council, const Candidate *row, const Candidate *rival, Fate *fate)
{
    fate->rival = weight_of(council, rival);
    fate->is_weighed = row != NULL;
    if (row == NULL)
        return;
    fate->weighed = weight_of(council, row);
    fate->preference = preference_of(&council->order, fate, row->from, rival->from);
}

/* The least of the suggestions that are imagined, as their agents report them. */
static FateWorth least_imagined(const Council *council)
{
    FateWorth least = {.move = MOVE_NONE};

    for (int i = 0; i < council->order.percept->action_count; i++) {
        FateWorth worth;
        if (!council->imagination.of[i].is_imagined)
            continue;
        worth = report_of(council, i);
        if (least.move == MOVE_NONE || worth.worth < least.worth)
            least = worth;
    }
    return least;
}

/* Of a master that compares worths. */
static FateStep follow_worth(Council *council, int action, const Candidate *best, Fate *fate)
{
    const Expectation *expectation = &council->imagination.of[action];
    const bool looks_ahead = percept_has(council->order.percept, LOGIC_LOOK_AHEAD);
    const bool is_imagined = looks_ahead && expectation->is_imagined;
    const Candidate row = {.from = best->from,
                           .kind = fate->reported.kind,
                           .action = action,
                           .worth = is_imagined ? expectation->worth : fate->reported.worth};

    fate->expected = is_imagined ? expectation->answer : MOVE_NONE;
    fate->is_bound = is_imagined && expectation->is_bound;
    compare(council, is_imagined || !looks_ahead ? &row : NULL, best, fate);
    if (fate->is_weighed)
        return FATE_CHOICE;
    fate->rival = least_imagined(council);
    return FATE_IMAGINATION;
}

/* Whether and as what @action answers the request. */
static void follow_offer(Council *council, int action, Fate *fate)
{
    const Percept *percept = council->order.percept;
    const Offers *best = council->solution;
    const bool is_best = best != NULL && ties_have(&best->ties, percept, action);
    const int agent = percept->actions[action].agent;
    Offer offer = {.net = 0};

    if (!council->may_ask || best == NULL || agent == council->worst ||
        !team_reached(percept, MESSAGE_REQUEST, council->worst, 1U << agent, NO_ACTION))
        return;
    if (team_asked(percept, OUTSIDE_REQUEST) >> agent & 1) {
        /* What a program offers besides the best is not known any more. */
        fate->is_offered = is_best;
        offer = (Offer){.kind = best->kind, .net = best->net};
    } else {
        fate->is_offered = request_answer(&council->order, council->worst, action,
                                          council->has_asked[true], &offer) &&
                           consideration_allows(&council->order, action);
    }
    fate->offered_as = offer.kind;
    fate->offered_net = offer.net;
    fate->best_offer = MOVE_NONE;
    if (best->ties.count > 0) {
        fate->best_offer =
            order_move(&council->order, is_best ? action : tie_first(percept, &best->ties.tie[0]));
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
    const bool is_reported = equals->actions & percept_only(order->percept, action);
    int loser;

    if (!team_reports(order->percept, agent))
        return FATE_SILENCE;
    /* By lot actions of two agents are not compared: any may play what it prefers. */
    if (is_reported && team_decision(order->percept) != TEAM_LOT) {
        Ties best;
        candidates_best(council, is_attack, &best);
        fate->rival = report_of(council, tie_first(order->percept, &best.tie[0]));
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
            council, tie_first(order->percept, &(Tie){.actions = equals->actions, .agent = agent}));
    return FATE_REPORT;
}

/* How far @action comes, unless it is among the prospects, of which @best is accepted. */
static FateStep follow_choice(Council *council, int action, const Candidate *best, Fate *fate)
{
    const Candidates *table = &council->kept;
    Candidate *row;

    if (council_foresees(council))
        return follow_worth(council, action, best, fate);
    follow_offer(council, action, fate);
    fate->is_weighed = false;
    if (ballot_is_held(council->order.percept)) {
        compare(council, ballot_find(council, action), best, fate);
    } else if ((row = candidates_find(council, action, ANY_TABLE)) != NULL) {
        row->action = action;
        compare(council, row, &table->candidate[__builtin_ctz(table->best)], fate);
    }
    return fate->is_weighed ? FATE_CHOICE : follow_report(council, action, fate);
}

/* Follows @action through @round. */
static void follow_round(Council *council, const Round *round, int action, Fate *fate)
{
    const Candidate best = best_prospect(council);
    const bool is_prospect = round->chance[action] > 0;

    fate->reported = report_of(council, action);
    if (!council->is_mate) /* a mate is not weighed: nothing has been heard or imagined */
        fate->step = follow_choice(council, action, &best, fate);
    else if (!is_prospect)
        fate->rival = weight_of(council, &best);
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

/* How likely @move were with @logics instead; 0 if the team may not have them. */
static double share_with(const Percept *percept, const LogicSet *logics, Move move)
{
    Share shares[PERCEPT_MAX_ACTIONS];
    const int count = council_list_shares_with(percept, logics, shares);

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

bool master_follow(const Percept *percept, Move move, AgentName worst, Fate *out_fate,
                   FateOtherwise *out_otherwise)
{
    const int action = percept_find(percept, move);
    Fate fate = {.step = FATE_MATE};
    Round round = NO_ROUND;
    Council council;
    AgentSet rest;

    if (action == NO_ACTION)
        return false;
    council_open(&council, percept, NULL);
    rest = council.worst_ones;
    while (rest & (rest - 1) && percept->agents[__builtin_ctz(rest)].square != worst.square)
        rest &= rest - 1;
    council_turn_to(&council, rest);
    fate.worst_loss = council.order.worst_loss;
    if (rest)
        fate.worst = order_agent_name(&council.order, council.worst);
    while (council_next_round(&council, &round)) {
        if (fate.step != FATE_REFUSAL)
            follow_round(&council, &round, action, &fate);
        if (round.is_better)
            note_kept(&council, &round, &fate);
    }
    fate.share = share_with(percept, &percept->logics, move);
    if (fate.share > 0)
        fate.step = FATE_DRAW;
    *out_fate = fate;
    find_otherwise(percept, move, out_otherwise);
    return true;
}
