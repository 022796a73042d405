#include "master/council.h"

#include <limits.h>
#include <math.h>

#include "agents/logics.h"
#include "master/master.h"

bool council_fears_losses(const Percept *percept)
{
    return !percept_reads(percept, READING_LOSING_WINS);
}

bool council_foresees(const Council *council)
{
    return logic_any_is_on(&council->order.percept->logics,
                           1U << LOGIC_WHOLE_THREAT | 1U << LOGIC_LOOK_AHEAD);
}

AgentSet council_find_worst(Order *order)
{
    AgentSet worst = 0;

    order->worst_loss = 0;
    order->threatened = 0;
    for (int i = 0; i < order->percept->agent_count; i++) {
        const int loss = council_loss(order->percept, i);
        if (loss == 0 || !team_reports(order->percept, i))
            continue;
        order->threatened |= (AgentSet)1 << i;
        if (loss > order->worst_loss)
            worst = 0;
        if (loss >= order->worst_loss)
            worst |= (AgentSet)1 << i;
        order->worst_loss = MAX(order->worst_loss, loss);
    }
    if (worst && !percept_has(order->percept, LOGIC_WHOLE_THREAT))
        order->worst = __builtin_ctz(worst);
    return worst;
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

/* A report without suggestions. */
static void silence(Report *out_report)
{
    out_report->attack.actions = out_report->move.actions = 0;
    out_report->best.count = 0;
}

/* Whether any of @agents suggests anything that is not reported by worth. If worths name a floor
 * for the others, the agent with the surest action reports first, so that most of the others need
 * not look closely. */
static bool collect_reports(Order *order, AgentSet agents, Report *out_reports)
{
    const bool names_floor = order->most > 0 && order->margin < NO_MARGIN;
    Suggestions heard;
    bool any = false;

    order->asked += order->percept->agent_count;
    if (order->consults)
        order->asked += order->percept->action_count * (order->percept->agent_count - 1);
    order->surest = names_floor ? find_surest(order) : NO_ACTION;
    heard.count = 0;
    for (AgentSet rest = agents; rest;) {
        const bool is_surest = rest == agents && order->surest != NO_ACTION;
        const int agent =
            is_surest ? order->percept->actions[order->surest].agent : __builtin_ctz(rest);
        Report *report = &out_reports[agent];
        agent_report(order, agent, report);
        if (!team_reports(order->percept, agent))
            silence(report);
        any = any || report->attack.actions | report->move.actions;
        if (order->most > 0) {
            council_merge(order, report, &heard);
            order->floor = MAX(suggestions_floor(&heard, order->most), agent_floor(order, &heard));
        }
        rest &= ~((AgentSet)1 << agent);
    }
    return any;
}

void council_hear(Order *order, AgentSet agents, Report *out_reports)
{
    order->consults = order->most == 0 &&
                      percept_has(order->percept, LOGIC_DEFENCE_CONSIDERATION) &&
                      council_fears_losses(order->percept);
    order->floor = INT_MIN;
    consideration_begin(order);
    for (AgentSet rest = percept_everyone(order->percept) & ~agents; rest; rest &= rest - 1)
        silence(&out_reports[__builtin_ctz(rest)]);
    if (order->consults && order->recorder != NULL)
        for (AgentSet rest = agents; rest; rest &= rest - 1)
            agent_tell_threat(order, __builtin_ctz(rest));
    if (collect_reports(order, agents, out_reports) || !order->consults)
        return;
    order->consults = false;
    consideration_begin(order);
    collect_reports(order, agents, out_reports);
}

/* Whether all actions of @agent lose something, those that it disregards too. */
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
    const Order *order = &council->order;
    const Suggestion *attack = council->source[SOURCE_OWN_ATTACK].one;
    const Suggestion *move = council->source[SOURCE_OWN_MOVE].one;

    if (percept_reads(order->percept, READING_RESTRICTED_COUNTS_DISREGARDED))
        return all_actions_lose(order, &order->percept->agents[council->worst]);
    return (attack == NULL || attack->profit < 0) &&
           (move == NULL || suggestion_net(order->percept, move) < 0);
}

const Offers *council_ask(Council *council)
{
    const LogicSet *logics = &council->order.percept->logics;
    const bool wants_attack = logic_is_on(logics, LOGIC_ATTACK_REQUEST);
    const bool wants_defence =
        logic_is_on(logics, LOGIC_DEFENCE_REQUEST) ||
        (logic_is_on(logics, LOGIC_RESTRICTED_DEFENCE_REQUEST) && own_actions_all_lose(council));

    if (!wants_attack && !wants_defence)
        return NULL;
    if (!council->has_asked[wants_defence])
        request_help(&council->order, council->worst,
                     percept_others(council->order.percept, council->worst), wants_defence,
                     &council->offers[wants_defence]);
    council->has_asked[wants_defence] = true;
    return &council->offers[wants_defence];
}

void council_open(Council *council, const Percept *percept, const Recorder *recorder)
{
    Order *order = &council->order;

    order_begin(order, percept, recorder);
    council->worst_ones = council_find_worst(order);
    order->bearable = recorder != NULL || percept_reads(percept, READING_ANY_WORSE_DISREGARDED)
                          ? -1
                          : order->worst_loss;
    /* A mate leaves nothing to weigh. */
    council->is_mate = percept_has(percept, LOGIC_MATE_HUNT) && foresight_find_mate(council);
    if (!council->is_mate && council_foresees(council))
        foresight_begin(council);
}

void council_turn_to(Council *council, AgentSet worst)
{
    council->worst = worst ? __builtin_ctz(worst) : NO_AGENT;
    council->may_ask = worst != 0;
}

bool council_choose(Council *council)
{
    council->solution = NULL;
    if (council->is_mate)
        return true;
    council_hear(&council->order, percept_everyone(council->order.percept), council->reports);
    council->has_asked[false] = council->has_asked[true] = false;
    if (council_foresees(council))
        foresight_choose(council);
    else if (!ballot_is_held(council->order.percept) || !ballot_choose(council))
        candidates_choose(council, NULL);
    return council->prospects.count > 0;
}

static bool is_ahead_after(const Percept *percept, int action)
{
    const int balance = percept->board->balance(percept);
    const int ahead = percept_reads(percept, READING_LOSING_WINS) ? -balance : balance;

    return ahead + suggestion_gain(percept, action) >
           logic_weights(&percept->logics)->of[LOGIC_WEIGHT_AHEAD];
}

/* Whether a side with a lead loses much of it by @action. A master that weighs actions whole has
 * seen that already. */
static bool wastes_lead(const Percept *percept, int action)
{
    Outlook outlook;

    if (percept_has(percept, LOGIC_WHOLE_THREAT) || !percept_keeps_lead(percept))
        return false;
    percept->board->outlook(percept, action, INT_MIN, &outlook);
    return suggestion_best_threat(percept, &outlook) - suggestion_gain(percept, action) >
           logic_weights(&percept->logics)->of[LOGIC_WEIGHT_BEARABLE];
}

Objection council_objection(const Council *council, int action)
{
    const Percept *percept = council->order.percept;
    const bool can_mate = !percept->mode.kings_are_taken;

    if (council->is_mate || !percept_has(percept, LOGIC_MATE_HUNT))
        return OBJECTION_NONE;
    if (can_mate && percept->board->allows_mate(percept, action, PERCEPT_MATE_MOVES))
        return percept->board->allows_mate(percept, action, 1) ? OBJECTION_MATE
                                                               : OBJECTION_MATE_BY_CHECKS;
    if (!is_ahead_after(percept, action))
        return OBJECTION_NONE;
    /* No action mates: that would have been found. */
    if (can_mate && percept->board->leaves_no_move(percept, action))
        return OBJECTION_STALEMATE;
    if (percept_returns(percept, action) || percept_lets_repeat(percept, action))
        return OBJECTION_REPETITION;
    return wastes_lead(percept, action) ? OBJECTION_LEAD : OBJECTION_NONE;
}

int council_find_accepted(const Council *council, const Tie *ties, int count)
{
    for (int i = 0; i < count; i++)
        for (Tie tie = ties[i]; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(council->order.percept, &tie);
            if (council_objection(council, action) == OBJECTION_NONE)
                return action;
        }
    return NO_ACTION;
}

static void take_round(const Council *council, Round *round)
{
    const Percept *percept = council->order.percept;
    const Prospects *prospects = &council->prospects;
    const int least_before = round->least;

    memset(round->chance, 0, sizeof round->chance);
    for (int i = 0; i < prospects->count; i++) {
        Tie tie = prospects->prospect[i].tie;
        const double chance = (double)tie.chance / bitboard_count(tie.actions);
        for (; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(percept, &tie);
            round->chance[action] += chance;
            round->objection[action] = objection_weight(council_objection(council, action));
            round->least = MIN(round->least, round->objection[action]);
        }
    }
    round->is_better = round->least < least_before;
}

bool council_next_round(Council *council, Round *round)
{
    for (int i = 0; round->least > 0 && i < council->order.percept->action_count; i++)
        if (round->chance[i] > 0)
            order_refuse(&council->order, i);
    if (round->least == 0 || !council_choose(council))
        return false;
    take_round(council, round);
    return true;
}

/* Adds to @shares, each divided by @count, the distribution of the decision that turns to the first
 * of @worst: among what the least speaks against. */
static void add_shares(Council *council, AgentSet worst, int count, double *shares)
{
    Round round = NO_ROUND, best = NO_ROUND;
    double all = 0;

    memset(council->order.refused, 0, sizeof council->order.refused);
    council_turn_to(council, worst);
    while (council_next_round(council, &round))
        if (round.is_better)
            best = round;
    for (int i = 0; i < council->order.percept->action_count; i++) {
        if (best.chance[i] > 0 && best.objection[i] > best.least)
            best.chance[i] = 0;
        all += best.chance[i];
    }
    for (int i = 0; i < council->order.percept->action_count; i++)
        if (best.chance[i] > 0)
            shares[i] += best.chance[i] / all / count;
}

static int compare_shares(const void *one, const void *other, G_GNUC_UNUSED void *data)
{
    const double a = ((const Share *)one)->share, b = ((const Share *)other)->share;

    return (a < b) - (a > b);
}

int master_list_shares(const Percept *percept, Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    double shares[PERCEPT_MAX_ACTIONS] = {0};
    Council council;
    AgentSet rest;
    int worst_count, count = 0;

    council_open(&council, percept, NULL);
    rest = council.is_mate || council_foresees(&council) ? 0 : council.worst_ones;
    worst_count = MAX(1, bitboard_count(rest));
    for (int i = 0; i < worst_count; i++, rest &= rest - 1)
        add_shares(&council, rest, worst_count, shares);
    /* Without the rounding errors of the sums equal shares are equal, and short in print. */
    for (int i = 0; i < percept->action_count; i++)
        if (shares[i] > 0)
            out_shares[count++] = (Share){percept->actions[i].move, rint(shares[i] * 1e12) / 1e12};
    g_qsort_with_data(out_shares, count, sizeof *out_shares, compare_shares, NULL);
    return count;
}

int council_list_shares_with(const Percept *percept, const LogicSet *logics,
                             Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    Move moves[PERCEPT_MAX_ACTIONS];
    TeamSenses senses;
    Percept again;

    if (percept->senses != NULL && !team_may_have(&percept->senses->team, logics))
        return 0;
    for (int i = 0; i < percept->action_count; i++)
        moves[i] = percept->actions[i].move;
    percept->board->again(percept, logics, &again);
    percept_keep_moves(&again, moves, percept->action_count);
    team_sense_again(percept, &again, &senses);
    again.past = percept->past;
    again.interruption = percept->interruption;
    return master_list_shares(&again, out_shares);
}
