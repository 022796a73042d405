#include "agents/beyond/ranking.h"

#include "agents/beyond/minds.h"
#include "agents/beyond/whole_threat.h"
#include "agents/conversation.h"
#include "agents/logics.h"

/* The first of the agents that lose most where they stand. */
static void find_worst(RankingOrder *order)
{
    const Percept *percept = order->percept;

    for (int i = 0; i < percept->agent_count; i++) {
        const int loss = loss_of(percept, percept->agents[i].value, percept->agents[i].exposure);
        if (loss <= order->worst_loss)
            continue;
        order->worst = i;
        order->worst_loss = loss;
    }
}

RankingOrder ranking_order(const Percept *percept, const Order *order, int most)
{
    RankingOrder ranking = {.percept = percept,
                            .order = order,
                            .worst = NO_AGENT,
                            .most = most,
                            .alpha = INT_MIN,
                            .margin = NO_MARGIN,
                            .beta = INT_MAX,
                            .first_guess = NO_ACTION,
                            .evaluated = NO_ACTION};

    if (!percept_has(percept, LOGIC_WHOLE_THREAT) && !percept_reads(percept, READING_LOSING_WINS))
        find_worst(&ranking);
    return ranking;
}

void ranking_insert(Ranking *ranking, int action, int worth, int most)
{
    int at = ranking->count < most ? ranking->count++ : most - 1;

    for (; at > 0 &&
           (ranking->ranked[at - 1].worth < worth ||
            (ranking->ranked[at - 1].worth == worth && ranking->ranked[at - 1].action > action));
         at--)
        ranking->ranked[at] = ranking->ranked[at - 1];
    ranking->ranked[at] = (Ranked){action, worth};
}

void ranking_merge(Ranking *ranking, const Ranking *reported, int most)
{
    for (int i = 0; i < reported->count; i++)
        if (reported->ranked[i].worth > ranking_floor(ranking, most))
            ranking_insert(ranking, reported->ranked[i].action, reported->ranked[i].worth, most);
}

int ranking_bound(const RankingOrder *order, const Ranking *ranking)
{
    return ranking->count > 0 ? MAX(order->alpha, ranking->ranked[0].worth - order->margin - 1)
                              : order->alpha;
}

static int worth_of_action(const RankingOrder *order, int action, int alpha)
{
    if (order->imagined != NULL)
        percept_find_place(order->imagined, action);
    return percept_has(order->percept, LOGIC_WHOLE_THREAT)
               ? whole_worth_above(order->percept, action, alpha)
               : mind_single_worth(order->percept, action, order->worst, order->worst_loss, NULL);
}

/* With whole-threat no agent needs to ask the others: the messages contain what they would
 * answer. */
static void send_consultation(const Order *order, int action)
{
    const Percept *percept = order->percept;
    Parts parts = {.count = 0};

    send_consult(order, action);
    whole_worth(percept, action, &parts);
    for (AgentSet rest = percept_others(percept, percept->actions[action].agent); rest;
         rest &= rest - 1)
        for (int i = 0; i < parts.count; i++)
            if (parts.part[i].kind == PART_THREAT &&
                parts.part[i].square == percept->agents[__builtin_ctz(rest)].square)
                send_answer(order, action, __builtin_ctz(rest), ABS(parts.part[i].amount), false);
}

void ranking_add(const RankingOrder *order, int agent, ActionSet set, Ranking *ranking)
{
    const int first = order->percept->agents[agent].first_action;
    const bool sends = order->order != NULL && order->order->recorder != NULL &&
                       percept_has(order->percept, LOGIC_WHOLE_THREAT);

    for (ActionSet rest = order->order != NULL ? set & ~order->order->refused[agent] : set;
         rest && (ranking->count == 0 || ranking->ranked[0].worth < order->beta);
         rest &= rest - 1) {
        const int action = first + __builtin_ctzll(rest);
        const int least = ranking_floor(ranking, order->most);
        int worth;
        if (action == order->evaluated)
            continue;
        worth = worth_of_action(order, action, MAX(least, ranking_bound(order, ranking)));
        if (sends)
            send_consultation(order->order, action);
        if (worth > least)
            ranking_insert(ranking, action, worth, order->most);
    }
}

/* The best of @ranking that are attacks, or moves. */
static Suggestion best_of(const Percept *percept, const Ranking *ranking, bool attacks)
{
    Suggestion best = {.actions = 0};

    for (int i = 0; i < ranking->count; i++) {
        const Ranked *ranked = &ranking->ranked[i];
        if (action_is_attack(percept, ranked->action) != attacks)
            continue;
        if (!best.actions)
            best.worth.profit = ranked->worth;
        if (ranked->worth == best.worth.profit)
            best.actions |= percept_only(percept, ranked->action);
    }
    return best;
}

void ranking_report(const RankingOrder *order, int agent, Ranking *out_ranking, Report *out_report)
{
    const Percept *percept = order->percept;
    const Agent *self = &percept->agents[agent];
    const int guess = order->first_guess;
    ActionSet rest = agent_attacks(self) | agent_moves(self);
    int bound;

    out_ranking->count = 0;
    *out_report = (Report){.attack.actions = 0};
    send_order(order->order, agent, false);
    if (guess != NO_ACTION && percept->actions[guess].agent == agent) {
        ranking_add(order, agent, percept_only(percept, guess), out_ranking);
        rest &= ~percept_only(percept, guess);
    }
    ranking_add(order, agent, rest, out_ranking);
    bound = ranking_bound(order, out_ranking);
    while (out_ranking->count > 0 && out_ranking->ranked[out_ranking->count - 1].worth <= bound)
        out_ranking->count--;
    if (order->order->recorder == NULL)
        return;
    out_report->attack = best_of(percept, out_ranking, true);
    out_report->move = best_of(percept, out_ranking, false);
    send_report(order->order, agent, out_report);
}
