#include "master/candidates.h"

int candidates_net_of_move(const LogicSet *logics, const Suggestion *move)
{
    return reading_is_on(logics, READING_PLANS_COUNT) ? move->profit : MIN(0, move->profit);
}

static const Suggestion NOTHING = {.action = NO_ACTION};

static bool exists(const Suggestion *suggestion)
{
    return suggestion->action != NO_ACTION;
}

static const Suggestion *suggested(const Council *council, int agent, bool attacks)
{
    return attacks ? &council->reports[agent].attack : &council->reports[agent].move;
}

/* One of @agents, which suggest what is equally good. */
static int draw_agent(const Council *council, const int *agents, int count, bool attacks)
{
    Random *random = council->order->random;
    int all = 0, drawn, i = 0;

    if (!reading_is_on(council->order->logics, READING_ONE_LOT))
        return agents[random_below(random, (uint32_t)count)];
    for (int j = 0; j < count; j++)
        all += suggested(council, agents[j], attacks)->equals;
    drawn = (int)random_below(random, (uint32_t)all);
    while (drawn >= suggested(council, agents[i], attacks)->equals)
        drawn -= suggested(council, agents[i++], attacks)->equals;
    return agents[i];
}

/* The best attack, or the best move, over the agents other than @except, drawn among equals. */
static Suggestion best_of_all(const Council *council, bool attacks, int except)
{
    int equals[PERCEPT_MAX_AGENTS];
    int count = 0, best = 0;

    for (int i = 0; i < council->order->percept->agent_count; i++) {
        const Suggestion *suggestion = suggested(council, i, attacks);
        int rank;
        if (i == except || !exists(suggestion))
            continue;
        rank = suggestion_rank(council->order->logics, suggestion);
        if (count > 0 && rank < best)
            continue;
        if (count == 0 || rank > best)
            count = 0;
        best = rank;
        equals[count++] = i;
    }
    return count > 0 ? *suggested(council, draw_agent(council, equals, count, attacks), attacks)
                     : NOTHING;
}

static Candidate candidate_of_attack(const Suggestion *attack)
{
    return (Candidate){CANDIDATE_ATTACK, attack->action, attack->profit + attack->place};
}

static Candidate candidate_of_move(const Suggestion *move)
{
    return (Candidate){move->planned ? CANDIDATE_PLANNED_MOVE : CANDIDATE_MOVE, move->action,
                       move->profit + move->place};
}

/* Whether the attack is preferred to the move; at least one of them exists. */
static bool prefers_attack(const LogicSet *logics, const Suggestion *attack, const Suggestion *move)
{
    if (!exists(attack) || !exists(move))
        return exists(attack);
    if (logic_is_on(logics, LOGIC_WHOLE_THREAT))
        return attack->profit >= move->profit;
    if (attack->profit > 0)
        return true;
    if (attack->profit == 0)
        return reading_is_on(logics, READING_EVEN_TRADE) || move->profit < 0;
    return move->profit <= attack->profit;
}

static void add(Candidates *candidates, Candidate candidate)
{
    if (candidate.action != NO_ACTION)
        candidates->candidate[candidates->count++] = candidate;
}

static void choose_row(Candidates *candidates, int action)
{
    candidates->equal_count = 1;
    for (int i = 0; i < candidates->count; i++)
        if (candidates->candidate[i].action == action)
            candidates->chosen = i;
}

/* Whether @suggestion makes up for the loss of the worst threatened agent. */
static bool compensates(const Order *order, const Suggestion *suggestion)
{
    if (!exists(suggestion))
        return false;
    return reading_is_on(order->logics, READING_STRICT_COMPENSATION)
               ? suggestion->profit > order->worst_loss
               : suggestion->profit >= order->worst_loss;
}

/* The best answer to a request counts only if it is better than what the threatened agent can do
 * itself. */
static bool solution_is_better(const Council *council)
{
    const Report *own = &council->reports[council->worst];
    const int net = council->solution.net;

    return council->solution.action != NO_ACTION &&
           (!exists(&own->attack) || net > own->attack.profit) &&
           (!exists(&own->move) ||
            net > candidates_net_of_move(council->order->logics, &own->move));
}

static Candidate solution_candidate(const Council *council)
{
    const Offer *solution = &council->solution;

    return (Candidate){solution->kind, solution->action, solution->net};
}

/* Levels 1 to 3: the candidate, unless it does not compensate the worst threat and some action
 * meets that threat. */
static int settle_by_compensation(const Council *council, const Suggestion *attack,
                                  const Suggestion *move)
{
    const LogicSet *logics = council->order->logics;
    const Report *own;
    const Suggestion *candidate = prefers_attack(logics, attack, move) ? attack : move;

    if (council->worst == NO_AGENT || logic_is_on(logics, LOGIC_WHOLE_THREAT) ||
        compensates(council->order, candidate))
        return candidate->action;
    if (reading_is_on(logics, READING_MOVE_COMPENSATES) && compensates(council->order, move))
        return move->action;
    if (solution_is_better(council))
        return council->solution.action;
    own = &council->reports[council->worst];
    if (exists(&own->attack) || exists(&own->move))
        return prefers_attack(logics, &own->attack, &own->move) ? own->attack.action
                                                                : own->move.action;
    return candidate->action;
}

static Candidates choose_by_compensation(const Council *council)
{
    const Suggestion attack = best_of_all(council, true, NO_AGENT);
    const Suggestion move = best_of_all(council, false, NO_AGENT);
    Candidates candidates = {.count = 0};

    add(&candidates, candidate_of_attack(&attack));
    add(&candidates, candidate_of_move(&move));
    if (council->worst != NO_AGENT) {
        const Report *own = &council->reports[council->worst];
        add(&candidates, candidate_of_attack(&own->attack));
        add(&candidates, candidate_of_move(&own->move));
        if (solution_is_better(council))
            add(&candidates, solution_candidate(council));
    }
    choose_row(&candidates, settle_by_compensation(council, &attack, &move));
    return candidates;
}

/* The net of the best move of an agent that is not the worst threatened one. */
static int net_of_other_move(const Order *order, const Suggestion *move)
{
    const int net = candidates_net_of_move(order->logics, move);

    if (exists(move) && suggestion_is_safe_check(order->logics, order->percept, move)) {
        if (reading_is_on(order->logics, READING_PLANS_COUNT) ||
            reading_is_on(order->logics, READING_CHECKS_GO_FIRST))
            return move->profit;
        if (reading_is_on(order->logics, READING_CHECK_GAINS_TIME))
            return 0;
    }
    return net - order->worst_loss;
}

/* The greatest net; at equal nets the kind that goes first; then by lot. */
static void choose_greatest(const Council *council, Candidates *candidates)
{
    int equals[CANDIDATES_MAX];
    int count = 0;

    for (int i = 0; i < candidates->count; i++) {
        const Candidate *row = &candidates->candidate[i];
        const Candidate *best = count > 0 ? &candidates->candidate[equals[0]] : row;
        if (row->worth > best->worth || (row->worth == best->worth && row->kind < best->kind))
            count = 0;
        else if (row->worth < best->worth || row->kind > best->kind)
            continue;
        equals[count++] = i;
    }
    candidates->equal_count = count;
    candidates->chosen = equals[random_below(council->order->random, (uint32_t)count)];
}

/* Level 4 on, with a worst threat: every candidate weighed against it. */
static Candidates choose_by_net(const Council *council)
{
    const Order *order = council->order;
    const Report *own = &council->reports[council->worst];
    const Suggestion attack = best_of_all(council, true, council->worst);
    const Suggestion move = best_of_all(council, false, council->worst);
    Candidate row;
    Candidates candidates = {.count = 0};

    row = candidate_of_attack(&attack);
    row.worth -= order->worst_loss;
    add(&candidates, row);
    add(&candidates, candidate_of_attack(&own->attack));
    row = candidate_of_move(&own->move);
    row.worth = candidates_net_of_move(order->logics, &own->move) + own->move.place;
    add(&candidates, row);
    row = candidate_of_move(&move);
    row.worth = net_of_other_move(order, &move) + move.place;
    add(&candidates, row);
    if (solution_is_better(council))
        add(&candidates, solution_candidate(council));
    choose_greatest(council, &candidates);
    return candidates;
}

Candidates candidates_choose(const Council *council)
{
    return council->worst != NO_AGENT && logic_is_on(council->order->logics, LOGIC_THREAT_MOVE) &&
                   !logic_is_on(council->order->logics, LOGIC_WHOLE_THREAT)
               ? choose_by_net(council)
               : choose_by_compensation(council);
}
