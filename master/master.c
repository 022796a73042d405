#include "master/master.h"

#include "agents/consultation.h"
#include "agents/conversation.h"
#include "agents/logics.h"

/* False only in antichess. */
bool master_fears_losses(const Percept *percept)
{
    return !percept_reads(percept, READING_LOSING_WINS);
}

/* Figures 2.2a and 2.2c: threats and reports */

/* "The worst threat is a threatened piece that, estimated by MasterAgent, is the piece the opponent
 * probably wants to attack" (2.2.1): the one that loses most. */
void master_find_worst(Order *order)
{
    const Percept *percept = order->percept;

    order->worst_loss = 0;
    order->threatened = order->worst_ones = 0;
    for (int i = 0; master_fears_losses(percept) && i < percept->agent_count; i++) {
        const int loss = agent_loss(order, i);
        if (loss == 0 || !order_reports(order, i))
            continue;
        order->threatened |= (AgentSet)1 << i;
        if (loss > order->worst_loss)
            order->worst_ones = 0;
        if (loss >= order->worst_loss)
            order->worst_ones |= (AgentSet)1 << i;
        order->worst_loss = MAX(order->worst_loss, loss);
    }
}

void master_draw_worst(Order *order, Chance *chance)
{
    AgentSet rest = order->worst_ones;

    for (int n = pick(chance, bitboard_count(rest)); n > 0; n--)
        rest &= rest - 1;
    order->worst = rest ? __builtin_ctz(rest) : NO_AGENT;
}

/* Each of @agents reports its best attack and its best move. Returns whether any suggests
 * anything. */
static bool collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    bool any = false;

    consultation_begin(order);
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        Report *report = &out_reports[agent];
        send_order(order, agent, false);
        order->mind[agent]->report(order, agent, report);
        send_report(order, agent, report);
        if (!order_reports(order, agent))
            *report = (Report){.attack.actions = 0};
        any = any || report->attack.actions | report->move.actions;
    }
    return any;
}

/* Level 7: "The defense consideration demands that the worst threat first to be calculated and
 * reported to MasterAgent. ... However, no move calculation is made at that moment." */
static void collect_threats(const Order *order, AgentSet agents)
{
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        send_order(order, __builtin_ctz(rest), false);
        send_report(order, __builtin_ctz(rest), NULL);
    }
}

static void count_answers(Order *order)
{
    const int agents = order->percept->agent_count;

    order->asked += agents;
    if (order->consults)
        order->asked += order->percept->action_count * (agents - 1);
}

/* If every action of every agent is disregarded, the agents report again without consultation. */
void master_collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    const Percept *percept = order->percept;

    for (AgentSet rest = percept_everyone(percept) & ~agents; rest; rest &= rest - 1)
        out_reports[__builtin_ctz(rest)] = (Report){.attack.actions = 0};
    order->consults =
        percept_has(percept, LOGIC_DEFENCE_CONSIDERATION) && master_fears_losses(percept);
    if (order->consults && order->recorder != NULL) /* these messages change nothing */
        collect_threats(order, agents);
    count_answers(order);
    if (collect_reports(order, agents, out_reports) || !order->consults)
        return;
    order->consults = false;
    count_answers(order);
    collect_reports(order, agents, out_reports);
}

/* Figure 2.2b: requests */

/* Level 8: the use of defence requests "is restricted only to apply when the threatened agent's own
 * move solutions are all estimated to result in material loss" (3.2.1). */
static bool own_actions_lose(const Order *order, const Worth *attack, const Worth *move)
{
    const Percept *percept = order->percept;
    const Agent *self = &percept->agents[order->worst];

    if (!percept_reads(percept, READING_RESTRICTED_COUNTS_DISREGARDED))
        return (attack == NULL || attack->profit < 0) &&
               (move == NULL || worth_gain(percept, self->first_move, move) < 0);
    for (int action = self->first_action; action < self->end_action; action++) {
        const Worth worth = order->mind[order->worst]->worth(order, action, NULL);
        if (worth_gain(percept, action, &worth) >= 0)
            return false;
    }
    return true;
}

void master_allow_requests(Order *order, const Worth *attack, const Worth *move, Table *table)
{
    const Percept *percept = order->percept;
    const bool wants_attack = percept_has(percept, LOGIC_ATTACK_REQUEST);
    const bool wants_defence = percept_has(percept, LOGIC_DEFENCE_REQUEST) ||
                               (percept_has(percept, LOGIC_RESTRICTED_DEFENCE_REQUEST) &&
                                own_actions_lose(order, attack, move));

    table->has_asked = wants_attack || wants_defence;
    table->asked_defence = wants_defence;
    if (table->has_asked)
        request_help(order, percept_others(percept, order->worst), wants_defence, &table->solution);
}

/* The table of candidates */

static bool is_attack(CandidateSource from)
{
    return from == FROM_ATTACK || from == FROM_OWN_ATTACK;
}

static bool is_own(CandidateSource from)
{
    return from == FROM_OWN_ATTACK || from == FROM_OWN_MOVE;
}

bool master_compares_nets(const Order *order)
{
    return order->worst != NO_AGENT && percept_has(order->percept, LOGIC_THREAT_MOVE);
}

/* If the master ranks the actions of @row differently, which are equally good to their agents, one
 * is drawn before it compares. */
static void draw_mixed(const Order *order, Chance *chance, Candidate *row)
{
    const Percept *percept = order->percept;
    const int action = equals_draw(&row->equals, percept, chance);
    const int agent = percept->actions[action].agent;

    memset(row->equals.of, 0, sizeof row->equals.of);
    row->equals.of[agent] = percept_only(percept, action);
    row->worth = order->mind[agent]->worth(order, action, NULL);
}

/* Level 4: "loosing it and capture an opponent piece as a small compensation might be the best
 * solution". The net of @row: less the greatest loss, unless the most threatened agent acts itself
 * or the opponent must answer a check first. */
static int net_of(const Order *order, const Candidate *row, int gain)
{
    const Percept *percept = order->percept;

    if (row->from == FROM_MOVE && row->worth.safe_check) {
        if (percept_reads(percept, READING_PLANS_COUNT) ||
            percept_reads(percept, READING_CHECKS_GO_FIRST))
            return row->worth.profit;
        if (percept_reads(percept, READING_CHECK_GAINS_TIME))
            return 0;
    }
    return is_own(row->from) ? gain : gain - order->worst_loss;
}

/* Fills in the row of the best that @agents suggest. "The best move evaluation of the MasterAgent
 * is performed in the same way as for each individual agent evaluating its best move" (level 3). */
static void fill_row(const Order *order, CandidateSource from, AgentSet agents, Chance *chance,
                     Table *table)
{
    const Percept *percept = order->percept;
    Candidate *row = &table->row[from];
    bool is_mixed = false;

    *row = (Candidate){.from = from,
                       .action = NO_ACTION,
                       .equals.is_one_draw = percept_reads(percept, READING_ONE_LOT)};
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        const Suggestion *best = report_best(&table->reports[agent], is_attack(from));
        int better;
        if (!best->actions)
            continue;
        better =
            !row->exists ? 1 : worth_rank(percept, &best->worth) - worth_rank(percept, &row->worth);
        if (better < 0)
            continue;
        if (better > 0) {
            memset(row->equals.of, 0, sizeof row->equals.of);
            row->worth = best->worth;
            row->exists = true;
            is_mixed = false;
        }
        is_mixed = is_mixed || best->is_mixed || !worth_is_same(&best->worth, &row->worth);
        row->equals.of[agent] = best->actions;
    }
    if (!row->exists)
        return;
    if (is_mixed)
        draw_mixed(order, chance, row);
    row->kind = agent_candidate(is_attack(from), row->worth.planned);
    row->value = row->worth.terms;
    row->value +=
        !master_compares_nets(order)
            ? row->worth.profit
            : net_of(order, row,
                     worth_gain(percept, equals_first(&row->equals, percept), &row->worth));
}

static const Worth *worth_in(const Candidate *row)
{
    return row->exists ? &row->worth : NULL;
}

/* Levels 5 and 6: "If it finds a request to be a better solution than the threatened agent's
 * actions, the replacement of these with the attack request is performed." */
static void fill_solution(const Order *order, Table *table)
{
    const Percept *percept = order->percept;
    const Candidate *attack = &table->row[FROM_OWN_ATTACK], *move = &table->row[FROM_OWN_MOVE];
    const Offers *best = &table->solution;
    const int first = table->has_asked ? equals_first(&best->equals, percept) : NO_ACTION;

    table->row[FROM_SOLUTION] = (Candidate){.exists = false};
    if (first == NO_ACTION || (attack->exists && best->net <= attack->worth.profit) ||
        (move->exists &&
         best->net <= worth_gain(percept, equals_first(&move->equals, percept), &move->worth)))
        return;
    table->row[FROM_SOLUTION] = (Candidate){.exists = true,
                                            .from = FROM_SOLUTION,
                                            .kind = best->kind,
                                            .worth.profit = best->net,
                                            .value = best->net,
                                            .equals = best->equals,
                                            .action = NO_ACTION};
}

/* The choice */

/* Level 1: "As no threat is estimated at the attack position attacking is always considered
 * profitable." Level 2: "Moves are now prioritized in front of attacks if the attacks leads to loss
 * and the moves seem to be profitable." */
bool master_prefers_attack(const Percept *percept, const Worth *attack, const Worth *move)
{
    if (attack == NULL || move == NULL)
        return attack != NULL;
    if (attack->profit > 0)
        return true;
    if (attack->profit == 0)
        return percept_reads(percept, READING_EVEN_TRADE) || move->profit < 0;
    return move->profit <= attack->profit;
}

bool master_compensates(const Order *order, int profit)
{
    return percept_reads(order->percept, READING_STRICT_COMPENSATION) ? profit > order->worst_loss
                                                                      : profit >= order->worst_loss;
}

static const Candidate *prefer(const Order *order, const Candidate *attack, const Candidate *move)
{
    return master_prefers_attack(order->percept, worth_in(attack), worth_in(move)) ? attack : move;
}

/* Levels 1 to 3: "If an agent is threatened and no attack or move seems to be able to compensate
 * for its loss, the threatened agent's best actions are considered." */
static const Candidate *choose_by_profit(const Order *order, const Table *table)
{
    const Candidate *move = &table->row[FROM_MOVE];
    const Candidate *best = prefer(order, &table->row[FROM_ATTACK], move);
    const Candidate *own = prefer(order, &table->row[FROM_OWN_ATTACK], &table->row[FROM_OWN_MOVE]);

    if (!best->exists)
        return NULL;
    if (order->worst == NO_AGENT || master_compensates(order, best->worth.profit))
        return best;
    if (percept_reads(order->percept, READING_MOVE_COMPENSATES) && move->exists &&
        master_compensates(order, move->worth.profit))
        return move;
    if (table->row[FROM_SOLUTION].exists)
        return &table->row[FROM_SOLUTION];
    /* Level 1: "If the threatened agent is not able to make any move at all", the best of the other
     * agents is chosen. */
    return own->exists ? own : best;
}

/* From level 4 on the greatest net, at equal nets the kind that goes first. */
static unsigned choose_by_net(const Table *table)
{
    const Candidate *best = NULL;
    unsigned chosen = 0;

    for (CandidateSource from = 0; from < FROM_COUNT; from++) {
        const Candidate *row = &table->row[from];
        int better;
        if (!row->exists)
            continue;
        better = best == NULL                ? 1
                 : row->value != best->value ? row->value - best->value
                                             : (int)best->kind - (int)row->kind;
        if (better < 0)
            continue;
        if (better > 0)
            chosen = 0;
        chosen |= 1U << from;
        best = row;
    }
    return chosen;
}

/* The report of the most threatened agent keeps only the actions drawn above, so that the rows of
 * all agents use the same draw. */
static void keep_drawn(const Order *order, Table *table)
{
    const Candidate *attack = &table->row[FROM_OWN_ATTACK], *move = &table->row[FROM_OWN_MOVE];

    if (order->worst == NO_AGENT)
        return;
    table->reports[order->worst] = (Report){
        .attack = {attack->equals.of[order->worst], attack->worth, false},
        .move = {move->equals.of[order->worst], move->worth, false},
    };
}

void master_choose(Order *order, bool may_ask, Chance *chance, Table *table)
{
    AgentSet others = percept_everyone(order->percept);
    const AgentSet worst = order->worst != NO_AGENT ? (AgentSet)1 << order->worst : 0;
    const Candidate *chosen;

    /* The most threatened agent's own actions. */
    fill_row(order, FROM_OWN_ATTACK, worst, chance, table);
    fill_row(order, FROM_OWN_MOVE, worst, chance, table);
    keep_drawn(order, table);

    /* Figure 2.2b, levels 5, 6 and 8: its request, and the best offer. */
    if (may_ask)
        table->has_asked = false;
    if (may_ask && worst)
        master_allow_requests(order, worth_in(&table->row[FROM_OWN_ATTACK]),
                              worth_in(&table->row[FROM_OWN_MOVE]), table);
    fill_solution(order, table);

    /* The actions of the others, or of all. */
    if (master_compares_nets(order))
        others &= ~worst;
    fill_row(order, FROM_ATTACK, others, chance, table);
    fill_row(order, FROM_MOVE, others, chance, table);

    if (master_compares_nets(order)) {
        table->best = choose_by_net(table);
        return;
    }
    chosen = choose_by_profit(order, table);
    table->best = chosen != NULL ? 1U << chosen->from : 0;
}

const Candidate *master_draw_row(const Table *table, Chance *chance)
{
    unsigned rest = table->best;

    for (int n = pick(chance, bitboard_count(rest)); n > 0; n--)
        rest &= rest - 1;
    return rest ? &table->row[__builtin_ctz(rest)] : NULL;
}

const Candidate *master_decide(Order *order, Chance *chance, Table *out_table)
{
    /* The worst threat. Level 7 "demands that the worst threat first to be calculated"
     * (figure 2.2c); at other levels the order makes no difference, as nothing in a report changes
     * a loss. */
    master_find_worst(order);
    master_draw_worst(order, chance);

    /* Figure 2.2a: each agent is ordered to report its best attack and its best move. */
    master_collect_reports(order, percept_everyone(order->percept), out_table->reports);

    /* Figure 2.2b, and the choice between what is suggested. */
    master_choose(order, true, chance, out_table);
    return master_draw_row(out_table, chance);
}
