#include "master/mind.h"

#include <math.h>

#include "master/ballot.h"
#include "master/council.h"

void mind_open(Mind *mind, const Percept *percept, const Recorder *recorder)
{
    Order *order = &mind->order;

    order_begin(order, percept, recorder);
    mind->council.order = order;
    mind->council.solution = NULL;
    mind->council.watch = NULL;
    mind->worst = council_find_worst(order, &mind->threatened);
    order->bearable = recorder != NULL || percept_reads(percept, READING_ANY_WORSE_DISREGARDED)
                          ? -1
                          : order->worst_loss;
    order->worst = mind->worst && !percept_has(percept, LOGIC_WHOLE_THREAT)
                       ? __builtin_ctz(mind->worst)
                       : NO_AGENT;
    mind->has_heard = false;
    /* A mate leaves nothing to weigh. */
    mind->is_mate = percept_has(percept, LOGIC_MATE_HUNT) && foresight_find_mate(&mind->council);
    if (!mind->is_mate && mind_foresees(mind))
        foresight_begin(&mind->weighing, order);
}

void mind_turn_to(Mind *mind, int worst)
{
    mind->council.worst = worst;
    mind->council.may_ask = worst != NO_AGENT;
}

bool mind_choose(Mind *mind)
{
    Council *council = &mind->council;

    if (!mind->has_heard)
        council_hear(&mind->order, percept_everyone(mind->order.percept), council->reports);
    mind->has_heard = true;
    council->has_asked[false] = council->has_asked[true] = false;
    if (mind_foresees(mind))
        foresight_choose(&mind->weighing, council);
    else if (ballot_is_held(mind->order.percept))
        ballot_choose(council);
    if (!mind_foresees(mind) && !ballot_is_held(mind->order.percept)) /* nor any more */
        candidates_choose(council);
    return council->prospects.count > 0;
}

void mind_refuse(Mind *mind, int action)
{
    order_refuse(&mind->order, action);
    mind->has_heard = false;
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
    percept->board->outlook(percept, action, NULL, &outlook);
    return suggestion_best_threat(percept, &outlook) - suggestion_gain(percept, action) >
           logic_weights(&percept->logics)->of[LOGIC_WEIGHT_BEARABLE];
}

Objection mind_objection(const Mind *mind, int action)
{
    const Percept *percept = mind->order.percept;
    const bool is_of_three = percept_is_of_three(percept);

    if (mind->is_mate || !percept_has(percept, LOGIC_MATE_HUNT))
        return OBJECTION_NONE;
    if (!is_of_three && percept->board->allows_mate(percept, action, PERCEPT_MATE_MOVES))
        return percept->board->allows_mate(percept, action, 1) ? OBJECTION_MATE
                                                               : OBJECTION_MATE_BY_CHECKS;
    if (!is_ahead_after(percept, action))
        return OBJECTION_NONE;
    if (!is_of_three && percept->board->stalemates(percept, action))
        return OBJECTION_STALEMATE;
    if (percept_returns(percept, action) || percept_lets_repeat(percept, action))
        return OBJECTION_REPETITION;
    return wastes_lead(percept, action) ? OBJECTION_LEAD : OBJECTION_NONE;
}

static void take_round(const Mind *mind, Round *out_round)
{
    const Percept *percept = mind->order.percept;
    const Prospects *prospects = &mind->council.prospects;

    memset(out_round->chance, 0, sizeof out_round->chance);
    out_round->least = OBJECTION_COUNT;
    for (int i = 0; i < prospects->count; i++) {
        Tie tie = prospects->prospect[i].tie;
        const double chance = (double)tie.chance / bitboard_count(tie.actions);
        for (; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(percept, &tie);
            out_round->chance[action] += chance;
            out_round->objection[action] = objection_weight(mind_objection(mind, action));
            out_round->least = MIN(out_round->least, out_round->objection[action]);
        }
    }
}

bool mind_next_round(Mind *mind, Round *round)
{
    for (int i = 0; round->least > 0 && i < mind->order.percept->action_count; i++)
        if (round->chance[i] > 0) {
            mind_refuse(mind, i);
            round->has_refused = true;
        }
    if (round->least > 0 && (mind->is_mate || mind_choose(mind))) {
        take_round(mind, round);
        return true;
    }
    if (round->has_refused) {
        order_refuse_nothing(&mind->order);
        mind->has_heard = false;
    }
    return false;
}

/* Distribution of the decision with @worst, one of the most threatened agents, or NO_AGENT: among
 * what the least speaks against. */
static void share_out(Mind *mind, int worst, double out_shares[static PERCEPT_MAX_ACTIONS])
{
    const int count = mind->order.percept->action_count;
    Round round = NO_ROUND;
    int least = OBJECTION_COUNT;

    mind_turn_to(mind, worst);
    while (mind_next_round(mind, &round)) {
        double all = 0;
        if (round.least >= least)
            continue;
        least = round.least;
        for (int i = 0; i < count; i++) {
            const bool is_least = round.chance[i] > 0 && round.objection[i] == least;
            out_shares[i] = is_least ? round.chance[i] : 0;
            all += out_shares[i];
        }
        for (int i = 0; i < count; i++)
            out_shares[i] /= all;
    }
}

void master_shares(const Percept *percept, double out_shares[static PERCEPT_MAX_ACTIONS])
{
    double shares[PERCEPT_MAX_ACTIONS] = {0};
    AgentSet rest;
    Mind mind;
    int count;

    mind_open(&mind, percept, NULL);
    memset(out_shares, 0, (size_t)percept->action_count * sizeof *out_shares);
    rest = mind.is_mate || mind_foresees(&mind) ? 0 : mind.worst;
    count = MAX(1, bitboard_count(rest));
    do {
        share_out(&mind, rest ? __builtin_ctz(rest) : NO_AGENT, shares);
        for (int i = 0; i < percept->action_count; i++)
            out_shares[i] += shares[i] / count;
        rest &= rest - 1;
    } while (rest);
}

static void sort_shares(Share *shares, int count)
{
    for (int i = 1; i < count; i++) {
        const Share share = shares[i];
        int place = i;
        for (; place > 0 && shares[place - 1].share < share.share; place--)
            shares[place] = shares[place - 1];
        shares[place] = share;
    }
}

/* Without what the sum of chances was rounded by: equal shares are equal, and short in print. */
static double round_share(double share)
{
    return rint(share * 1e12) / 1e12;
}

int master_list_shares(const Percept *percept, Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    double shares[PERCEPT_MAX_ACTIONS];
    int count = 0;

    master_shares(percept, shares);
    for (int i = 0; i < percept->action_count; i++)
        if (shares[i] > 0)
            out_shares[count++] = (Share){percept->actions[i].move, round_share(shares[i])};
    sort_shares(out_shares, count);
    return count;
}

int mind_list_shares_with(const Percept *percept, const LogicSet *logics,
                          Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    Move moves[PERCEPT_MAX_ACTIONS];
    TeamSenses senses;
    Percept again;

    for (int i = 0; i < percept->action_count; i++)
        moves[i] = percept->actions[i].move;
    percept->board->again(percept, logics, &again);
    percept_keep_moves(&again, moves, percept->action_count);
    team_sense_again(percept, &again, &senses);
    again.past = percept->past;
    again.interruption = percept->interruption;
    return master_list_shares(&again, out_shares);
}
